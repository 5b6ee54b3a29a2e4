// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Runs a program with a fake of the CUDA runtime or of the driver, which prints the calls.

#ifndef TESTS_CUDA_SUPPORT_H
#define TESTS_CUDA_SUPPORT_H

#include "process.h"

#define FAKE_RUNTIME "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime"
#define FAKE_DRIVER "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_driver"
#define SYNC "cudaDeviceSynchronize\n"

enum { TIMEOUT_SECONDS = 60 };

/// Runs a scenario of the program, which has to succeed, with two additions to the environment; the second may be NULL.
process_result cuda_run_in(const char *scenario, const char *first, const char *second);

/// The same with the fake runtime.
process_result cuda_run(const char *scenario, const char *variable);

/// Runs one that prints just these calls.
void cuda_check_calls(const char *scenario, const char *variable, const char *calls);

/// The part is not in the text.
void check_lacks(const char *text, const char *part);

#endif
