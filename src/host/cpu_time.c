// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_time.h"

#include <sys/resource.h>
#include <time.h>

// These clocks exist on every Linux, and the calls then cannot fail.
static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static uint64_t ns_of(struct timeval time)
{
    return ((uint64_t)time.tv_sec * 1000000u + (uint64_t)time.tv_usec) * 1000u;
}

uint64_t sw__wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

sw__cpu_clock sw__cpu_clock_now(void)
{
    // In this order at both edges of an interval, so that what the reads themselves take cancels.
    uint64_t wall_ns = read_clock(CLOCK_MONOTONIC);
    return (sw__cpu_clock){wall_ns, read_clock(CLOCK_PROCESS_CPUTIME_ID)};
}

sw__cpu_split sw__cpu_split_now(void)
{
    struct rusage self;
    struct rusage children;
    getrusage(RUSAGE_SELF, &self);
    getrusage(RUSAGE_CHILDREN, &children);
    return (sw__cpu_split){
        .user_ns = ns_of(self.ru_utime),
        .system_ns = ns_of(self.ru_stime),
        .children_ns = ns_of(children.ru_utime) + ns_of(children.ru_stime),
    };
}
