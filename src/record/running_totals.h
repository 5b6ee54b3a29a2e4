// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the sections and ops of a lane add up to so far: from one end of an iteration to the next, they differ by what the
// iteration had. Cheaper than a snapshot, which also copies the histograms.

#ifndef SW_RECORD_RUNNING_TOTALS_H
#define SW_RECORD_RUNNING_TOTALS_H

#include "record/amounts.h"

typedef struct sw__running_total {
    uint64_t total; ///< ticks
    uint64_t count;
    sw__amounts amounts;
} sw__running_total;

/// Fills in `totals`, by record up to `record_end`, with those of the lane's sections, ops and cycles up to the end of
/// `epoch`, which is over: what its thread has begun and ended since is left out where that can be told, as it is still in
/// the log. Any thread that visits the lanes.
void sw__running_totals_read(const sw__lane *lane, uint32_t epoch, sw__running_total *totals, uint32_t record_end);

#endif
