// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One line of the summary's header: CUDA, what waits for the GPU, and whether CUDA's profilers were started.

#ifndef SW_SESSION_CUDA_LINE_H
#define SW_SESSION_CUDA_LINE_H

#include "report/report.h"

/// Adds the line, and for programs what it says. In a run that asks for nothing of CUDA there is no line.
void sw__cuda_facts(sw__report *report);

#endif
