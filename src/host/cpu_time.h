// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU time of this process, in nanoseconds: of all its threads together, also those that ended.
//
// The kernel accounts the calling thread to the nanosecond and threads on other CPUs from timer tick to timer tick: over a
// few milliseconds their time is coarse, and it evens out over many intervals. Any thread.

#ifndef SW_HOST_CPU_TIME_H
#define SW_HOST_CPU_TIME_H

#include <stdint.h>

/// Wall and CPU time, read right after each other: between two such readings both have run for equally long.
typedef struct sw__cpu_clock {
    uint64_t wall_ns; ///< CLOCK_MONOTONIC
    uint64_t cpu_ns;  ///< CLOCK_PROCESS_CPUTIME_ID
} sw__cpu_clock;

/// The same CPU time, split by where it was spent. The kernel counts the split from tick to tick.
typedef struct sw__cpu_split {
    uint64_t user_ns;
    uint64_t system_ns;
    uint64_t children_ns; ///< user and system of children that ended and were waited for; not in the other two
} sw__cpu_split;

uint64_t sw__wall_ns(void); ///< CLOCK_MONOTONIC

sw__cpu_clock sw__cpu_clock_now(void);
sw__cpu_split sw__cpu_split_now(void);

#endif
