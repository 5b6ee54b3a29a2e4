// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "rows.h"

#include <math.h>
#include <stdlib.h>

// Lengths of one unit, and the factor that makes nanoseconds of them.
typedef struct source {
    const sw__lengths *lengths; ///< NULL: none
    const sw__slab *slab;
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
    if (!lengths)
        return;
    row->straddled += lengths->straddled;
    if (lengths->count == 0)
        return;
    add_extremes(row, from);
    add_squares(row, from);
    uint64_t open = lengths->open_epoch == open_epoch ? lengths->open_total : 0;
    row->count += lengths->count;
    row->total_ns += (double)lengths->total * from.scale;
    row->finished_ns += (double)(lengths->total - open) * from.scale;
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

static void add_percentiles(sw__row *row, sw__bucket *buckets, const source *sources, size_t source_count)
{
    size_t count = 0;
    for (size_t i = 0; i < source_count; i++) {
        if (!sources[i].lengths)
            continue;
        size_t more = sw__histogram_list(&sources[i].lengths->histogram, sources[i].slab, buckets + count);
        for (size_t end = count + more; count < end; count++)
            buckets[count].middle *= sources[i].scale;
    }
    qsort(buckets, count, sizeof *buckets, by_middle);
    row->p50_ns = percentile(row, buckets, count, 0.50);
    row->p90_ns = percentile(row, buckets, count, 0.90);
    row->p99_ns = percentile(row, buckets, count, 0.99);
}

// Adds a record to the others of its unit: whole numbers, so that nothing is lost. Most often it is the only one.
static void add_record(source *sum, sw__lone_statistics *scratch, const sw__lengths *lengths, const sw__slab *slab)
{
    if (!sum->lengths) {
        sum->lengths = lengths;
        sum->slab = slab;
        return;
    }
    if (sum->slab != &scratch->slab) {
        sw__lone_statistics_clear(scratch);
        sw__lengths_merge(&scratch->statistics.lengths, &scratch->slab, sum->lengths, sum->slab);
        sum->lengths = &scratch->statistics.lengths;
        sum->slab = &scratch->slab;
    }
    sw__lengths_merge(&scratch->statistics.lengths, &scratch->slab, lengths, slab);
}

sw__row sw__row_of(const sw__snapshot *snapshot, const uint32_t *records, size_t count, double ns_per_tick)
{
    enum { TICKS, NANOSECONDS, UNITS };
    source sources[UNITS] = {[TICKS] = {.scale = ns_per_tick}, [NANOSECONDS] = {.scale = 1}};
    sw__row row = {0};
    for (size_t i = 0; i < count; i++) {
        if (!records[i] || records[i] >= snapshot->record_end)
            continue;
        const sw__lengths *lengths = &snapshot->merged->records[records[i]].lengths;
        const int unit = sw__record_at(records[i])->kind == SW__KIND_ADDED ? NANOSECONDS : TICKS;
        add_record(&sources[unit], &snapshot->scratch->sums[unit], lengths, &snapshot->merged->slab);
        if (lengths->threads > row.threads)
            row.threads = lengths->threads;
    }
    for (size_t i = 0; i < UNITS; i++)
        add_source(&row, sources[i], snapshot->epoch);
    row.added = sources[NANOSECONDS].lengths ? sources[NANOSECONDS].lengths->count : 0;
    if (row.count == 0)
        return row;
    row.stddev_ns = sqrt(row.stddev_ns / (double)row.count);
    add_percentiles(&row, snapshot->scratch->buckets, sources, UNITS);
    return row;
}
