// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Prints the readings of the clock among the calls of CUDA, where that is asked for: the program that includes this has a
// clock_gettime() of its own, which the library finds first.

#ifndef TESTS_PROGRAMS_CLOCK_READINGS_H
#define TESTS_PROGRAMS_CLOCK_READINGS_H

#include <sys/syscall.h>
#include <time.h>

#include "scenario.h"

static bool prints_clock;

__attribute__((visibility("default"))) int clock_gettime(clockid_t id, struct timespec *time)
{
    if (prints_clock && id == CLOCK_MONOTONIC)
        print("clock");
    return (int)syscall(SYS_clock_gettime, id, time);
}

#endif
