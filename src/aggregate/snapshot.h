// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Lanes to one set of statistics, while their threads go on writing. Each record of each lane is seen whole, as of some
// moment of the reading.

#ifndef SW_AGGREGATE_SNAPSHOT_H
#define SW_AGGREGATE_SNAPSHOT_H

#include <stepwatch/base.h>

#include "record/statistics.h"

/// For adding up lengths in ticks and such in nanoseconds, and for the percentiles of both.
typedef struct sw__scratch {
    sw__lone_statistics sums[2];
    sw__bucket buckets[2 * SW__BUCKETS];
} sw__scratch;

typedef struct sw__snapshot {
    sw__lane_statistics *merged; ///< `threads` of its lengths is filled in
    sw__scratch *scratch;
    uint64_t lost; ///< lengths that found no page in a histogram
    uint32_t record_end;
    uint32_t epoch; ///< the one that was not over
} sw__snapshot;

/// SW_ERR_NO_MEMORY, or SW_ERR_INTERRUPTED when called from a signal handler inside a call.
sw_status sw__snapshot_take(sw__snapshot *snapshot);
void sw__snapshot_free(sw__snapshot *snapshot);

#endif
