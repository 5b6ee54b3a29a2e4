// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the begin and end of an op cost: with all off, recorded, with what it tells of itself, and with a trace.

#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "cases.h"

static sw_name handle;
static char folder[] = "/tmp/stepwatch-bench-XXXXXX";

// Behind a volatile, so that the compiler does not know the numbers beforehand, as in a program.
static volatile int64_t size = 64;

static void bare(int count)
{
    for (int i = 0; i < count; i++) {
        sw_op_begin("gemm", NULL);
        sw_op_end("gemm");
    }
}

static void by_handle(int count)
{
    for (int i = 0; i < count; i++) {
        sw_op_begin_handle(handle, NULL);
        sw_op_end_handle(handle);
    }
}

static void with_all(int count)
{
    for (int i = 0; i < count; i++) {
        const int64_t n = size;
        sw_op_begin("gemm", &(sw_op_info){.shape = {n, n, n},
                                          .dtype = SW_DTYPE_FLOAT32,
                                          .flops = 2 * (uint64_t)(n * n * n),
                                          .bytes = 16 * (uint64_t)(n * n)});
        sw_op_end("gemm");
    }
}

static bench_case off_cases[] = {
    {"never enabled, with shape, FLOPs and bytes", with_all, 0.05, 0},
};

static bench_case custom_cases[] = {
    {"mode custom, which records no ops", with_all, 0.05, 0},
};

static bench_case time_cases[] = {
    BENCH_FLOOR,
    {"time alone, by handle", by_handle, 1.30, 0},
    {"time alone, by name", bare, 1.30, 0},
};

static bench_case all_cases[] = {
    {"by name, with shape, FLOPs, bytes and place", with_all, 0, 0},
};

static bench_case traced_cases[] = {
    {"by name, with a trace", bare, 1.35, 0},
    {"by name, with all of it and a trace", with_all, 0, 0},
};

static const sw_profiler_options times = {.mode = SW_PROFILER_TORCH, .aggregate = true};
static const sw_profiler_options everything = {
    .mode = SW_PROFILER_TORCH, .aggregate = true, .record_shapes = true, .with_flops = true, .with_stack = true};

static void run_with(const sw_profiler_options *options, bench_case *cases, int count)
{
    if (sw_profiler_enable(options) != SW_OK)
        exit(1);
    bench_run(cases, count);
    sw_finalize();
}

// A trace of its own for each round, or the file would grow without end. Its making is not in the time.
static void run_traced(bench_case *one, bool all)
{
    enum { EVENTS = 100000, TRIES = 8 };
    sw_profiler_options options = all ? everything : times;
    options.trace_dir = folder;
    options.trace_file = "trace.json";
    for (int i = 0; i < TRIES; i++) {
        if (sw_profiler_enable(&options) != SW_OK)
            exit(1);
        const double begin = bench_now_ns();
        one->work(EVENTS);
        const double ns = (bench_now_ns() - begin) / EVENTS;
        one->best_ns = i == 0 || ns < one->best_ns ? ns : one->best_ns;
        sw_finalize();
    }
}

static void remove_traces(void)
{
    static const char *const names[] = {"trace.json", "trace.folded.txt"};
    for (size_t i = 0; i < 2; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    handle = sw_register("gemm");
    bench_quiet();
    bench_run(off_cases, BENCH_COUNT_OF(off_cases));
    run_with(&(sw_profiler_options){.mode = SW_PROFILER_CUSTOM}, custom_cases, BENCH_COUNT_OF(custom_cases));
    run_with(&times, time_cases, BENCH_COUNT_OF(time_cases));
    run_with(&everything, all_cases, BENCH_COUNT_OF(all_cases));
    run_traced(&traced_cases[0], false);
    run_traced(&traced_cases[1], true);
    remove_traces();

    const double floor_ns = time_cases[0].best_ns;
    bench_print_head("A begin and end of an op");
    bench_print(off_cases, BENCH_COUNT_OF(off_cases), floor_ns);
    bench_print(custom_cases, BENCH_COUNT_OF(custom_cases), floor_ns);
    bench_print(time_cases, BENCH_COUNT_OF(time_cases), floor_ns);
    bench_print(all_cases, BENCH_COUNT_OF(all_cases), floor_ns);
    bench_print(traced_cases, BENCH_COUNT_OF(traced_cases), floor_ns);
    return 0;
}
