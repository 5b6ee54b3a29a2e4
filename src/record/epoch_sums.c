// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "epoch_sums.h"

#include <sched.h>

#include "record/published.h"

typedef struct lane_sums {
    sw__epoch_sum sums[2][SW__RECORD_CAP]; ///< by the epoch's lowest bit
} lane_sums;

static void merge(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__epoch_sums_part = {.size = sizeof(lane_sums), .merge = merge};

static bool wanted_by_anybody; ///< atomic

void sw__epoch_sums_want(bool wanted)
{
    // Relaxed: the lanes see it when they catch up with the word that lets sections in.
    __atomic_store_n(&wanted_by_anybody, wanted, __ATOMIC_RELAXED);
}

static lane_sums *sums_of(const sw__lane *lane)
{
    return sw__lane_part_of(lane, &sw__epoch_sums_part);
}

static void add(sw__epoch_sum *sum, uint32_t epoch, uint64_t total, uint32_t count)
{
    const bool same = sum->epoch == epoch;
    sw__put(&sum->total, (same ? sum->total : 0) + total);
    sw__put32(&sum->count, (same ? sum->count : 0) + count);
    sw__put32(&sum->epoch, epoch);
}

static bool is_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION;
}

// What an entry of a log, normal or wide, adds to the sums of the log's epoch. False: nothing. A section of an earlier
// epoch is too late for the values of its iteration.
static bool read_entry(const sw__span *span, uint32_t log_epoch, uint32_t *record, uint64_t *length)
{
    const bool wide = SW__SPAN_IS_WIDE(*span);
    const uint64_t packed = span[wide].packed;
    *record = (uint32_t)(packed & SW__SPAN_RECORD_MASK);
    *length = wide ? span[1].start : packed >> SW__SPAN_RECORD_BITS;
    return is_section(*record) && (!wide || packed >> SW__SPAN_RECORD_BITS == log_epoch);
}

void sw__epoch_sums_sink(sw__lane *lane, const sw__chunk *chunk)
{
    if (!__atomic_load_n(&wanted_by_anybody, __ATOMIC_RELAXED))
        return;
    sw__epoch_sum *sums = sums_of(lane)->sums[chunk->epoch & 1];
    const sw__span *end = chunk->spans + chunk->count;
    uint32_t record;
    uint64_t length;
    for (const sw__span *span = chunk->spans; span != end; span += SW__SPAN_IS_WIDE(*span) ? 2 : 1)
        if (read_entry(span, chunk->epoch, &record, &length))
            add(&sums[record], chunk->epoch, length, 1);
}

static void merge(sw__lane *retired, sw__lane *lane)
{
    const uint32_t epoch = sw__epoch_of(sw__span_log_of(lane)->word);
    if (!__atomic_load_n(&wanted_by_anybody, __ATOMIC_RELAXED))
        return;
    for (uint32_t record = 1; record < sw__record_end(); record++)
        for (uint32_t e = epoch - 1; e != epoch + 1; e++) {
            const sw__epoch_sum *sum = &sums_of(lane)->sums[e & 1][record];
            if (sum->epoch == e && sum->count)
                add(&sums_of(retired)->sums[e & 1][record], e, sum->total, sum->count);
        }
}

static void read_log(const sw__span_log *log, uint32_t epoch, sw__epoch_sum *sums, uint32_t record_end)
{
    const sw__span *end = __atomic_load_n(&log->end, __ATOMIC_ACQUIRE);
    if (!end || sw__epoch_of(sw__get(&log->word)) != epoch)
        return;
    for (const sw__span *at = log->spans; at < end;) {
        sw__span entry[2] = {{sw__get(&at->start), sw__get(&at->packed)}, {0, 0}};
        const bool wide = SW__SPAN_IS_WIDE(entry[0]);
        if (wide)
            entry[1] = (sw__span){sw__get(&at[1].start), sw__get(&at[1].packed)};
        uint32_t record;
        uint64_t length;
        // A record that is newer than the reading is one of a thread that goes on with the next iteration.
        if (read_entry(entry, epoch, &record, &length) && record < record_end)
            add(&sums[record], epoch, length, 1);
        at += wide ? 2 : 1;
    }
}

static void read_sums(const lane_sums *from, uint32_t epoch, sw__epoch_sum *sums, uint32_t record_end)
{
    for (uint32_t record = 1; record < record_end; record++) {
        const sw__epoch_sum *sum = &from->sums[epoch & 1][record];
        sums[record] = (sw__epoch_sum){0};
        if (is_section(record) && sw__get32(&sum->epoch) == epoch)
            sums[record] = (sw__epoch_sum){sw__get(&sum->total), sw__get32(&sum->count), epoch};
    }
}

void sw__epoch_sums_read(const sw__lane *lane, uint32_t epoch, sw__epoch_sum *sums, uint32_t record_end)
{
    const sw__span_log *log = sw__span_log_of(lane);
    for (;;) {
        const uint32_t sequence = sw__get32(&log->sequence);
        read_sums(sums_of(lane), epoch, sums, record_end);
        read_log(log, epoch, sums, record_end);
        if (sequence % 2 == 0 && sw__get32(&log->sequence) == sequence)
            return;
        sched_yield();
    }
}
