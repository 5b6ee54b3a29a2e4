// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a push and pop of a range cost, beside the bare NVTX pair, with no tool attached; and an SW_SCOPE with all on.

#include <stepwatch/stepwatch.h>

#include "cases.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#define HAS_NVTX 1
#else
#define HAS_NVTX 0
#endif

static sw_name handle;

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
    BENCH_FLOOR,
    {"bare NVTX pair", bare_nvtx, 0, 0},
    {"by name, order checked", by_name, 0, 0},
    {"by handle, order checked", by_handle, 0, 0},
    {"scope: measurement and range, order checked", by_scope, 0, 0},
};

static void print_above_nvtx(double ns)
{
    char above[24], wanted[32];
    snprintf(above, sizeof above, "%.2f", ns);
    bench_row("by name, above the bare NVTX pair", above, "", bench_wanted(wanted, "10 ns", ns <= 10));
}

int main(void)
{
    const sw_nvtx_options checked = {.keep_track_of_range_order = true};
    handle = sw_register("forward");
    bench_run(off_cases, BENCH_COUNT_OF(off_cases));
    if (sw_nvtx_enable(&checked) != SW_OK || sw_stopwatch_enable(NULL) != SW_OK)
        return 1;
    bench_run(on_cases, BENCH_COUNT_OF(on_cases));
    bench_print_head("A push and pop of a range, no tool");
    bench_print(off_cases, BENCH_COUNT_OF(off_cases), on_cases[0].best_ns);
    bench_print(on_cases, BENCH_COUNT_OF(on_cases), on_cases[0].best_ns);
    print_above_nvtx(on_cases[2].best_ns - on_cases[1].best_ns);
    bench_end_quietly();
    return 0;
}
