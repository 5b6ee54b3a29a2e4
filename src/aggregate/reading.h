// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One reading of all that was recorded, for all modules: what a summary says at one moment fits together.

#ifndef SW_AGGREGATE_READING_H
#define SW_AGGREGATE_READING_H

#include "aggregate/snapshot.h"
#include "base/clock.h"
#include "record/iterations.h"

typedef struct sw__reading {
    sw__snapshot snapshot;
    sw__calibration clock;
    sw__iterations iterations;
    uint64_t now; ///< ticks
} sw__reading;

/// A status as that of sw__snapshot_take().
sw_status sw__reading_take(sw__reading *reading);
void sw__reading_free(sw__reading *reading);

#endif
