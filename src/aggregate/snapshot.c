// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "snapshot.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/misuse.h"
#include "record/published.h"

// A lane's log as it was at one sequence number, its entries chained by record in the order of the log.
typedef struct copied_log {
    sw__chunk chunk;
    uint32_t sequence;
    sw__span spans[SW__LOG_CAP];
    uint16_t next[SW__LOG_CAP]; ///< plus 1; 0: the last
    uint16_t first[SW__RECORD_CAP];
    uint16_t last[SW__RECORD_CAP];
} copied_log;

typedef struct reading {
    sw__snapshot *snapshot;
    copied_log log;
    sw__lone_statistics record; // one of one lane
} reading;

static void chain(copied_log *log)
{
    memset(log->first, 0, sizeof log->first);
    for (uint32_t i = 0; i < log->chunk.count; i += SW__SPAN_IS_WIDE(log->spans[i]) ? 2 : 1) {
        const sw__span *names_record = &log->spans[SW__SPAN_IS_WIDE(log->spans[i]) ? i + 1 : i];
        uint32_t record = (uint32_t)(names_record->packed & SW__SPAN_RECORD_MASK);
        uint16_t link = (uint16_t)(i + 1);
        if (log->first[record])
            log->next[log->last[record] - 1] = link;
        else
            log->first[record] = link;
        log->last[record] = link;
        log->next[i] = 0;
    }
}

static bool try_copy_log(copied_log *log, const sw__span_log *source, uint32_t epoch)
{
    log->sequence = sw__get32(&source->sequence);
    uint64_t word = sw__get(&source->word);
    const sw__span *end = __atomic_load_n(&source->end, __ATOMIC_ACQUIRE);
    uint32_t count = end ? (uint32_t)(end - source->spans) : 0;
    for (uint32_t i = 0; i < count; i++)
        log->spans[i] = (sw__span){sw__get(&source->spans[i].start), sw__get(&source->spans[i].packed)};
    log->chunk = (sw__chunk){
        .spans = log->spans,
        .count = count,
        .epoch = sw__epoch_of(word),
        .phase = word & SW__PHASE_MASK,
        .epoch_is_over = sw__epoch_of(word) != epoch,
    };
    return log->sequence % 2 == 0 && sw__get32(&source->sequence) == log->sequence;
}

static void copy_log(copied_log *log, const sw__lane *lane, uint32_t epoch)
{
    // A drain takes microseconds, but its thread may be off its processor meanwhile.
    while (!try_copy_log(log, sw__span_log_of(lane), epoch))
        sched_yield();
    chain(log);
}

static void merge(sw__kind kind, sw__statistics *into, sw__slab *into_slab, const sw__statistics *from,
                  const sw__slab *from_slab)
{
    if (kind == SW__KIND_VALUE)
        sw__values_merge(&into->values, &from->values);
    else
        sw__lengths_merge(&into->lengths, into_slab, &from->lengths, from_slab);
}

// The lane's statistics and what lies in its log, of one record and one moment.
static void copy_record(reading *r, sw__lane *lane, uint32_t record)
{
    sw__kind kind = sw__record_at(record)->kind;
    sw__lane_statistics *source = sw__lane_part_of(lane, &sw__statistics_part);
    const sw__slab source_slab = {.pages = source->pages, .cap = SW__PAGE_CAP};
    for (;;) {
        sw__lone_statistics_clear(&r->record);
        merge(kind, &r->record.statistics, &r->record.slab, &source->records[record], &source_slab);
        if (sw__get32(&sw__span_log_of(lane)->sequence) == r->log.sequence)
            break;
        copy_log(&r->log, lane, r->snapshot->epoch);
    }
    for (uint32_t i = r->log.first[record]; i; i = r->log.next[i - 1])
        sw__statistics_add(&r->record.statistics, &r->record.slab, &r->log.spans[i - 1], &r->log.chunk);
}

static bool is_touched(const reading *r, const sw__lane *lane, uint32_t record)
{
    const sw__lane_statistics *source = sw__lane_part_of(lane, &sw__statistics_part);
    return r->log.first[record] || sw__statistics_have(source, record);
}

static void read_lane(sw__lane *lane, void *context)
{
    reading *r = context;
    const sw__lane_statistics *source = sw__lane_part_of(lane, &sw__statistics_part);
    r->snapshot->lost += sw__get(&source->slab.lost);
    copy_log(&r->log, lane, r->snapshot->epoch);
    for (uint32_t record = 1; record < r->snapshot->record_end; record++) {
        if (!is_touched(r, lane, record))
            continue;
        copy_record(r, lane, record);
        sw__kind kind = sw__record_at(record)->kind;
        sw__lengths *lengths = &r->record.statistics.lengths;
        if (kind != SW__KIND_VALUE && lengths->count && !lengths->threads)
            lengths->threads = 1;
        merge(kind, &r->snapshot->merged->records[record], &r->snapshot->merged->slab, &r->record.statistics,
              &r->record.slab);
    }
}

// All zero, and memory only where it is written: most records have none.
static sw__lane_statistics *map_statistics(void)
{
    sw__lane_statistics *all =
        mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    sw__slab_set_up(&all->slab, all->pages, SW__PAGE_CAP);
    return all;
}

sw_status sw__snapshot_take(sw__snapshot *snapshot)
{
    *snapshot = (sw__snapshot){0};
    if (sw__this_lane->seen == SW__LANE_BUSY)
        return sw__fail(SW_ERR_INTERRUPTED);
    reading *r = calloc(1, sizeof *r);
    snapshot->merged = map_statistics();
    snapshot->scratch = calloc(1, sizeof *snapshot->scratch);
    if (!r || !snapshot->merged || !snapshot->scratch) {
        free(r);
        sw__snapshot_free(snapshot);
        return sw__fail(SW_ERR_NO_MEMORY);
    }
    snapshot->record_end = sw__record_end();
    snapshot->epoch = sw__epoch_of(sw__state());
    r->snapshot = snapshot;
    sw__lanes_visit(read_lane, r);
    snapshot->lost += snapshot->merged->slab.lost;
    free(r);
    return SW_OK;
}

void sw__snapshot_free(sw__snapshot *snapshot)
{
    if (snapshot->merged)
        munmap(snapshot->merged, sizeof *snapshot->merged);
    free(snapshot->scratch);
    *snapshot = (sw__snapshot){0};
}
