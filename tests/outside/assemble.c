// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One of two libraries of a solver, each instrumented for itself.

#include <stepwatch/stepwatch.h>

void assemble(void);

void assemble(void)
{
    SW_SCOPE("assemble");
    SW_SCOPE("in both");
}
