// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "statistics.h"

#include <string.h>

#include "record/published.h"

// What a run of spans of one record adds up to.
typedef struct run {
    uint64_t count;
    uint64_t total;
    uint64_t min;
    uint64_t max;
    sw__u128 squares;
} run;

static inline void add_run(sw__lengths *lengths, const run *r, uint32_t epoch)
{
    if (lengths->count == 0 || r->min < lengths->min)
        sw__put(&lengths->min, r->min);
    if (lengths->count == 0 || r->max > lengths->max) {
        sw__put(&lengths->max, r->max);
        sw__put32(&lengths->max_epoch, epoch);
    }
    sw__put(&lengths->count, lengths->count + r->count);
    sw__put(&lengths->total, lengths->total + r->total);
    sw__lengths_add_squares(lengths, r->squares);
}

// What an epoch drained before it was over is kept apart, so that averages per iteration can leave it out.
static inline void add_open(sw__lengths *lengths, uint64_t total, uint32_t epoch)
{
    sw__put(&lengths->open_total, (lengths->open_epoch == epoch ? lengths->open_total : 0) + total);
    sw__put32(&lengths->open_epoch, epoch);
}

// A run of one: no sums to be carried.
static inline void add_one(sw__lengths *lengths, sw__slab *slab, uint64_t length, const sw__chunk *chunk)
{
    const run r = {1, length, length, length, (sw__u128)length * length};
    sw__histogram_add(&lengths->histogram, slab, length);
    add_run(lengths, &r, chunk->epoch);
    if (!chunk->epoch_is_over)
        add_open(lengths, length, chunk->epoch);
}

static inline bool is_of_record(const sw__span *span, uint64_t record)
{
    return (span->packed & SW__SPAN_RECORD_MASK) == record;
}

// The drain's inner loop: spans of one record, one behind the other. Returns the first one behind them. The sums are
// variables of their own so that they stay in registers.
static const sw__span *add_normal(sw__lengths *lengths, sw__slab *slab, const sw__chunk *chunk, const sw__span *first)
{
    const sw__span *end = chunk->spans + chunk->count;
    const sw__span *span = first;
    const uint64_t record = first->packed & SW__SPAN_RECORD_MASK;
    uint64_t total = 0, min = UINT64_MAX, max = 0;
    sw__u128 squares = 0;
    do {
        uint64_t length = span->packed >> SW__SPAN_RECORD_BITS;
        total += length;
        squares += (sw__u128)length * length;
        min = length < min ? length : min;
        max = length > max ? length : max;
        sw__histogram_add(&lengths->histogram, slab, length);
        span++;
    } while (span != end && is_of_record(span, record));
    const run r = {(uint64_t)(span - first), total, min, max, squares};
    add_run(lengths, &r, chunk->epoch);
    if (!chunk->epoch_is_over)
        add_open(lengths, total, chunk->epoch);
    return span;
}

static void add_length(sw__lengths *lengths, sw__slab *slab, uint64_t length, uint32_t epoch)
{
    const uint64_t longest = (UINT64_C(1) << SW__OCTAVES) - (UINT64_C(1) << (SW__OCTAVES - SW__BUCKET_BITS - 1));
    const run r = {1, length, length, length, (sw__u128)length * length};
    sw__histogram_add(&lengths->histogram, slab, length < longest ? length : longest - 1);
    add_run(lengths, &r, epoch);
}

// Sections and ops are recorded where the profiler says, in the stopwatch's warm-up or not.
static bool counts_in_any_phase(uint32_t record)
{
    return sw__record_nests(record);
}

static void add_wide_length(sw__lengths *lengths, sw__slab *slab, const sw__span *spans, const sw__chunk *chunk)
{
    const bool any = counts_in_any_phase((uint32_t)(spans[1].packed & SW__SPAN_RECORD_MASK));
    uint64_t phase = any ? SW__PHASE_MEASURED : spans[0].start & SW__PHASE_MASK;
    uint32_t epoch = (uint32_t)(spans[1].packed >> SW__SPAN_RECORD_BITS);
    if (phase == SW__PHASE_MEASURED) {
        add_length(lengths, slab, spans[1].start, epoch);
        if (epoch == chunk->epoch && !chunk->epoch_is_over)
            add_open(lengths, spans[1].start, epoch);
    } else if (phase == SW__PHASE_WARMUP && chunk->phase == SW__PHASE_MEASURED)
        sw__put32(&lengths->straddled, lengths->straddled + 1);
}

static void add_value(sw__values *values, double value, uint64_t ticks)
{
    sw__values_merge(
        values,
        &(sw__values){.count = 1, .mean = value, .min = value, .max = value, .last = value, .last_ticks = ticks});
}

static void add_wide(sw__statistics *statistics, sw__slab *slab, const sw__span *spans, const sw__chunk *chunk)
{
    const sw__record *record = sw__record_at((uint32_t)(spans[1].packed & SW__SPAN_RECORD_MASK));
    const sw__wide what = sw__span_wide(spans);
    if (what != SW__WIDE_SPAN) {
        const sw__amounts amounts = sw__amounts_of(what, spans[0].start, spans[1].start);
        sw__amounts_add(&statistics->lengths.amounts, &amounts);
    } else if (record->kind != SW__KIND_VALUE)
        add_wide_length(&statistics->lengths, slab, spans, chunk);
    else if ((spans[0].start & SW__PHASE_MASK) == SW__PHASE_MEASURED) {
        double value;
        memcpy(&value, &spans[1].start, sizeof value);
        add_value(&statistics->values, value, spans[0].start & ~SW__PHASE_MASK);
    }
}

void sw__statistics_add(sw__statistics *statistics, sw__slab *slab, const sw__span *span, const sw__chunk *chunk)
{
    const sw__chunk one = {span, 1, chunk->epoch, chunk->phase, chunk->epoch_is_over};
    if (SW__SPAN_IS_WIDE(*span))
        add_wide(statistics, slab, span, chunk);
    else if (chunk->phase == SW__PHASE_MEASURED || counts_in_any_phase((uint32_t)(span->packed & SW__SPAN_RECORD_MASK)))
        add_normal(&statistics->lengths, slab, &one, span);
}

static const sw__span *pass_warmup(sw__lane_statistics *all, const sw__chunk *chunk, const sw__span *span)
{
    const sw__span *end = chunk->spans + chunk->count;
    for (; span != end && !SW__SPAN_IS_WIDE(*span); span++) {
        const uint32_t record = (uint32_t)(span->packed & SW__SPAN_RECORD_MASK);
        if (!counts_in_any_phase(record))
            continue;
        sw__statistics_touch(all, record);
        add_one(&all->records[record].lengths, &all->slab, span->packed >> SW__SPAN_RECORD_BITS, chunk);
    }
    return span;
}

void sw__statistics_sink(sw__lane *lane, const sw__chunk *chunk)
{
    sw__lane_statistics *all = sw__lane_statistics_of(lane);
    const sw__span *end = chunk->spans + chunk->count;
    for (const sw__span *span = chunk->spans; span != end;) {
        if (SW__SPAN_IS_WIDE(*span)) {
            const uint32_t record = (uint32_t)(span[1].packed & SW__SPAN_RECORD_MASK);
            sw__statistics_touch(all, record);
            add_wide(&all->records[record], &all->slab, span, chunk);
            span += 2;
        } else if (chunk->phase == SW__PHASE_MEASURED) {
            const uint64_t record = span->packed & SW__SPAN_RECORD_MASK;
            sw__lengths *lengths = &all->records[record].lengths;
            sw__statistics_touch(all, (uint32_t)record);
            if (span + 1 != end && is_of_record(span + 1, record))
                span = add_normal(lengths, &all->slab, chunk, span);
            else
                add_one(lengths, &all->slab, span++->packed >> SW__SPAN_RECORD_BITS, chunk);
        } else
            span = pass_warmup(all, chunk, span);
    }
}
