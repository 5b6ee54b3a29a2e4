// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The clock of a session. Ticks are whatever the chosen source counts; they become nanoseconds when lanes are merged, by
// two anchors at which the source and CLOCK_MONOTONIC were read together: one at the session's begin, one at the reading.

#ifndef SW_BASE_CLOCK_H
#define SW_BASE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include <stepwatch/stopwatch.h>

#include "cycle_counter.h"

typedef struct sw__anchor {
    uint64_t ticks;
    uint64_t ns;          ///< CLOCK_MONOTONIC
    uint64_t error_ticks; ///< the two were read this close together
} sw__anchor;

/// How to turn ticks of this session into nanoseconds.
typedef struct sw__calibration {
    sw__anchor start;
    double ns_per_tick;
    double error; ///< relative: 1e-6 is 1 ppm
} sw__calibration;

extern bool sw__clock_counts_cycles; ///< atomic: a thread may be late with a call of the session before

uint64_t sw__clock_now_slow(void);

static inline uint64_t sw__clock_now(void)
{
    bool cycles = __atomic_load_n(&sw__clock_counts_cycles, __ATOMIC_RELAXED);
    return __builtin_expect(cycles, 1) ? sw__cycle_counter() : sw__clock_now_slow();
}

/// Chooses the source and sets the first anchor. SW_CLOCK_TSC where the counter is not invariant gives CLOCK_MONOTONIC
/// and false.
bool sw__clock_start(sw_clock clock);

/// The name of the source in use: "tsc", "cntvct", "monotonic", "manual".
const char *sw__clock_name(void);

/// The cost of one read, in ticks of the clock, measured at sw__clock_start(); 0 for the manual clock.
double sw__clock_cost_ticks(void);

/// Sets the second anchor, without sleeping.
sw__calibration sw__clock_calibrate(void);

/// The seam for tests: from the next sw__clock_start() on, sessions run on a clock that stands still until it is set,
/// 1 tick = 1 ns. Reads of it are counted.
void sw__clock_use_manual(bool manual);
void sw__clock_set(uint64_t ns);
uint64_t sw__clock_reads(void);

#endif
