// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace.h"

#include <stdlib.h>
#include <string.h>

// Returns the array, which has room for `need`, or NULL. New room is zero.
static void *make_room(sw__trace *trace, void *all, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return all;
    const size_t more = 2 * need < 64 ? 64 : 2 * need;
    char *moved = reallocarray(all, more, size);
    if (!moved) {
        trace->failed = true;
        return NULL;
    }
    memset(moved + *capacity * size, 0, (more - *capacity) * size);
    *capacity = more;
    return moved;
}

void sw__trace_add_span(sw__trace *trace, sw__trace_span span)
{
    sw__trace_span *all =
        make_room(trace, trace->spans, &trace->span_capacity, trace->span_count + 1, sizeof *trace->spans);
    if (!all)
        return;
    trace->spans = all;
    all[trace->span_count++] = span;
    trace->records[span.record].spans++;
}

void sw__trace_add_sample(sw__trace *trace, sw__trace_sample sample)
{
    sw__trace_sample *all =
        make_room(trace, trace->samples, &trace->sample_capacity, trace->sample_count + 1, sizeof *trace->samples);
    if (!all)
        return;
    trace->samples = all;
    all[trace->sample_count++] = sample;
}

static void free_record(const sw__trace_record *record)
{
    free(record->name);
    for (size_t i = 0; i < SW__TRACE_DETAILS; i++)
        free(record->details[i]);
}

void sw__trace_define_record(sw__trace *trace, uint32_t number, sw__kind kind, const char *name, uint32_t parent)
{
    sw__trace_record *all =
        make_room(trace, trace->records, &trace->record_capacity, (size_t)number + 1, sizeof *trace->records);
    char *copy = all ? strdup(name) : NULL;
    if (all)
        trace->records = all;
    trace->failed |= !copy;
    if (!copy)
        return;
    free_record(&all[number]);
    all[number] = (sw__trace_record){
        .name = copy,
        .kind = kind,
        .parent = parent < number ? parent : 0,
    };
    if (number >= trace->record_end)
        trace->record_end = (size_t)number + 1;
}

void sw__trace_detail_record(sw__trace *trace, uint32_t number, sw__trace_detail which, const char *text)
{
    if (!*text || !sw__trace_has_record(trace, number))
        return;
    char **detail = &trace->records[number].details[which];
    free(*detail);
    *detail = strdup(text);
    trace->failed |= !*detail;
}

void sw__trace_add_work(sw__trace *trace, const uint64_t work[SW__TRACE_WORKS])
{
    sw__trace_record *record = &trace->records[trace->spans[trace->span_count - 1].record];
    for (size_t i = 0; i < SW__TRACE_WORKS; i++) {
        sw__trace_amount *amount = &record->work[i];
        if (amount->spans == 0)
            amount->value = work[i];
        amount->spans += amount->value == work[i];
    }
}

uint64_t sw__trace_work_of_each(const sw__trace_record *record, sw__trace_work which)
{
    const sw__trace_amount *amount = &record->work[which];
    return amount->spans == record->spans ? amount->value : 0;
}

void sw__trace_define_lane(sw__trace *trace, uint32_t number, sw__trace_lane lane)
{
    sw__trace_lane *all =
        make_room(trace, trace->lanes, &trace->lane_capacity, (size_t)number + 1, sizeof *trace->lanes);
    if (!all)
        return;
    trace->lanes = all;
    all[number] = lane;
    if (number >= trace->lane_end)
        trace->lane_end = (size_t)number + 1;
}

bool sw__trace_has_record(const sw__trace *trace, uint32_t number)
{
    return number < trace->record_end && trace->records[number].name;
}

void sw__trace_free(sw__trace *trace)
{
    for (size_t i = 0; i < trace->record_end; i++)
        free_record(&trace->records[i]);
    free(trace->spans);
    free(trace->samples);
    free(trace->records);
    free(trace->lanes);
    free(trace->facts.all);
    *trace = (sw__trace){0};
}
