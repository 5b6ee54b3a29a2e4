// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What sections and ops took and did in an iteration, by record and over all threads: what the totals of all lanes have
// grown by since the iteration before.

#ifndef SW_PROFILER_ITERATION_TOTALS_H
#define SW_PROFILER_ITERATION_TOTALS_H

#include "record/running_totals.h"

typedef struct sw__iteration_totals {
    sw__running_total *all; ///< by record
    uint32_t end;
    uint64_t own_outermost; ///< ticks that the calling thread was in any section
} sw__iteration_totals;

/// Takes those of the iteration that the calling thread finished last, with this epoch. No lane is entered. False: memory ran
/// out, and there are none. Free them in any case.
bool sw__iteration_totals_take(sw__iteration_totals *totals, uint32_t epoch);

/// Adds `more` to `sums`, which grows with it. False: no memory, and nothing was added.
bool sw__iteration_totals_add(sw__iteration_totals *sums, const sw__iteration_totals *more);

void sw__iteration_totals_free(sw__iteration_totals *totals);

/// A session begins: nothing was recorded yet.
void sw__iteration_totals_reset(void);

#endif
