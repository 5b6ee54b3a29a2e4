// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Programs that run a scenario, as told by their argument, and print what happens, line by line, to stdout: a fake of CUDA
// in the same process prints there, too.

#ifndef TESTS_PROGRAMS_SCENARIO_H
#define TESTS_PROGRAMS_SCENARIO_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

typedef struct scenario {
    const char *name;
    void (*run)(void);
} scenario;

#define SCENARIO(name)                                                                                                 \
    {                                                                                                                  \
#name, run_##name                                                                                              \
    }

static inline void print(const char *text)
{
    char line[128];
    int length = snprintf(line, sizeof line, "%s\n", text);
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        abort();
}

static inline int run_scenario(const scenario *all, size_t count, int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < count; i++)
        if (strcmp(all[i].name, argv[1]) == 0) {
            all[i].run();
            sw_finalize();
            return EXIT_SUCCESS;
        }
    return EXIT_FAILURE;
}

#endif
