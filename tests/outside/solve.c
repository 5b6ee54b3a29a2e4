// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One of two libraries of a solver, each instrumented for itself.

#include <stepwatch/stepwatch.h>

void solve(void);

void solve(void)
{
    SW_SCOPE("solve");
    SW_SCOPE("in both");
}
