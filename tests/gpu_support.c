// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "gpu_support.h"

#include <stdio.h>

enum { TIMEOUT_SECONDS = 60 };

process_result gpu_run(const char *program, const char *scenario, const char *variable)
{
    char path[256];
    snprintf(path, sizeof path, BUILD_DIR "/tests/programs/%s", program);
    const char *const argv[] = {path, scenario, NULL};
    const char *const environment[] = {"LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_driver",
                                       "STEPWATCH_CONFIG",
                                       "STEPWATCH_PROFILE",
                                       "STEPWATCH_SET",
                                       variable,
                                       NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", scenario, result.exit_status, result.signal, result.err);
    return result;
}

void gpu_check(const char *program, const char *scenario, const char *variable, const char *values)
{
    process_result result = gpu_run(program, scenario, variable);
    CHECK_TEXT(result.out, values);
    CHECK_EQUAL(times_in(result.err, "CUDA:"), 0);
    process_free(&result);
}
