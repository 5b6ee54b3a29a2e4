// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "install_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_support.h"
#include "test.h"

enum { TIMEOUT_SECONDS = 120, LONGEST_COMMAND = 4096 };

static process_result run_shell(const char *commands)
{
    static const char *const environment[] = {"build=" BUILD_DIR, "flags=" SANITIZE_FLAGS, NULL};
    char script[LONGEST_COMMAND];
    const int length = snprintf(script, sizeof script, ". tests/user_environment.sh\n%s", commands);
    CU_ASSERT_TRUE_FATAL(length < LONGEST_COMMAND);
    const char *const argv[] = {"sh", "-c", script, NULL};
    return process_run(argv, environment, TIMEOUT_SECONDS);
}

// Ends the test, as nothing that follows can succeed.
static void demand_success(process_result *result, const char *commands)
{
    const bool succeeded = result->exit_status == 0;
    if (!succeeded) {
        FAIL("%s\nexit status %d, signal %d:\n%s%s", commands, result->exit_status, result->signal, result->out,
             result->err);
        process_free(result);
    }
    CU_ASSERT_TRUE_FATAL(succeeded);
}

process_result user_runs(const char *commands)
{
    static bool is_set_up;
    if (!is_set_up) {
        process_result result = run_shell("set_up");
        demand_success(&result, "set_up");
        process_free(&result);
        is_set_up = true;
    }
    return run_shell(commands);
}

void user_does(const char *commands)
{
    process_result result = user_runs(commands);
    demand_success(&result, commands);
    process_free(&result);
}

void user_measures(const char *command, const char *measurement, unsigned intervals)
{
    process_result result = user_runs(command);
    demand_success(&result, command);
    CHECK_HAS(result.err, "run profile evaluation");
    CHECK_HAS(result.err, "20 counted, 10 of warm-up left out");
    char end_of_row[32];
    snprintf(end_of_row, sizeof end_of_row, " %u 1", intervals); // intervals, threads
    const char *row = row_of(result.err, "Time of an iteration", measurement);
    const size_t length = strlen(row), wanted = strlen(end_of_row);
    CHECK_TEXT(length > wanted ? row + length - wanted : row, end_of_row);
    process_free(&result);
}

bool user_has(const char *program)
{
    char command[LONGEST_COMMAND];
    snprintf(command, sizeof command, "command -v %s", program);
    process_result result = user_runs(command);
    const bool found = result.exit_status == 0;
    process_free(&result);
    if (!found)
        printf("(skipped: there is no %s) ", program);
    return found;
}

bool sanitizers_exclude(const char *compiler)
{
    const bool excluded = *SANITIZE_FLAGS != '\0';
    if (excluded)
        printf("(skipped: what %s makes cannot be linked with gcc's sanitizers) ", compiler);
    return excluded;
}
