// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a push and pop of a range cost, beside the bare NVTX pair, with no tool attached; and an SW_SCOPE with all on.

#include <stepwatch/stepwatch.h>

#include "base/clock.h"
#include "bench.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define HAS_NVTX 1
#else
#define HAS_NVTX 0
#endif

enum { COUNT = 64 * 1024, ROUNDS = 15 };

static sw_name handle;

static void two_clock_reads(int count)
{
    for (int i = 0; i < count; i++) {
        bench_keep(sw__clock_now());
        bench_keep(sw__clock_now());
    }
}

static void bare_nvtx(int count)
{
#if HAS_NVTX
    for (int i = 0; i < count; i++) {
        nvtxRangePushA("forward");
        nvtxRangePop();
    }
#else
    (void)count;
#endif
}

static void by_name(int count)
{
    for (int i = 0; i < count; i++) {
        sw_range_push("forward");
        sw_range_pop("forward");
    }
}

static void by_handle(int count)
{
    for (int i = 0; i < count; i++) {
        sw_range_push_handle(handle);
        sw_range_pop_handle(handle);
    }
}

static void by_scope(int count)
{
    for (int i = 0; i < count; i++) {
        SW_SCOPE("forward");
    }
}

static bench_case off_cases[] = {
    {"off, by name", by_name, 0.05, 0},
    {"off, by handle", by_handle, 0.05, 0},
};

static bench_case on_cases[] = {
    {"two bare clock reads", two_clock_reads, 0, 0},
    {"bare NVTX pair, no tool", bare_nvtx, 0, 0},
    {"push and pop by name, order checked", by_name, 0, 0},
    {"push and pop by handle, order checked", by_handle, 0, 0},
    {"scope: measurement and range, order checked", by_scope, 0, 0},
};

enum { OFF_COUNT = sizeof off_cases / sizeof *off_cases, ON_COUNT = sizeof on_cases / sizeof *on_cases };

int main(void)
{
    const sw_nvtx_options checked = {.keep_track_of_range_order = true};
    handle = sw_register("forward");
    bench_run(off_cases, OFF_COUNT, COUNT, ROUNDS);
    if (sw_nvtx_enable(&checked) != SW_OK || sw_stopwatch_enable(NULL) != SW_OK)
        return 1;
    bench_run(on_cases, ON_COUNT, COUNT, ROUNDS);
    printf("\nA push and pop of a range; x: two bare reads of the clock, %s\n", sw__clock_name());
    bench_print(" off", off_cases, OFF_COUNT, on_cases[0].best_ns);
    bench_print(" on", on_cases, ON_COUNT, on_cases[0].best_ns);
    printf("  by name, above the bare NVTX pair: %.1f ns   wanted: at most 10 ns\n",
           on_cases[2].best_ns - on_cases[1].best_ns);
    bench_end_quietly();
    return 0;
}
