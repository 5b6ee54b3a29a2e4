// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include "record/published.h"
#include "record/statistics.h"

void sw__lone_statistics_clear(sw__lone_statistics *lone)
{
    memset(lone->pages, 0, (1 + lone->slab.used) * sizeof *lone->pages);
    lone->statistics = (sw__statistics){0};
    lone->slab = (sw__slab){0};
    sw__slab_set_up(&lone->slab, lone->pages, SW__OCTAVES);
}

// One lane may be an epoch ahead of the other: then the other's open part is of an epoch that is over.
static void merge_open(sw__lengths *into, const sw__lengths *from)
{
    uint64_t total = sw__get(&from->open_total);
    uint32_t epoch = sw__get32(&from->open_epoch);
    if (epoch > into->open_epoch) {
        sw__put(&into->open_total, total);
        sw__put32(&into->open_epoch, epoch);
    } else if (epoch == into->open_epoch)
        sw__put(&into->open_total, into->open_total + total);
}

static void merge_extremes(sw__lengths *into, const sw__lengths *from)
{
    uint64_t min = sw__get(&from->min);
    uint64_t max = sw__get(&from->max);
    if (into->count == 0 || min < into->min)
        sw__put(&into->min, min);
    if (into->count == 0 || max > into->max) {
        sw__put(&into->max, max);
        sw__put32(&into->max_epoch, sw__get32(&from->max_epoch));
    }
}

void sw__lengths_merge(sw__lengths *into, sw__slab *into_slab, const sw__lengths *from, const sw__slab *from_slab)
{
    sw__put32(&into->straddled, into->straddled + sw__get32(&from->straddled));
    sw__amounts_add(&into->amounts, &from->amounts);
    uint64_t count = sw__get(&from->count);
    if (count == 0)
        return;
    merge_open(into, from);
    merge_extremes(into, from);
    sw__put(&into->count, into->count + count);
    sw__put(&into->total, into->total + sw__get(&from->total));
    sw__lengths_add_squares(into, sw__lengths_sum_of_squares(from));
    sw__put32(&into->threads, into->threads + sw__get32(&from->threads));
    sw__histogram_merge(&into->histogram, into_slab, &from->histogram, from_slab);
}

static void merge_value_extremes(sw__values *into, const sw__values *from)
{
    double min = sw__get_double(&from->min);
    double max = sw__get_double(&from->max);
    if (into->count == 0 || min < into->min)
        sw__put_double(&into->min, min);
    if (into->count == 0 || max > into->max)
        sw__put_double(&into->max, max);
}

// The update of Chan, Golub and LeVeque (1979) for two samples' mean and sum of squared distances to it; for a sample of
// one it is that of Welford (1962).
static void merge_moments(sw__values *into, const sw__values *from)
{
    double ours = (double)into->count;
    double theirs = (double)sw__get(&from->count);
    double distance = sw__get_double(&from->mean) - into->mean;
    sw__put_double(&into->mean, into->mean + distance * theirs / (ours + theirs));
    sw__put_double(&into->squares, into->squares + sw__get_double(&from->squares) +
                                       distance * distance * ours * theirs / (ours + theirs));
}

void sw__values_merge(sw__values *into, const sw__values *from)
{
    uint64_t count = sw__get(&from->count);
    if (count == 0)
        return;
    merge_value_extremes(into, from);
    merge_moments(into, from);
    if (into->count == 0 || sw__get(&from->last_ticks) >= into->last_ticks) {
        sw__put_double(&into->last, sw__get_double(&from->last));
        sw__put(&into->last_ticks, sw__get(&from->last_ticks));
    }
    sw__put(&into->count, into->count + count);
}

// With total = n * q + r, the sum of (x - q)^2 is the sum of x^2 less q * (total + r): whole numbers up to here, so that
// equal lengths give exactly 0.
double sw__lengths_squares(const sw__lengths *lengths)
{
    if (lengths->count < 2)
        return 0;
    uint64_t q = lengths->total / lengths->count;
    uint64_t r = lengths->total % lengths->count;
    sw__u128 about_q = sw__lengths_sum_of_squares(lengths) - (sw__u128)q * ((sw__u128)lengths->total + r);
    double about_mean = (double)about_q - (double)r * ((double)r / (double)lengths->count);
    return about_mean > 0 ? about_mean : 0;
}
