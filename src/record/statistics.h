// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Statistics of a record on a lane: count, total, min, max with its epoch, sum of squares, and a histogram for the
// percentiles. Kept in the units of the record's kind: whole ticks or nanoseconds, or doubles for values.
//
// The lane's thread writes, inside the sequence of the log's drain; readers copy, and try again if a drain came between.

#ifndef SW_RECORD_STATISTICS_H
#define SW_RECORD_STATISTICS_H

#include "record/amounts.h"
#include "record/histogram.h"
#include "record/published.h"

enum { SW__PAGE_CAP = 32768 }; ///< of a lane's slab: about 1 KiB a name

__extension__ typedef unsigned __int128 sw__u128;

typedef struct sw__lengths {
    uint64_t count;
    uint64_t total;
    uint64_t min;
    uint64_t max;
    uint64_t squares_low; ///< the sum of squares: from integers, so the variance cannot cancel
    uint64_t squares_high;
    uint64_t open_total; ///< the part of total that came while open_epoch was not over
    uint32_t open_epoch;
    uint32_t max_epoch;
    uint32_t straddled; ///< started in warm-up, ended after it; not in count
    uint32_t threads;   ///< lanes that were merged into this one, of those that counted anything
    sw__histogram histogram;
    sw__amounts amounts;
} sw__lengths;

typedef struct sw__values {
    uint64_t count;
    double mean;
    double squares; ///< sum of squared distances to the mean
    double min;
    double max;
    double last;
    uint64_t last_ticks;
} sw__values;

typedef union sw__statistics {
    sw__lengths lengths;
    sw__values values;
    char padding[256]; ///< four cache lines; the first holds what every span touches but the histogram
} sw__statistics;

/// Those of one record, with a slab of their own, which they cannot use up. All zero at first.
typedef struct sw__lone_statistics {
    sw__statistics statistics;
    sw__slab slab;
    sw__page pages[1 + SW__OCTAVES];
} sw__lone_statistics;

/// Empties them, before each use.
void sw__lone_statistics_clear(sw__lone_statistics *lone);

enum { SW__TOUCHED_WORDS = (SW__RECORD_CAP + 63) / 64 };

typedef struct sw__lane_statistics {
    sw__slab slab; ///< over `pages`
    /// Atomic: a bit for each record that has something. What has nothing is not looked at: most records have no memory behind
    /// them on a lane, and looking would give them some.
    uint64_t touched[SW__TOUCHED_WORDS];
    sw__statistics records[SW__RECORD_CAP];
    sw__page pages[1 + SW__PAGE_CAP];
} sw__lane_statistics;

extern sw__lane_part sw__statistics_part;

sw__lane_statistics *sw__lane_statistics_of(sw__lane *lane);

/// Before anything of the record is written. By the lane's thread.
static inline void sw__statistics_touch(sw__lane_statistics *all, uint32_t record)
{
    uint64_t *word = &all->touched[record / 64];
    const uint64_t bit = UINT64_C(1) << record % 64;
    if (__builtin_expect(!(*word & bit), 0))
        sw__put(word, *word | bit);
}

static inline bool sw__statistics_have(const sw__lane_statistics *all, uint32_t record)
{
    return sw__get(&all->touched[record / 64]) >> record % 64 & 1;
}

/// Folds drained spans into the statistics of their lane.
sw__span_sink sw__statistics_sink;

/// Adds one entry of a log, normal or wide, that is of the record. For readers: its log is not drained yet.
void sw__statistics_add(sw__statistics *statistics, sw__slab *slab, const sw__span *span, const sw__chunk *chunk);

static inline sw__u128 sw__lengths_sum_of_squares(const sw__lengths *lengths)
{
    return (sw__u128)sw__get(&lengths->squares_high) << 64 | sw__get(&lengths->squares_low);
}

static inline void sw__lengths_add_squares(sw__lengths *lengths, sw__u128 squares)
{
    sw__u128 sum = sw__lengths_sum_of_squares(lengths) + squares;
    sw__put(&lengths->squares_low, (uint64_t)sum);
    sw__put(&lengths->squares_high, (uint64_t)(sum >> 64));
}

/// Adds `from` to `into`, each with its own slab. `from` may be written meanwhile: the caller checks the sequence.
void sw__lengths_merge(sw__lengths *into, sw__slab *into_slab, const sw__lengths *from, const sw__slab *from_slab);
void sw__values_merge(sw__values *into, const sw__values *from);

/// The sum of squared distances to the mean.
double sw__lengths_squares(const sw__lengths *lengths);

#endif
