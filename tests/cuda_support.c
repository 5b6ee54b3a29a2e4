// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_support.h"

#include <string.h>

#include "test.h"

#define PROGRAM BUILD_DIR "/tests/programs/cuda_steps"

process_result cuda_run_in(const char *scenario, const char *first, const char *second)
{
    const char *const argv[] = {PROGRAM, scenario, NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", first,
                                       second ? second : "STEPWATCH_SET", NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", scenario, result.exit_status, result.signal, result.err);
    return result;
}

process_result cuda_run(const char *scenario, const char *variable)
{
    return cuda_run_in(scenario, FAKE_RUNTIME, variable);
}

void cuda_check_calls(const char *scenario, const char *variable, const char *calls)
{
    process_result result = cuda_run(scenario, variable);
    CHECK_TEXT(result.out, calls);
    process_free(&result);
}

void check_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        FAIL("\"%s\" is in\n%s", part, text);
}
