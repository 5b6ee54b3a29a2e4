// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The stopwatch's tables for the summary.

#ifndef SW_STOPWATCH_STOPWATCH_TABLES_H
#define SW_STOPWATCH_STOPWATCH_TABLES_H

#include "report/report.h"
#include "stopwatch/cpu_usage_table.h"
#include "stopwatch/measurement.h"

/// What all measurements together add up to.
typedef struct sw__stopwatch_totals {
    uint64_t pairs; ///< start/end pairs that were counted
    uint64_t straddled;
    uint64_t running;
    uint64_t unfinished;
    uint64_t captured;      ///< intervals with an edge in a stream capture
    bool in_open_iteration; ///< some of what was counted lies in an iteration that is not finished
    sw__cpu_usage_cost cpu_usage;
} sw__stopwatch_totals;

/// Adds the tables: time of an iteration, spread of the intervals, CPU usage, open ones, one-time measurements, values.
/// And, for programs, the facts that they have of the iteration and of the measurement with the greatest total.
sw__stopwatch_totals sw__stopwatch_tables(sw__report *report, const sw__reading *reading);

/// All measurements of a reading, the iteration itself among them, the one with the greatest total first.
typedef struct sw__measurements {
    sw__measurement *all; ///< NULL: no memory
    size_t count;
} sw__measurements;

/// Free `all`.
sw__measurements sw__measurements_list(const sw__reading *reading);

#endif
