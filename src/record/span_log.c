// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "span_log.h"

#include "record/statistics.h"
#include "record/trace_sink.h"

static void begin_epoch(sw__lane *lane, uint64_t word);
static void drain_all(sw__lane *lane);

sw__lane_part sw__span_log_part = {.size = sizeof(sw__span_log), .on_epoch = begin_epoch, .on_exit = drain_all};

static sw__span_sink *const sinks[] = {sw__statistics_sink, sw__trace_sink};

static void drain(sw__lane *lane, uint64_t next_word)
{
    sw__span_log *log = sw__span_log_of(lane);
    sw__chunk chunk = {
        .spans = log->spans,
        .count = log->end ? (uint32_t)(log->end - log->spans) : 0,
        .epoch = sw__epoch_of(log->word),
        .phase = log->word & SW__PHASE_MASK,
        .epoch_is_over = sw__epoch_of(next_word) != sw__epoch_of(log->word),
    };
    // The odd number must be seen before anything that the drain changes: the sinks and the end below store with release.
    __atomic_store_n(&log->sequence, log->sequence + 1, __ATOMIC_RELAXED);
    for (size_t i = 0; chunk.count && i < sizeof sinks / sizeof *sinks; i++)
        sinks[i](lane, &chunk);
    __atomic_store_n(&log->end, log->spans, __ATOMIC_RELEASE);
    __atomic_store_n(&log->word, next_word, __ATOMIC_RELEASE);
    __atomic_store_n(&log->sequence, log->sequence + 1, __ATOMIC_RELEASE);
}

static void begin_epoch(sw__lane *lane, uint64_t word)
{
    sw__span_log *log = sw__span_log_of(lane);
    log->last = log->spans + SW__LOG_CAP - 2;
    if (!log->end || sw__is_new_epoch(log->word, word))
        drain(lane, word);
}

static void drain_all(sw__lane *lane)
{
    sw__span_log_drain(lane);
}

void sw__span_log_drain(sw__lane *lane)
{
    drain(lane, sw__span_log_of(lane)->word);
}

void sw__span_append(sw__lane *lane, uint64_t start, uint64_t length, uint32_t record)
{
    sw__span_log *log = sw__span_log_of(lane);
    if (sw__span_append_at_once(log, start, length, record))
        return;
    sw__span_put(log->end, start, length << SW__SPAN_RECORD_BITS | record);
    __atomic_store_n(&log->end, log->end + 1, __ATOMIC_RELEASE);
    sw__span_log_drain(lane);
}

void sw__span_append_wide(sw__lane *lane, uint64_t start, uint64_t payload, uint32_t epoch, uint32_t record)
{
    sw__span_append_more(lane, SW__WIDE_SPAN, start, payload, epoch, record);
}

void sw__span_append_more(sw__lane *lane, sw__wide what, uint64_t start, uint64_t payload, uint32_t epoch,
                          uint32_t record)
{
    sw__span_log *log = sw__span_log_of(lane);
    sw__span *end = log->end;
    sw__span_put(end, start, (uint64_t)what << SW__SPAN_RECORD_BITS);
    sw__span_put(end + 1, payload, (uint64_t)epoch << SW__SPAN_RECORD_BITS | record);
    __atomic_store_n(&log->end, end + 2, __ATOMIC_RELEASE);
    if (end + 2 > log->last)
        sw__span_log_drain(lane);
}
