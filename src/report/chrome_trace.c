// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "chrome_trace.h"

#include <stdlib.h>
#include <string.h>

#include "report/json_value.h"
#include "report/trace_layout.h"

// How spans of a kind are shown. Those without a category are in no trace.
typedef struct kind_style {
    const char *category;
    const char *track; ///< what the tracks of the kind are called behind the name of their thread
    bool numbered;     ///< each has a name of its own
} kind_style;

static const kind_style styles[] = {
    [SW__KIND_ITERATION] = {"iteration", "", true},
    [SW__KIND_SECTION] = {"section", "", false},
    [SW__KIND_OP] = {"op", "", false},
    [SW__KIND_MEAS] = {"measurement", ", measurements", false},
};

// Most of an event is the same for all of a record.
typedef struct record_text {
    sw__buffer before; ///< up to its track
    sw__buffer after;  ///< from its arguments on
} record_text;

typedef struct writer {
    sw__stream *out;
    const sw__trace *trace;
    const sw__tracks *tracks;
    record_text *texts; ///< by record
    sw__buffer scratch;
    bool has_event;
} writer;

static void begin_event(writer *w)
{
    sw__stream_text(w->out, w->has_event ? ",\n" : "\n");
    w->has_event = true;
}

static void add_scratch(writer *w)
{
    if (w->scratch.text)
        sw__stream_add(w->out, w->scratch.text, w->scratch.length);
    w->scratch.length = 0;
}

static void add_facts(writer *w)
{
    for (size_t i = 0, shown = 0; i < w->trace->facts.count; i++) {
        const sw__fact *fact = &w->trace->facts.all[i];
        if (!fact->key)
            continue;
        sw__buffer_text(&w->scratch, shown++ ? ",\n" : "\n");
        sw__json_member(&w->scratch, fact->key, fact->kind, &fact->cell);
    }
    add_scratch(w);
}

// An event that names a process or a thread: `what`, with a member of its arguments.
static void add_metadata(writer *w, const char *what, uint64_t track, const char *key, sw__cell_kind kind,
                         sw__cell cell)
{
    begin_event(w);
    sw__buffer_printf(&w->scratch, "{\"ph\":\"M\",\"name\":\"%s\",\"pid\":%ju,\"tid\":%ju,\"args\":{", what,
                      (uintmax_t)w->trace->rank, (uintmax_t)track);
    sw__json_member(&w->scratch, key, kind, &cell);
    sw__buffer_text(&w->scratch, "}}");
    add_scratch(w);
}

static void add_process(writer *w)
{
    sw__buffer name = {0};
    sw__buffer_printf(&name, "rank %ju: %s", (uintmax_t)w->trace->rank, w->trace->program ? w->trace->program : "");
    add_metadata(w, "process_name", 0, "name", SW__CELL_TEXT, sw__text(name.text ? name.text : ""));
    add_metadata(w, "process_sort_index", 0, "sort_index", SW__CELL_COUNT, sw__count(w->trace->rank));
    sw__buffer_free(&name);
}

// Threads have the program's name until they get one of their own.
static const char *thread_name(const sw__trace *trace, const sw__trace_lane *lane)
{
    if (!trace->program || strncmp(lane->name, trace->program, sizeof lane->name - 1) != 0)
        return lane->name;
    return lane->thread == trace->process ? "main" : "thread";
}

static void add_track(writer *w, size_t place, const sw__track *track)
{
    const sw__trace *trace = w->trace;
    const sw__trace_lane *lane = track->lane < trace->lane_end ? &trace->lanes[track->lane] : NULL;
    sw__buffer name = {0};
    if (track->lane == 0 || !lane)
        sw__buffer_text(&name, "iterations");
    else
        sw__buffer_printf(&name, "%.16s %jd%s", thread_name(trace, lane), (intmax_t)lane->thread,
                          styles[track->kind].track);
    if (track->number)
        sw__buffer_printf(&name, " (%ju)", (uintmax_t)track->number + 1);
    add_metadata(w, "thread_name", track->id, "name", SW__CELL_TEXT, sw__text(name.text ? name.text : ""));
    add_metadata(w, "thread_sort_index", track->id, "sort_index", SW__CELL_COUNT, sw__count(place));
    sw__buffer_free(&name);
}

static void add_before(sw__buffer *out, const sw__trace *trace, const sw__trace_record *record, const char *name)
{
    sw__buffer_printf(out, "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":", styles[record->kind].category);
    sw__json_text(out, name);
    sw__buffer_printf(out, ",\"pid\":%ju,\"tid\":", (uintmax_t)trace->rank);
}

static void add_argument(sw__buffer *out, const char *key, sw__cell_kind kind, sw__cell cell, bool *some)
{
    sw__buffer_text(out, *some ? "," : ",\"args\":{");
    sw__json_member(out, key, kind, &cell);
    *some = true;
}

static void add_after(sw__buffer *out, const sw__trace_record *record)
{
    static const char *const details[SW__TRACE_DETAILS] = {
        [SW__TRACE_SHAPE] = "shape", [SW__TRACE_DTYPE] = "dtype", [SW__TRACE_PLACE] = "place"};
    static const char *const works[SW__TRACE_WORKS] = {[SW__TRACE_FLOPS] = "flops", [SW__TRACE_BYTES] = "bytes"};
    bool some = false;
    for (size_t i = 0; i < SW__TRACE_DETAILS; i++)
        if (record->details[i])
            add_argument(out, details[i], SW__CELL_TEXT, sw__text(record->details[i]), &some);
    for (size_t i = 0; i < SW__TRACE_WORKS; i++) {
        const uint64_t work = sw__trace_work_of_each(record, (sw__trace_work)i);
        if (work)
            add_argument(out, works[i], SW__CELL_COUNT, sw__count(work), &some);
    }
    sw__buffer_text(out, some ? "}}" : "}");
}

static void add_buffer(writer *w, const sw__buffer *buffer)
{
    sw__stream_add(w->out, buffer->text ? buffer->text : "", buffer->length);
}

static record_text *text_of(writer *w, uint32_t number)
{
    record_text *text = &w->texts[number];
    const sw__trace_record *record = &w->trace->records[number];
    if (text->after.length)
        return text;
    add_after(&text->after, record);
    if (!styles[record->kind].numbered)
        add_before(&text->before, w->trace, record, record->name);
    return text;
}

static void add_name_of_its_own(writer *w, const sw__trace_span *span)
{
    const sw__trace_record *record = &w->trace->records[span->record];
    char name[64];
    snprintf(name, sizeof name, "%.30s %ju", record->name, (uintmax_t)(w->trace->first_iteration + span->number));
    add_before(&w->scratch, w->trace, record, name);
    add_scratch(w);
}

static void add_span(writer *w, const sw__trace_span *span)
{
    const record_text *text = text_of(w, span->record);
    begin_event(w);
    if (text->before.length)
        add_buffer(w, &text->before);
    else
        add_name_of_its_own(w, span);
    sw__stream_number(w->out, w->tracks->all[span->track].id);
    sw__stream_text(w->out, ",\"ts\":");
    sw__stream_microseconds(w->out, span->start);
    sw__stream_text(w->out, ",\"dur\":");
    sw__stream_microseconds(w->out, span->end - span->start);
    add_buffer(w, &text->after);
}

static void add_sample(writer *w, const sw__trace_sample *sample)
{
    const sw__cell value = sw__number(sample->value);
    begin_event(w);
    sw__buffer_text(&w->scratch, "{\"ph\":\"C\",\"name\":");
    sw__json_text(&w->scratch, w->trace->records[sample->record].name);
    sw__buffer_printf(&w->scratch, ",\"pid\":%ju,\"ts\":", (uintmax_t)w->trace->rank);
    add_scratch(w);
    sw__stream_microseconds(w->out, sample->at);
    sw__buffer_text(&w->scratch, ",\"args\":{");
    sw__json_member(&w->scratch, "value", SW__CELL_NUMBER, &value);
    sw__buffer_text(&w->scratch, "}}");
    add_scratch(w);
}

static void write_all(writer *w)
{
    const sw__trace *trace = w->trace;
    sw__stream_text(w->out, "{\"displayTimeUnit\":\"ms\",\"otherData\":{");
    add_facts(w);
    sw__stream_text(w->out, "\n},\"traceEvents\":[");
    add_process(w);
    for (size_t i = 0; i < w->tracks->count; i++)
        add_track(w, i + 1, &w->tracks->all[i]);
    for (size_t i = 0; i < trace->span_count; i++)
        add_span(w, &trace->spans[i]);
    for (size_t i = 0; i < trace->sample_count; i++)
        add_sample(w, &trace->samples[i]);
    sw__stream_text(w->out, "\n]}\n");
}

bool sw__chrome_trace_write(sw__stream *out, sw__trace *trace)
{
    sw__tracks tracks = sw__trace_lay_out(trace);
    writer w = {.out = out, .trace = trace, .tracks = &tracks};
    w.texts = calloc(trace->record_end + 1, sizeof *w.texts);
    bool whole = w.texts && !tracks.failed && !trace->failed && !trace->facts.failed;
    if (whole)
        write_all(&w);
    for (size_t i = 0; w.texts && i < trace->record_end; i++) {
        whole &= !w.texts[i].before.failed && !w.texts[i].after.failed;
        sw__buffer_free(&w.texts[i].before);
        sw__buffer_free(&w.texts[i].after);
    }
    whole &= !w.scratch.failed;
    free(w.texts);
    sw__buffer_free(&w.scratch);
    sw__tracks_free(&tracks);
    return whole && !out->why;
}
