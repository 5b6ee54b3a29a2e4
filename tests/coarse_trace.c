// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "coarse_trace.h"

#include <stdio.h>

enum { LEVELS = 5 };

typedef struct writer {
    sw__trace trace;
    size_t spans; ///< wanted
    uint64_t tick;
    uint64_t ns;
    uint64_t random;
} writer;

static uint64_t random_below(writer *w, uint64_t limit)
{
    w->random = w->random * 6364136223846793005u + 1442695040888963407u;
    return (w->random >> 33) % limit;
}

static uint64_t read_clock(writer *w)
{
    w->ns += random_below(w, 60);
    return w->ns / w->tick * w->tick;
}

static void add_level(writer *w, uint32_t level)
{
    const uint64_t start = read_clock(w), inside = level < LEVELS ? random_below(w, 4) : 0;
    for (uint64_t i = 0; i < inside && w->trace.span_count < w->spans; i++)
        add_level(w, level + 1);
    sw__trace_add_span(&w->trace, (sw__trace_span){start, read_clock(w), level, 1, 0, 0});
}

sw__trace coarse_trace(uint64_t tick, size_t spans)
{
    writer w = {.spans = spans, .tick = tick, .ns = UINT64_C(10) * 24 * 3600 * 1000000000, .random = tick};
    for (uint32_t level = 1; level <= LEVELS; level++) {
        char name[16];
        snprintf(name, sizeof name, "level %u", level);
        sw__trace_define_record(&w.trace, level, SW__KIND_SECTION, name, level - 1);
    }
    sw__trace_define_lane(&w.trace, 1, (sw__trace_lane){1, "coarse"});
    while (w.trace.span_count < spans)
        add_level(&w, 1);
    return w.trace;
}
