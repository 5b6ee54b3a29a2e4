// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Writes a trace to stdout in which many spans begin and end at one time.

#include <stdlib.h>
#include <unistd.h>

#include "../coarse_trace.h"
#include "report/chrome_trace.h"

enum { TICK_NS = 54, SPANS = 5000 };

// speedscope numbers the tracks only where there are several.
static void add_second_track(sw__trace *trace)
{
    const uint32_t load = (uint32_t)trace->record_end;
    sw__trace_define_record(trace, load, SW__KIND_MEAS, "load", 0);
    sw__trace_add_span(trace, (sw__trace_span){trace->spans[0].start, trace->spans[0].end, load, 1, 0, 0});
}

int main(void)
{
    sw__stream *out = malloc(sizeof *out);
    if (!out)
        return 1;
    sw__trace trace = coarse_trace(TICK_NS, SPANS);
    trace.program = "coarse_clock";
    add_second_track(&trace);
    sw__stream_open(out, STDOUT_FILENO, false);
    const bool whole = sw__chrome_trace_write(out, &trace);
    const bool written = sw__stream_close(out);
    sw__trace_free(&trace);
    free(out);
    return whole && written ? 0 : 1;
}
