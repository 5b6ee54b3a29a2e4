// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A log-linear histogram of lengths: one page for each octave that was touched, 64 buckets a page, so that the middle of a
// bucket is within 1/128 of each length in it; lengths up to 128 have a bucket each. Pages come from a slab.
//
// The slab's owner writes with release, readers load with acquire and check the log's sequence: see statistics.h.

#ifndef SW_RECORD_HISTOGRAM_H
#define SW_RECORD_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "record/published.h"

enum {
    SW__BUCKET_BITS = 6,
    SW__PAGE_BUCKETS = 1 << SW__BUCKET_BITS,
    SW__OCTAVES = 56, ///< in ticks of a nanosecond, the last one begins after a year; it takes all beyond, too
};

typedef struct sw__page {
    uint32_t buckets[SW__PAGE_BUCKETS];
} sw__page;

typedef struct sw__slab {
    sw__page *pages; ///< number 0 is none: its buckets are all full
    uint32_t used;   ///< besides number 0
    uint32_t cap;    ///< the same
    uint64_t lost;   ///< lengths that found no page: missing in the percentiles only
} sw__slab;

/// A histogram: for each octave the number of its page in the slab; 0: not touched.
typedef struct sw__histogram {
    uint16_t pages[SW__OCTAVES];
} sw__histogram;

/// Sets up a slab that is all zero over pages that are all zero: number 0, and `cap` more.
void sw__slab_set_up(sw__slab *slab, sw__page *pages, uint32_t cap);

/// The octave's number and, in the lower six bits, that of the bucket: what a double has as its exponent and the first six
/// bits of its fraction. 0 goes with 1.
static inline uint32_t sw__histogram_place(uint64_t length)
{
    double number = (double)(int64_t)(length + (length == 0));
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (uint32_t)(bits >> (52 - SW__BUCKET_BITS)) - (1023u << SW__BUCKET_BITS);
}

/// The way in for a place that has no page yet, or whose bucket is full.
void sw__histogram_add_slowly(sw__histogram *histogram, sw__slab *slab, uint32_t place);

/// Adds a length of less than 2 to the power of SW__OCTAVES.
static inline void sw__histogram_add(sw__histogram *histogram, sw__slab *slab, uint64_t length)
{
    uint32_t place = sw__histogram_place(length);
    uint32_t page = histogram->pages[place >> SW__BUCKET_BITS];
    uint32_t *bucket = &slab->pages[page].buckets[place % SW__PAGE_BUCKETS];
    if (__builtin_expect(*bucket != UINT32_MAX, 1))
        sw__put32(bucket, *bucket + 1);
    else
        sw__histogram_add_slowly(histogram, slab, place);
}

/// Adds `from`, whose slab may be written meanwhile: the caller checks the sequence.
void sw__histogram_merge(sw__histogram *into, sw__slab *into_slab, const sw__histogram *from,
                         const sw__slab *from_slab);

typedef struct sw__bucket {
    double middle; ///< of its lengths
    uint64_t count;
} sw__bucket;

enum { SW__BUCKETS = SW__OCTAVES * SW__PAGE_BUCKETS };

/// Lists the buckets that are not empty, in ascending order; returns how many. There is room for SW__BUCKETS.
size_t sw__histogram_list(const sw__histogram *histogram, const sw__slab *slab, sw__bucket *buckets);

#endif
