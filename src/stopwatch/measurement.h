// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What there is to say of one measurement: its row, set against the iterations, and what of it is open.

#ifndef SW_STOPWATCH_MEASUREMENT_H
#define SW_STOPWATCH_MEASUREMENT_H

#include "aggregate/reading.h"
#include "aggregate/rows.h"
#include "stopwatch/open_timers.h"

typedef struct sw__measurement {
    sw__kind kind;
    uint32_t name;
    sw__row row;
    double per_iteration_ns; ///< valid with measured iterations
    double per_interval_ns;  ///< valid with a count
    double share;            ///< of the iterations' wall time and the threads; below 0: unknown
    sw__open_timers open;
    double running_ns; ///< of the longest that runs
} sw__measurement;

/// `kind` is SW__KIND_MEAS or SW__KIND_ITERATION.
sw__measurement sw__measurement_of(const sw__reading *reading, sw__kind kind, uint32_t name);

/// The same as programs get it.
sw_meas_stats sw__measurement_stats(const sw__reading *reading, const sw__measurement *m);

#endif
