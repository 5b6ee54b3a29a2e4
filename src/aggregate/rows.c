// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "rows.h"

#include <math.h>
#include <stdlib.h>

// Lengths and the factor that makes nanoseconds of them.
typedef struct source {
    const sw__lengths *lengths;
    double scale;
} source;

static void add_extremes(sw__row *row, source from)
{
    double min = (double)from.lengths->min * from.scale;
    double max = (double)from.lengths->max * from.scale;
    if (row->count == 0 || min < row->min_ns)
        row->min_ns = min;
    if (row->count == 0 || max > row->max_ns) {
        row->max_ns = max;
        row->max_epoch = from.lengths->max_epoch;
    }
}

// While rows are added up, stddev_ns is the sum of squared distances to the mean (Chan, Golub and LeVeque 1979).
static void add_squares(sw__row *row, source from)
{
    double ours = (double)row->count;
    double theirs = (double)from.lengths->count;
    double distance = (double)from.lengths->total * from.scale / theirs - (ours > 0 ? row->total_ns / ours : 0);
    row->stddev_ns += sw__lengths_squares(from.lengths) * from.scale * from.scale +
                      distance * distance * ours * theirs / (ours + theirs);
}

static void add_source(sw__row *row, source from, uint32_t open_epoch)
{
    const sw__lengths *lengths = from.lengths;
    row->straddled += lengths->straddled;
    if (lengths->count == 0)
        return;
    add_extremes(row, from);
    add_squares(row, from);
    uint64_t open = lengths->open_epoch == open_epoch ? lengths->open_total : 0;
    row->count += lengths->count;
    row->total_ns += (double)lengths->total * from.scale;
    row->finished_ns += (double)(lengths->total - open) * from.scale;
    if (lengths->threads > row->threads)
        row->threads = lengths->threads;
}

static int by_middle(const void *a, const void *b)
{
    double x = ((const sw__bucket *)a)->middle;
    double y = ((const sw__bucket *)b)->middle;
    return (x > y) - (x < y);
}

// By nearest rank: the length of rank ceil(fraction * n).
static double percentile(const sw__row *row, const sw__bucket *buckets, size_t bucket_count, double fraction)
{
    uint64_t n = 0;
    for (size_t i = 0; i < bucket_count; i++)
        n += buckets[i].count;
    double rank = ceil(fraction * (double)n);
    if (rank <= 1)
        return row->min_ns;
    if (rank >= (double)n)
        return row->max_ns;
    uint64_t seen = 0;
    size_t i = 0;
    while ((double)(seen += buckets[i].count) < rank)
        i++;
    return fmin(fmax(buckets[i].middle, row->min_ns), row->max_ns);
}

static void add_percentiles(sw__row *row, const sw__snapshot *snapshot, const source *sources, size_t source_count)
{
    sw__bucket *buckets = snapshot->buckets;
    size_t count = 0;
    for (size_t i = 0; i < source_count; i++) {
        size_t more = sw__histogram_list(&sources[i].lengths->histogram, &snapshot->merged->slab, buckets + count);
        for (size_t end = count + more; count < end; count++)
            buckets[count].middle *= sources[i].scale;
    }
    qsort(buckets, count, sizeof *buckets, by_middle);
    row->p50_ns = percentile(row, buckets, count, 0.50);
    row->p90_ns = percentile(row, buckets, count, 0.90);
    row->p99_ns = percentile(row, buckets, count, 0.99);
}

static source source_of(const sw__snapshot *snapshot, sw__kind kind, uint32_t name, double scale)
{
    static const sw__lengths nothing;
    uint32_t record = sw__record_find(kind, name, 0);
    bool known = record && record < snapshot->record_end;
    return (source){known ? &snapshot->merged->records[record].lengths : &nothing, scale};
}

sw__row sw__row_of(const sw__snapshot *snapshot, sw__kind kind, uint32_t name, double ns_per_tick)
{
    sw__row row = {0};
    source sources[2] = {source_of(snapshot, kind, name, ns_per_tick)};
    size_t count = 1;
    if (kind == SW__KIND_MEAS)
        sources[count++] = source_of(snapshot, SW__KIND_ADDED, name, 1);
    for (size_t i = 0; i < count; i++)
        add_source(&row, sources[i], snapshot->epoch);
    row.added = count > 1 ? sources[1].lengths->count : 0;
    if (row.count == 0)
        return row;
    row.stddev_ns = sqrt(row.stddev_ns / (double)row.count);
    add_percentiles(&row, snapshot, sources, count);
    return row;
}
