// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_layout.h"

#include <stdlib.h>

typedef struct open_span {
    uint64_t end; ///< as the clock had it
    sw__trace_span *span;
} open_span;

// What is open on a track where the sweep is, the innermost last.
typedef struct open_spans {
    open_span *all;
    size_t count;
    size_t capacity;
    uint64_t free; ///< the first nanosecond behind all that began or ended
} open_spans;

typedef struct layout {
    sw__tracks tracks;
    open_spans *open; ///< by track
    size_t capacity;
    size_t first; ///< of the lane and kind at hand
} layout;

// What lies in one another by its records shares tracks; measurements have theirs, below.
static bool is_apart(sw__kind kind)
{
    return kind == SW__KIND_MEAS;
}

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

// Where times are equal, what lies in another record comes behind it: that has the smaller number.
static int compare_spans(const void *left, const void *right, void *context)
{
    const sw__trace_span *a = left, *b = right;
    const sw__trace_record *records = context;
    const sw__trace_record *of_a = &records[a->record], *of_b = &records[b->record];
    int order = compare(a->lane, b->lane);
    order = order ? order : compare(is_apart(of_a->kind), is_apart(of_b->kind));
    order = order ? order : compare(a->start, b->start);
    order = order ? order : compare(b->end, a->end);
    return order ? order : compare(a->record, b->record);
}

static uint64_t later_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// A viewer that adds length to start has an end that is off by the last bit of a double. If another span ends there, too, or
// begins, it may close the wrong one, so each edge of a track has a nanosecond of its own.
static bool begin(open_spans *open, sw__trace_span *span)
{
    if (open->count == open->capacity) {
        const size_t more = open->capacity ? 2 * open->capacity : 16;
        open_span *all = reallocarray(open->all, more, sizeof *all);
        if (!all)
            return false;
        open->all = all;
        open->capacity = more;
    }
    open->all[open->count++] = (open_span){span->end, span};
    span->start = later_of(span->start, open->free);
    open->free = span->start + 1;
    return true;
}

// Where a span has no length the sum is exact, and it may stay so.
static void end_innermost(open_spans *open)
{
    sw__trace_span *span = open->all[--open->count].span;
    const bool is_empty = open->free == span->start + 1;
    span->end = later_of(span->end, is_empty ? span->start : open->free);
    open->free = span->end + 1;
}

static bool fits(open_spans *open, const sw__trace_span *span)
{
    while (open->count && open->all[open->count - 1].end <= span->start)
        end_innermost(open);
    return !open->count || span->end <= open->all[open->count - 1].end;
}

static bool add_track(layout *to, sw__track track)
{
    if (to->tracks.count == to->capacity) {
        const size_t more = to->capacity ? 2 * to->capacity : 16;
        sw__track *all = reallocarray(to->tracks.all, more, sizeof *all);
        if (all)
            to->tracks.all = all;
        open_spans *open = all ? reallocarray(to->open, more, sizeof *open) : NULL;
        if (!open)
            return false;
        to->open = open;
        to->capacity = more;
    }
    to->open[to->tracks.count] = (open_spans){0};
    to->tracks.all[to->tracks.count++] = track;
    return true;
}

static bool place(layout *to, sw__trace_span *span, sw__kind kind)
{
    const sw__track *last = to->tracks.count ? &to->tracks.all[to->tracks.count - 1] : NULL;
    if (!last || last->lane != span->lane || is_apart(last->kind) != is_apart(kind))
        to->first = to->tracks.count;
    size_t track = to->first;
    while (track < to->tracks.count && !fits(&to->open[track], span))
        track++;
    if (track == to->tracks.count && !add_track(to, (sw__track){span->lane, kind, (uint32_t)(track - to->first), 0}))
        return false;
    span->track = (uint32_t)track;
    return begin(&to->open[track], span);
}

static void end_all(layout *to)
{
    for (size_t i = 0; i < to->tracks.count; i++) {
        while (to->open[i].count)
            end_innermost(&to->open[i]);
        free(to->open[i].all);
    }
    free(to->open);
}

static bool has_sections(const sw__track *track)
{
    return track->lane && !is_apart(track->kind);
}

// A viewer that shows one track at a time begins with the lowest number.
static void give_ids(sw__tracks *tracks)
{
    uint32_t last = 0;
    for (size_t i = 0; i < tracks->count; i++)
        if (has_sections(&tracks->all[i]))
            tracks->all[i].id = ++last;
    for (size_t i = 0; i < tracks->count; i++)
        if (!has_sections(&tracks->all[i]))
            tracks->all[i].id = ++last;
}

sw__tracks sw__trace_lay_out(sw__trace *trace)
{
    layout to = {0};
    if (trace->span_count)
        qsort_r(trace->spans, trace->span_count, sizeof *trace->spans, compare_spans, trace->records);
    for (size_t i = 0; i < trace->span_count && !to.tracks.failed; i++)
        to.tracks.failed = !place(&to, &trace->spans[i], trace->records[trace->spans[i].record].kind);
    end_all(&to);
    give_ids(&to.tracks);
    return to.tracks;
}

void sw__tracks_free(sw__tracks *tracks)
{
    free(tracks->all);
    *tracks = (sw__tracks){0};
}
