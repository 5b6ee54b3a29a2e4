// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "raw_trace.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANES_MAX = 1 << 20 };

typedef struct reader {
    sw__raw_trace *raw;
    FILE *file;
    sw__trace_block head;
    _Alignas(16) char payload[SW__TRACE_PAYLOAD_MAX];
} reader;

// False: it is the end, or what follows is not whole.
static bool next_block(reader *r)
{
    return fread(&r->head, sizeof r->head, 1, r->file) == 1 && r->head.magic == SW__TRACE_MAGIC &&
           r->head.size <= sizeof r->payload && fread(r->payload, 1, r->head.size, r->file) == r->head.size;
}

static bool read_run(reader *r)
{
    sw__raw_trace *raw = r->raw;
    if (r->head.kind != SW__TRACE_RUN || r->head.size < sizeof raw->run)
        return false;
    memcpy(&raw->run, r->payload, sizeof raw->run);
    const size_t length = r->head.size - sizeof raw->run;
    memcpy(raw->texts, r->payload + sizeof raw->run, length < sizeof raw->texts ? length : sizeof raw->texts - 1);
    const char *text = raw->texts, *end = raw->texts + sizeof raw->texts - 1;
    for (size_t i = 0; i < SW__TRACE_TEXT_COUNT; i++) {
        raw->text[i] = text;
        text += strlen(text) + (text + strlen(text) < end);
    }
    raw->trace.rank = raw->run.rank;
    raw->trace.first_iteration = raw->run.first_iteration;
    raw->trace.process = raw->run.process;
    raw->trace.program = raw->text[SW__TRACE_PROGRAM];
    return raw->run.version == SW__TRACE_VERSION && raw->run.ns_per_tick > 0 && isfinite(raw->run.ns_per_tick);
}

static void read_record(reader *r)
{
    sw__trace_record_head head;
    if (r->head.size <= sizeof head || r->head.subject == 0 || r->head.subject >= SW__RECORD_CAP)
        return;
    // Its spans are of the kind that it had when they came.
    if (sw__trace_has_record(&r->raw->trace, r->head.subject))
        return;
    memcpy(&head, r->payload, sizeof head);
    r->payload[r->head.size - 1] = '\0';
    const char *text = r->payload + sizeof head, *end = r->payload + r->head.size;
    sw__trace_define_record(&r->raw->trace, r->head.subject, (sw__kind)head.kind, text, head.parent);
    for (size_t i = 0; i < SW__TRACE_DETAILS; i++) {
        text += strlen(text) + 1;
        if (text >= end)
            break;
        sw__trace_detail_record(&r->raw->trace, r->head.subject, (sw__trace_detail)i, text);
    }
}

static void read_lane(reader *r)
{
    sw__trace_lane_head head;
    if (r->head.size != sizeof head || r->head.subject == 0 || r->head.subject >= LANES_MAX)
        return;
    memcpy(&head, r->payload, sizeof head);
    sw__trace_lane lane = {.thread = head.thread};
    memcpy(lane.name, head.name, sizeof lane.name - 1);
    sw__trace_define_lane(&r->raw->trace, r->head.subject, lane);
}

// False: it was before the session, or is no time at all.
static bool to_ns(const sw__trace_run *run, uint64_t ticks, uint64_t *ns)
{
    const double value = (double)(ticks - run->start_ticks) * run->ns_per_tick + 0.5;
    if (ticks < run->start_ticks || value >= 0x1p63)
        return false;
    *ns = (uint64_t)value;
    return true;
}

static void add_sample(sw__raw_trace *raw, const sw__entry *entry)
{
    sw__trace_sample sample = {.record = entry->record};
    memcpy(&sample.value, &entry->payload, sizeof sample.value);
    if (isfinite(sample.value) && to_ns(&raw->run, entry->start, &sample.at))
        sw__trace_add_sample(&raw->trace, sample);
}

static void add_span(sw__raw_trace *raw, const sw__entry *entry, uint32_t lane)
{
    sw__trace_span span = {.record = entry->record, .lane = lane};
    if (to_ns(&raw->run, entry->start, &span.start) && to_ns(&raw->run, entry->start + entry->payload, &span.end) &&
        span.end >= span.start)
        sw__trace_add_span(&raw->trace, span);
}

// It is of the span before.
static void add_work(sw__trace *trace, const sw__entry *entry, uint32_t lane)
{
    const uint64_t work[] = {[SW__TRACE_FLOPS] = entry->start, [SW__TRACE_BYTES] = entry->payload};
    const sw__trace_span *span = trace->span_count ? &trace->spans[trace->span_count - 1] : NULL;
    if (span && span->record == entry->record && span->lane == lane)
        sw__trace_add_work(trace, work);
}

// Other threads may have gone on into the next iteration before the window was closed.
static bool is_after(const sw__trace_run *run, uint32_t epoch)
{
    return run->last_epoch != UINT32_MAX && (int32_t)(epoch - run->last_epoch) > 0;
}

static void read_spans(reader *r)
{
    sw__raw_trace *raw = r->raw;
    const sw__span *spans = (const sw__span *)r->payload;
    const size_t count = r->head.size / sizeof *spans;
    sw__entry entry;
    for (size_t i = 0; i < count; i += entry.size) {
        entry = sw__entry_at(&spans[i], count - i, r->head.epoch);
        if (!sw__trace_has_record(&raw->trace, entry.record) || is_after(&raw->run, entry.epoch))
            continue;
        const sw__kind kind = raw->trace.records[entry.record].kind;
        if (entry.what == SW__WIDE_WORK)
            add_work(&raw->trace, &entry, r->head.subject);
        else if (kind == SW__KIND_VALUE)
            add_sample(raw, &entry);
        else if (kind == SW__KIND_SECTION || kind == SW__KIND_OP || kind == SW__KIND_MEAS)
            add_span(raw, &entry, r->head.subject);
    }
}

// Its spans lie in a record that no log has.
static void read_iteration(reader *r)
{
    sw__trace_iteration iteration;
    sw__trace *trace = &r->raw->trace;
    if (r->head.size != sizeof iteration)
        return;
    memcpy(&iteration, r->payload, sizeof iteration);
    if (!sw__trace_has_record(trace, SW__RECORD_CAP))
        sw__trace_define_record(trace, SW__RECORD_CAP, SW__KIND_ITERATION, "iteration", 0);
    sw__trace_span span = {.record = SW__RECORD_CAP, .number = (uint32_t)(iteration.number - trace->first_iteration)};
    if (to_ns(&r->raw->run, iteration.start, &span.start) && to_ns(&r->raw->run, iteration.end, &span.end) &&
        span.end >= span.start && !trace->failed)
        sw__trace_add_span(trace, span);
}

static void read_block(reader *r)
{
    static void (*const readers[])(reader *) = {
        [SW__TRACE_RECORD] = read_record,
        [SW__TRACE_LANE] = read_lane,
        [SW__TRACE_SPANS] = read_spans,
        [SW__TRACE_ITERATION] = read_iteration,
    };
    if (r->head.kind < sizeof readers / sizeof *readers && readers[r->head.kind])
        readers[r->head.kind](r);
}

static void add_facts(sw__raw_trace *raw)
{
    const sw__trace_run *run = &raw->run;
    const bool killed = run->last_epoch == UINT32_MAX;
    const struct {
        const char *key;
        sw__cell_kind kind;
        sw__cell cell;
    } facts[] = {
        {"stepwatch", SW__CELL_TEXT, sw__text(raw->text[SW__TRACE_LIBRARY_VERSION])},
        {"run_profile", SW__CELL_TEXT, sw__text(*raw->text[SW__TRACE_PROFILE] ? raw->text[SW__TRACE_PROFILE] : NULL)},
        {"rank", SW__CELL_COUNT, sw__count(run->rank)},
        {"cycle", SW__CELL_COUNT, sw__count(run->cycle)},
        {"first_iteration", SW__CELL_COUNT, sw__count(run->first_iteration)},
        {"iterations", SW__CELL_COUNT, sw__count(run->counts.iterations)},
        {"cycle_is_partial", SW__CELL_COUNT, sw__count(killed || run->partial)},
        {"program_was_killed", SW__CELL_COUNT, sw__count(killed)},
        {"events", SW__CELL_COUNT, sw__count(run->counts.events)},
        {"events_dropped", SW__CELL_COUNT, sw__count(run->counts.dropped)},
        {"events_max", SW__CELL_COUNT, sw__count(run->max_events)},
        {"sections_cut_off", SW__CELL_COUNT, killed ? sw__absent() : sw__count(run->counts.cut)},
        {"clock", SW__CELL_TEXT, sw__text(raw->text[SW__TRACE_CLOCK])},
        {"clock_error", SW__CELL_NUMBER, sw__number(run->clock_error)},
        {"session_start_unix_ns", SW__CELL_COUNT, sw__count(run->start_unix_ns)},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        sw__facts_add(&raw->trace.facts, facts[i].key, facts[i].kind, facts[i].cell, NULL, NULL);
}

static sw_status read_file(reader *r)
{
    errno = 0;
    if (!next_block(r) || !read_run(r))
        return SW_ERR_ARGUMENT;
    while (next_block(r) && !r->raw->trace.failed)
        read_block(r);
    if (ferror(r->file))
        return SW_ERR_ARGUMENT;
    add_facts(r->raw);
    return r->raw->trace.failed || r->raw->trace.facts.failed ? SW_ERR_NO_MEMORY : SW_OK;
}

sw_status sw__raw_trace_read(sw__raw_trace *raw, const char *path)
{
    *raw = (sw__raw_trace){0};
    reader *r = malloc(sizeof *r);
    if (!r)
        return SW_ERR_NO_MEMORY;
    *r = (reader){.raw = raw, .file = fopen(path, "re")};
    const sw_status status = r->file ? read_file(r) : SW_ERR_ARGUMENT;
    const int why = errno;
    if (r->file)
        fclose(r->file);
    free(r);
    if (status != SW_OK)
        sw__trace_free(&raw->trace);
    errno = why;
    return status;
}

void sw__raw_trace_free(sw__raw_trace *raw)
{
    sw__trace_free(&raw->trace);
}
