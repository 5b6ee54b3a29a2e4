// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What each section added up to in the current iteration, on each lane: the values of an iteration are read from here when
// it is over. Statistics are of the whole run and cannot be taken apart again.
//
// The lane's thread writes, inside the sequence of the log's drain; readers try again if a drain came between. There is one
// set for the epoch that begins and one for the epoch that ends, so that a thread which is quick to begin the next iteration
// leaves the last one there to be read.

#ifndef SW_RECORD_EPOCH_SUMS_H
#define SW_RECORD_EPOCH_SUMS_H

#include "record/span_log.h"

typedef struct sw__epoch_sum {
    uint64_t total; ///< ticks
    uint32_t count;
    uint32_t epoch; ///< what is of another one counts as nothing
} sw__epoch_sum;

extern sw__lane_part sw__epoch_sums_part;

/// Whether anybody will read them: set while no section is being recorded.
void sw__epoch_sums_want(bool wanted);

/// Adds drained spans of sections to the sums of their lane.
sw__span_sink sw__epoch_sums_sink;

/// Fills in `sums`, by record up to `record_end`, with what the lane has of the sections of an epoch, its log included.
void sw__epoch_sums_read(const sw__lane *lane, uint32_t epoch, sw__epoch_sum *sums, uint32_t record_end);

#endif
