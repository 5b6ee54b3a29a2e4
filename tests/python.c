// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "python.h"

#include <stdio.h>

#include "process.h"
#include "test.h"

enum { TIMEOUT_SECONDS = 60 };

static bool is_there(void)
{
    static const char *const argv[] = {"python3", "-c", "import csv, json", NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    const bool found = result.exit_status == 0;
    process_free(&result);
    return found;
}

void python_check(const char *script, const char *argument)
{
    if (!is_there()) {
        printf("(skipped: there is no python3) ");
        return;
    }
    const char *const argv[] = {"python3", "-c", script, argument, NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("python3: %s%s", result.out, result.err);
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}
