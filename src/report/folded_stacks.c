// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "folded_stacks.h"

#include <stdlib.h>

// By record.
typedef struct path_time {
    uint64_t total;
    uint64_t inside; ///< of the records right inside
} path_time;

static bool is_frame(const sw__trace *trace, uint32_t record)
{
    return sw__trace_has_record(trace, record) &&
           (trace->records[record].kind == SW__KIND_SECTION || trace->records[record].kind == SW__KIND_OP);
}

static void sum_up(const sw__trace *trace, path_time *times)
{
    for (size_t i = 0; i < trace->span_count; i++) {
        const sw__trace_span *span = &trace->spans[i];
        if (!is_frame(trace, span->record))
            continue;
        times[span->record].total += span->end - span->start;
        times[trace->records[span->record].parent].inside += span->end - span->start;
    }
}

// A semicolon or a line break would make it another path.
static void add_frame(sw__buffer *out, const char *name)
{
    for (; *name; name++) {
        const bool stays = *name != ';' && (unsigned char)*name >= ' ';
        sw__buffer_add(out, stays ? name : "_", 1);
    }
}

static void add_path(sw__buffer *out, const sw__trace *trace, uint32_t record)
{
    uint32_t frames[1024];
    size_t depth = 0;
    for (; is_frame(trace, record) && depth < sizeof frames / sizeof *frames; record = trace->records[record].parent)
        frames[depth++] = record;
    while (depth > 0) {
        add_frame(out, trace->records[frames[--depth]].name);
        sw__buffer_text(out, depth ? ";" : "");
    }
}

void sw__folded_stacks_write(sw__buffer *out, const sw__trace *trace)
{
    path_time *times = calloc(trace->record_end + 1, sizeof *times);
    if (!times) {
        out->failed = true;
        return;
    }
    sum_up(trace, times);
    for (uint32_t record = 1; record < trace->record_end; record++) {
        const path_time *time = &times[record];
        const uint64_t self = time->total > time->inside ? (time->total - time->inside + 500) / 1000 : 0;
        if (self == 0)
            continue;
        add_path(out, trace, record);
        sw__buffer_printf(out, " %ju\n", (uintmax_t)self);
    }
    free(times);
}
