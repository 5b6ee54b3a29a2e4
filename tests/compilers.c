// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "compilers.h"

#include <stdio.h>
#include <string.h>

#include "process.h"

enum { TIMEOUT_SECONDS = 60 };

bool compiler_is_there(const compiler *c)
{
    const char *const argv[] = {c->command, "--version", NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    const bool found = result.exit_status == 0;
    process_free(&result);
    if (!found)
        printf("(skipped: there is no %s) ", c->command);
    return found;
}

bool compiler_is_cxx(const compiler *c)
{
    return strcmp(c->language, "c++") == 0;
}
