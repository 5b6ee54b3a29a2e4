// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What was counted of a name. Each lane has its own counts, which only its thread writes, and the retired lane those of
// threads that ended, which are written under the lanes' lock.

#ifndef SW_NVTX_WRAPPER_RANGE_COUNTS_H
#define SW_NVTX_WRAPPER_RANGE_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/// All atomic. As in sw_range_stats.
typedef struct sw__range_counts {
    uint64_t pushed;
    uint64_t started;
    uint64_t marked;
    uint64_t leaked;
    uint64_t deepest;
} sw__range_counts;

// Relaxed: a reader wants each number as it stands, and concludes nothing about another one.
static inline uint64_t sw__range_count(const uint64_t *count)
{
    return __atomic_load_n(count, __ATOMIC_RELAXED);
}

static inline void sw__range_count_more(uint64_t *count, uint64_t more)
{
    __atomic_store_n(count, *count + more, __ATOMIC_RELAXED);
}

static inline void sw__range_count_up_to(uint64_t *count, uint64_t value)
{
    if (*count < value)
        __atomic_store_n(count, value, __ATOMIC_RELAXED);
}

static inline bool sw__range_is_counted(const sw__range_counts *counts)
{
    return sw__range_count(&counts->pushed) || sw__range_count(&counts->started) || sw__range_count(&counts->marked);
}

/// Adds what another lane counted.
static inline void sw__range_counts_add(sw__range_counts *sum, const sw__range_counts *counts)
{
    sw__range_count_more(&sum->pushed, sw__range_count(&counts->pushed));
    sw__range_count_more(&sum->started, sw__range_count(&counts->started));
    sw__range_count_more(&sum->marked, sw__range_count(&counts->marked));
    sw__range_count_more(&sum->leaked, sw__range_count(&counts->leaked));
    sw__range_count_up_to(&sum->deepest, sw__range_count(&counts->deepest));
}

#endif
