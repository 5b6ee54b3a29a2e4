// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage for the summary: a table, and its scales in words.

#ifndef SW_STOPWATCH_CPU_USAGE_TABLE_H
#define SW_STOPWATCH_CPU_USAGE_TABLE_H

#include "report/report.h"

/// What the readings took, over all intervals.
typedef struct sw__cpu_usage_cost {
    uint64_t intervals;
    double ns;
} sw__cpu_usage_cost;

/// Adds them if a measurement was chosen.
sw__cpu_usage_cost sw__cpu_usage_table(sw__report *report);

#endif
