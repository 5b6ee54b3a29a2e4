// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Rows: what a snapshot says of one thing, in nanoseconds. That may be several records: a measurement and what was added to
// it by hand, or a section and the same one in other cycles.

#ifndef SW_AGGREGATE_ROWS_H
#define SW_AGGREGATE_ROWS_H

#include "aggregate/snapshot.h"

typedef struct sw__row {
    uint64_t count;
    uint64_t added; ///< of those, what was added by hand
    double total_ns;
    double finished_ns; ///< the part of it in iterations that are over
    double min_ns;
    double max_ns;
    uint32_t max_epoch;
    double stddev_ns; ///< of the population
    double p50_ns;    ///< by nearest rank, within 1 %, and exact at both ends
    double p90_ns;
    double p99_ns;
    uint64_t threads; ///< the most that took part in one of the records
    uint64_t straddled;
} sw__row;

/// The row of some records of lengths together. What is no record, or is newer than the snapshot, has none.
sw__row sw__row_of(const sw__snapshot *snapshot, const uint32_t *records, size_t count, double ns_per_tick);

#endif
