// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "running_totals.h"

#include <sched.h>

#include "record/published.h"
#include "record/statistics.h"

static void read_statistics(const sw__lane_statistics *from, sw__running_total *totals, uint32_t record_end)
{
    for (uint32_t record = 1; record < record_end; record++)
        if (sw__record_at(record)->kind == SW__KIND_SECTION)
            totals[record] = (sw__running_total){
                sw__get(&from->records[record].lengths.total),
                sw__get(&from->records[record].lengths.count),
            };
}

static void add(sw__running_total *totals, uint32_t record_end, uint64_t packed, uint64_t length)
{
    const uint32_t record = (uint32_t)(packed & SW__SPAN_RECORD_MASK);
    // A newer record is one of a thread that goes on with the next iteration.
    if (record >= record_end || sw__record_at(record)->kind != SW__KIND_SECTION)
        return;
    totals[record].total += length;
    totals[record].count++;
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
    for (const sw__span *span = log->spans; span < end;) {
        const sw__span entry = {sw__get(&span->start), sw__get(&span->packed)};
        const bool wide = SW__SPAN_IS_WIDE(entry);
        if (wide)
            add(totals, record_end, sw__get(&span[1].packed), sw__get(&span[1].start));
        else
            add(totals, record_end, entry.packed, entry.packed >> SW__SPAN_RECORD_BITS);
        span += wide ? 2 : 1;
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
