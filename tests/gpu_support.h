// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Runs the programs that use the memory of the fake driver's GPU.

#ifndef TESTS_GPU_SUPPORT_H
#define TESTS_GPU_SUPPORT_H

#include "process.h"
#include "session_support.h"
#include "test.h"

/// Runs a scenario of tests/programs/<program>.c, which has to succeed, with an addition to the environment or NULL.
process_result gpu_run(const char *program, const char *scenario, const char *variable);

/// Runs one that prints `values`. Nobody asked for CUDA, so that there is never a message.
void gpu_check(const char *program, const char *scenario, const char *variable, const char *values);

#endif
