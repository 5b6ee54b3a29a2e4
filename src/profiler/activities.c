// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "activities.h"

#include <stepwatch/profiler.h>

#include "base/message.h"
#include "config/suggest.h"

const sw__choice sw__activity_choices[] = {
    {"cpu", SW_ACTIVITY_CPU}, {"blas", SW_ACTIVITY_BLAS}, {"cuda", SW_ACTIVITY_CUDA},
    {"mpi", SW_ACTIVITY_MPI}, {"nccl", SW_ACTIVITY_NCCL}, {NULL, 0},
};

static const uint32_t known = (2u << SW_ACTIVITY_NCCL) - 1;
static const uint32_t available = 1u << SW_ACTIVITY_CPU | 1u << SW_ACTIVITY_BLAS;

static void add_names(sw__buffer *out, uint32_t activities)
{
    const size_t count = (size_t)__builtin_popcount(activities);
    size_t n = 0;
    for (const sw__choice *c = sw__activity_choices; c->name; c++)
        if (activities & 1u << c->value)
            sw__list_add(out, n++, count, "and", c->name);
}

static void say_not_available(uint32_t activities)
{
    sw__buffer names = {0};
    add_names(&names, activities);
    if (names.text)
        sw__say(SW_OK, "profiler: activities: not available yet, and left out: %s", names.text);
    sw__buffer_free(&names);
}

const char *sw__activities_settle(uint32_t *activities)
{
    const uint32_t asked = *activities ? *activities : available;
    if (asked & ~known)
        return "activities has a bit that is none of sw_activity";
    if (!(asked & available))
        return "activities has nothing that is available; that is cpu and blas so far";
    if (asked & ~available)
        say_not_available(asked & ~available);
    *activities = asked & available;
    return NULL;
}
