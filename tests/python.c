// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "python.h"

#include <stdio.h>

#include "process.h"
#include "test.h"

enum { TIMEOUT_SECONDS = 60 };

static bool starts(const char *command)
{
    const char *const argv[] = {command, "-c", "import csv, ctypes, json", NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    const bool started = result.exit_status == 0;
    process_free(&result);
    return started;
}

// The one that the packages of the tests bring is asked first: another one in PATH may be a script that takes its time.
const char *python_command(void)
{
    static const char *const commands[] = {"/usr/bin/python3", "python3", NULL};
    static const char *const *chosen;
    if (!chosen)
        for (chosen = commands; *chosen && !starts(*chosen); chosen++)
            ;
    if (!*chosen)
        printf("(skipped: there is no python3) ");
    return *chosen;
}

void python_check(const char *script, const char *argument)
{
    const char *command = python_command();
    if (!command)
        return;
    const char *const argv[] = {command, "-c", script, argument, NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("python3: %s%s", result.out, result.err);
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}
