// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "running_totals.h"

#include <sched.h>

#include "record/published.h"
#include "record/statistics.h"
#include "record/trace_format.h"

static bool is_wanted(uint32_t record)
{
    return sw__record_nests(record) || sw__record_at(record)->kind == SW__KIND_CYCLE;
}

static void read_statistics(const sw__lane_statistics *from, sw__running_total *totals, uint32_t record_end)
{
    for (uint32_t record = 1; record < record_end; record++) {
        totals[record] = (sw__running_total){0};
        if (!sw__statistics_have(from, record) || !is_wanted(record))
            continue;
        const sw__lengths *lengths = &from->records[record].lengths;
        totals[record].total = sw__get(&lengths->total);
        totals[record].count = sw__get(&lengths->count);
        sw__amounts_add(&totals[record].amounts, &lengths->amounts);
    }
}

static void add(sw__running_total *total, const sw__entry *entry)
{
    if (entry->what == SW__WIDE_SPAN) {
        total->total += entry->payload;
        total->count++;
        return;
    }
    const sw__amounts amounts = sw__amounts_of(entry->what, entry->start, entry->payload);
    sw__amounts_add(&total->amounts, &amounts);
}

// The log of a thread that has rested since is of an earlier epoch, and still to be drained.
static bool is_of_later_epoch(const sw__span_log *log, uint32_t epoch)
{
    return (int32_t)(sw__epoch_of(sw__get(&log->word)) - epoch) > 0;
}

static void read_log(const sw__span_log *log, uint32_t epoch, sw__running_total *totals, uint32_t record_end)
{
    const sw__span *end = __atomic_load_n(&log->end, __ATOMIC_ACQUIRE);
    if (!end || is_of_later_epoch(log, epoch))
        return;
    sw__entry entry;
    for (const sw__span *span = log->spans; span < end; span += entry.size) {
        entry = sw__entry_at(span, (size_t)(end - span), epoch);
        // A newer record is one of a thread that goes on with the next iteration.
        if (entry.record < record_end && is_wanted(entry.record))
            add(&totals[entry.record], &entry);
    }
}

void sw__running_totals_read(const sw__lane *lane, uint32_t epoch, sw__running_total *totals, uint32_t record_end)
{
    const sw__span_log *log = sw__span_log_of(lane);
    for (;;) {
        const uint32_t sequence = sw__get32(&log->sequence);
        read_statistics(sw__lane_part_of(lane, &sw__statistics_part), totals, record_end);
        read_log(log, epoch, totals, record_end);
        if (sequence % 2 == 0 && sw__get32(&log->sequence) == sequence)
            return;
        sched_yield();
    }
}
