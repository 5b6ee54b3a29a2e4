// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_layout.h"

#include <stdlib.h>

// The ends of the spans that are open where the sweep is, the innermost last.
typedef struct open_ends {
    uint64_t *all;
    size_t count;
    size_t capacity;
} open_ends;

typedef struct layout {
    sw__tracks tracks;
    open_ends *open; ///< by track
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

static bool push(open_ends *open, uint64_t end)
{
    if (open->count == open->capacity) {
        const size_t more = open->capacity ? 2 * open->capacity : 16;
        uint64_t *all = reallocarray(open->all, more, sizeof *all);
        if (!all)
            return false;
        open->all = all;
        open->capacity = more;
    }
    open->all[open->count++] = end;
    return true;
}

static bool fits(open_ends *open, const sw__trace_span *span)
{
    while (open->count && open->all[open->count - 1] <= span->start)
        open->count--;
    return !open->count || span->end <= open->all[open->count - 1];
}

static bool add_track(layout *to, sw__track track)
{
    if (to->tracks.count == to->capacity) {
        const size_t more = to->capacity ? 2 * to->capacity : 16;
        sw__track *all = reallocarray(to->tracks.all, more, sizeof *all);
        if (all)
            to->tracks.all = all;
        open_ends *open = all ? reallocarray(to->open, more, sizeof *open) : NULL;
        if (!open)
            return false;
        to->open = open;
        to->capacity = more;
    }
    to->open[to->tracks.count] = (open_ends){0};
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
    return push(&to->open[track], span->end);
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
    for (size_t i = 0; i < to.tracks.count; i++)
        free(to.open[i].all);
    free(to.open);
    give_ids(&to.tracks);
    return to.tracks;
}

void sw__tracks_free(sw__tracks *tracks)
{
    free(tracks->all);
    *tracks = (sw__tracks){0};
}
