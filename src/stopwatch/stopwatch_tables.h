// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The stopwatch's tables for the summary.

#ifndef SW_STOPWATCH_STOPWATCH_TABLES_H
#define SW_STOPWATCH_STOPWATCH_TABLES_H

#include "report/table.h"
#include "stopwatch/cpu_usage_table.h"
#include "stopwatch/measurement.h"

/// What all measurements together add up to.
typedef struct sw__stopwatch_totals {
    uint64_t pairs; ///< start/end pairs that were counted
    uint64_t straddled;
    uint64_t running;
    uint64_t unfinished;
    uint64_t lost;          ///< intervals that are missing in the percentiles
    bool in_open_iteration; ///< some of what was counted lies in an iteration that is not finished
    sw__cpu_usage_cost cpu_usage;
} sw__stopwatch_totals;

/// Writes the tables that have rows: time of an iteration, spread of the intervals, CPU usage, open ones, one-time
/// measurements, values.
sw__stopwatch_totals sw__stopwatch_tables(sw__buffer *out, const sw__reading *reading);

#endif
