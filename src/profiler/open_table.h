// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The sections and ops that were begun and not ended: still open on the thread that asks, or cut off.

#ifndef SW_PROFILER_OPEN_TABLE_H
#define SW_PROFILER_OPEN_TABLE_H

#include "aggregate/reading.h"
#include "report/report.h"

typedef struct sw__open_totals {
    bool running;        ///< some are open on the calling thread
    uint64_t unfinished; ///< cut off
} sw__open_totals;

/// Adds their table: a row for each call path.
sw__open_totals sw__open_table(sw__report *report, const sw__reading *reading);

#endif
