// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// When CUDA's profilers are told to begin and to end.

#include "scenario.h"

static void run_gate(void)
{
    sw_nvtx_enable(NULL);
    for (int i = 0; i < 3; i++) {
        sw_cuda_profiler_start();
        sw_cuda_profiler_start();
        sw_cuda_profiler_stop();
        sw_cuda_profiler_stop();
    }
    print("one stop too many");
    sw_cuda_profiler_stop();
}

static void run_gate_while_off(void)
{
    sw_stopwatch_enable(NULL);
    sw_cuda_profiler_start();
    sw_cuda_profiler_stop();
}

static void run_gate_left_open(void)
{
    sw_nvtx_enable(NULL);
    sw_cuda_profiler_start();
    print("finalize");
}

static void enable_window(uint32_t start, uint32_t stop)
{
    sw_nvtx_enable(&(sw_nvtx_options){.profiler_start_iter = start, .profiler_stop_iter = stop});
}

static void iterate(int from, int to)
{
    for (int i = from; i < to; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        print(text);
        sw_finish_iter();
    }
}

static void run_window(void)
{
    enable_window(2, 4);
    iterate(0, 6);
}

static void run_window_from_the_start(void)
{
    enable_window(0, 1);
    iterate(0, 3);
}

static void run_window_that_ends_early(void)
{
    enable_window(1, 100);
    iterate(0, 3);
    print("finalize");
}

static void run_window_without_end(void)
{
    enable_window(2, 0);
    iterate(0, 3);
    print("finalize");
}

static void run_window_never_reached(void)
{
    enable_window(10, 12);
    iterate(0, 2);
}

// The wrapper is switched on where the loop is past the begin, or past all, of its window.
static void run_window_that_is_skipped_into(void)
{
    sw_stopwatch_enable(NULL);
    iterate(0, 5);
    enable_window(2, 6);
    print("on");
    iterate(5, 8);
}

static void run_window_that_is_skipped(void)
{
    sw_stopwatch_enable(NULL);
    iterate(0, 5);
    enable_window(2, 4);
    iterate(5, 7);
}

static void run_window_and_calls(void)
{
    enable_window(0, 2);
    sw_cuda_profiler_start();
    sw_cuda_profiler_stop();
    sw_cuda_profiler_stop();
    iterate(0, 1);
    sw_cuda_profiler_start();
    iterate(1, 3);
    sw_cuda_profiler_stop();
    print("end");
}

static void run_init(void)
{
    sw_init(NULL, NULL);
    sw_start_meas("a");
    sw_end_meas("a");
    iterate(0, 3);
}

static const scenario scenarios[] = {
    SCENARIO(gate),
    SCENARIO(gate_while_off),
    SCENARIO(gate_left_open),
    SCENARIO(window),
    SCENARIO(window_from_the_start),
    SCENARIO(window_that_ends_early),
    SCENARIO(window_without_end),
    SCENARIO(window_never_reached),
    SCENARIO(window_that_is_skipped_into),
    SCENARIO(window_that_is_skipped),
    SCENARIO(window_and_calls),
    SCENARIO(init),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
