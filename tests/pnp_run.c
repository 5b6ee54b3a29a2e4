// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "pnp_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "test.h"

enum { MAX_ARGUMENTS = 24, TIMEOUT_SECONDS = 60 };

static char folder[256];

void pnp_make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/pnp_XXXXXX", BUILD_DIR);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
}

void pnp_remove_folder(void)
{
    CHECK_EQUAL(rmdir(folder), 0);
}

char *pnp_path_in(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

process_result pnp_run(const char *environment, const char *const *more)
{
    const char *argv[MAX_ARGUMENTS] = {"env", "-C", folder};
    char *program = realpath(BUILD_DIR "/demos/pnp_solver", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    int count = 3;
    argv[count++] = program;
    argv[count++] = "--size=32";
    for (; *more; more++)
        argv[count++] = *more;
    const char *const variables[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE",
                                     environment ? environment : "STEPWATCH_SET", NULL};
    const process_result result = process_run(argv, variables, TIMEOUT_SECONDS);
    free(program);
    return result;
}

process_result pnp_run_well(const char *environment, const char *const *more)
{
    const process_result result = pnp_run(environment, more);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}
