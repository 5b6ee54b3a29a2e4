// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is linked with a copy of the library of its own: a plugin, say. It makes its calls as it is told.

#include <string.h>

#include <stepwatch/stepwatch.h>

#include "copy.h"

static int init(const char *name)
{
    (void)name;
    return sw_init(NULL, NULL);
}

static int enable(const char *name)
{
    (void)name;
    return sw_stopwatch_enable(NULL);
}

static int measure(const char *name)
{
    SW_SCOPE(name);
    sw_range_push("range");
    sw_start_meas("meas");
    sw_end_meas("meas");
    sw_value("value", 1);
    return sw_range_pop("range");
}

static int iterate(const char *name)
{
    (void)name;
    sw_pause();
    sw_resume();
    return sw_finish_iter();
}

static int finalize(const char *name)
{
    (void)name;
    return sw_finalize();
}

static const struct {
    const char *name;
    int (*run)(const char *name);
} steps[] = {
    {"init", init}, {"enable", enable}, {"measure", measure}, {"iterate", iterate}, {"finalize", finalize},
};

int copy_do(const char *step, const char *name)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(steps[i].name, step) == 0)
            return steps[i].run(name);
    return COPY_NO_STEP;
}
