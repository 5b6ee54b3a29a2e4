// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler's tables for the summary.

#ifndef SW_PROFILER_SECTION_TABLE_H
#define SW_PROFILER_SECTION_TABLE_H

#include "aggregate/reading.h"
#include "profiler/cycles.h"
#include "report/report.h"

/// What all sections together add up to.
typedef struct sw__section_totals {
    sw__recorded recorded;
    uint64_t cycles;
    uint64_t partial_cycles;
    uint64_t pairs;         ///< begins and ends that were counted
    uint64_t unfinished;    ///< cut off
    bool in_open_iteration; ///< some of it lies in an iteration that is not finished
} sw__section_totals;

/// Adds the tables: the sections as a tree and their spread, those that are open or were cut off, the cycles, and the
/// sections of each cycle.
sw__section_totals sw__section_tables(sw__report *report, const sw__reading *reading);

#endif
