// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the begin and end of a section cost: in mode null, outside of the recorded iterations, and inside.

#include <stepwatch/stepwatch.h>

#include "cases.h"

static sw_name handle;

static void by_handle(int count)
{
    for (int i = 0; i < count; i++) {
        sw_section_begin_handle(handle);
        sw_section_end_handle(handle);
    }
}

static void by_name(int count)
{
    for (int i = 0; i < count; i++) {
        sw_section_begin("forward");
        sw_section_end("forward");
    }
}

// Two levels, as a section with operators in it has.
static void nested(int count)
{
    sw_section_begin("outer");
    by_name(count);
    sw_section_end("outer");
}

static bench_case off_cases[] = {
    {"never enabled, by handle", by_handle, 0.05, 0},
};

static bench_case null_cases[] = {
    {"mode null, by handle", by_handle, 0.05, 0},
    {"mode null, by name", by_name, 0.05, 0},
};

static bench_case outside_cases[] = {
    {"outside of the recorded iterations, by name", by_name, 0.05, 0},
};

static bench_case recorded_cases[] = {
    BENCH_FLOOR,
    {"by handle", by_handle, 1.30, 0},
    {"by name", by_name, 1.30, 0},
    {"by name, inside another", nested, 1.30, 0},
};

static bool enable(sw_profiler_options options)
{
    return sw_profiler_enable(&options) == SW_OK;
}

int main(void)
{
    handle = sw_register("forward");
    bench_run(off_cases, BENCH_COUNT_OF(off_cases));
    if (!enable((sw_profiler_options){.mode = SW_PROFILER_NULL}))
        return 1;
    bench_run(null_cases, BENCH_COUNT_OF(null_cases));
    sw_finalize();
    if (!enable((sw_profiler_options){.warmup = 1}))
        return 1;
    bench_run(outside_cases, BENCH_COUNT_OF(outside_cases));
    sw_finish_iter();
    bench_run(recorded_cases, BENCH_COUNT_OF(recorded_cases));

    const double floor_ns = recorded_cases[0].best_ns;
    bench_print_head("A begin and end of a section");
    bench_print(off_cases, BENCH_COUNT_OF(off_cases), floor_ns);
    bench_print(null_cases, BENCH_COUNT_OF(null_cases), floor_ns);
    bench_print(outside_cases, BENCH_COUNT_OF(outside_cases), floor_ns);
    bench_print(recorded_cases, BENCH_COUNT_OF(recorded_cases), floor_ns);
    bench_end_quietly();
    return 0;
}
