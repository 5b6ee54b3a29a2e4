// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler's mode nvidia: what an attached tool gets, and when CUDA's profilers are told to begin and to end.

#include <pthread.h>
#include <sys/wait.h>

#include "scenario.h"

static void enable(sw_profiler_options options)
{
    options.mode = SW_PROFILER_NVIDIA;
    if (sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
}

static void solve(void)
{
    sw_section_begin("gradient");
    sw_section_begin("product");
    sw_section_end("product");
    sw_section_end("gradient");
    SW_SCOPE("denoise");
}

static void iterate(int from, int to)
{
    for (int i = from; i < to; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        print(text);
        solve();
        sw_finish_iter();
    }
}

static void run_window(void)
{
    enable((sw_profiler_options){.warmup = 2, .active = 2});
    iterate(0, 6);
}

static void run_cycles(void)
{
    enable((sw_profiler_options){.wait = 1, .active = 1, .repeat = 3});
    iterate(0, 8);
}

static void run_cycles_side_by_side(void)
{
    enable((sw_profiler_options){.active = 1, .repeat = 3});
    iterate(0, 4);
}

static void run_early_end(void)
{
    enable((sw_profiler_options){.warmup = 1, .active = 10});
    iterate(0, 3);
    print("finalize");
}

static void run_exit(void)
{
    enable((sw_profiler_options){.active = 10});
    iterate(0, 2);
    sw_section_begin("left open");
    print("exit");
    exit(EXIT_SUCCESS);
}

static void run_window_never_reached(void)
{
    enable((sw_profiler_options){.warmup = 10, .active = 1});
    iterate(0, 2);
}

static void run_custom(void)
{
    const sw_profiler_options options = {.active = 2};
    if (sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
    iterate(0, 3);
}

static void run_null(void)
{
    const sw_profiler_options options = {.mode = SW_PROFILER_NULL};
    if (sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
    iterate(0, 2);
}

// The gate is open for the cycle already when the wrapper comes.
static void run_beside_the_wrapper(void)
{
    sw_nvtx_enable(NULL);
    enable((sw_profiler_options){.warmup = 1, .active = 2});
    iterate(0, 2);
    sw_cuda_profiler_start();
    sw_cuda_profiler_stop();
    iterate(2, 4);
}

static void run_before_the_wrapper(void)
{
    enable((sw_profiler_options){.active = 2});
    sw_nvtx_enable(NULL);
    iterate(0, 3);
}

static void run_crossing(void)
{
    enable((sw_profiler_options){0});
    sw_section_begin("a");
    sw_section_begin("b");
    sw_section_begin("c");
    sw_section_end("a");
    sw_section_begin("d");
    sw_section_end("c");
    sw_section_end("b");
    sw_section_end("d");
    sw_section_begin("e");
    sw_section_end("e");
    sw_finish_iter();
}

static void *leave_open(void *unused)
{
    sw_section_begin("of a thread");
    return unused;
}

static void run_left_open(void)
{
    enable((sw_profiler_options){.active = 1});
    pthread_t thread;
    if (pthread_create(&thread, NULL, leave_open, NULL) != 0)
        exit(EXIT_FAILURE);
    pthread_join(thread, NULL);
    sw_section_begin("left open");
    {
        SW_SCOPE("cut off with its scope");
        sw_section_begin("in a scope");
    }
    sw_finish_iter();
    sw_section_end("left open");
    sw_section_begin("not recorded");
    sw_section_end("not recorded");
}

static void run_paused(void)
{
    enable((sw_profiler_options){0});
    sw_section_begin("over the pause");
    sw_pause();
    solve();
    sw_resume();
    sw_section_end("over the pause");
    sw_finish_iter();
}

static void run_left_out(void)
{
    sw_init(NULL, NULL);
    iterate(0, 1);
}

static void run_sessions(void)
{
    enable((sw_profiler_options){.active = 1});
    iterate(0, 2);
    sw_finalize();
    fprintf(stderr, "the next session:\n");
    sw_stopwatch_enable(NULL);
    iterate(0, 1);
}

static void run_with_stopwatch(void)
{
    sw_stopwatch_enable(NULL);
    enable((sw_profiler_options){.active = 1});
    iterate(0, 2);
}

static void run_fork(void)
{
    enable((sw_profiler_options){0});
    sw_section_begin("a");
    print("fork");
    const pid_t child = fork();
    if (child == 0) {
        sw_section_end("a");
        solve();
        sw_finish_iter();
        run_custom();
        sw_finalize();
        _exit(EXIT_SUCCESS);
    }
    waitpid(child, NULL, 0);
    print("in the parent");
    sw_section_end("a");
    sw_finish_iter();
}

static const scenario scenarios[] = {
    SCENARIO(window),
    SCENARIO(cycles),
    SCENARIO(cycles_side_by_side),
    SCENARIO(early_end),
    SCENARIO(exit),
    SCENARIO(window_never_reached),
    SCENARIO(custom),
    SCENARIO(null),
    SCENARIO(beside_the_wrapper),
    SCENARIO(before_the_wrapper),
    SCENARIO(crossing),
    SCENARIO(left_open),
    SCENARIO(paused),
    SCENARIO(left_out),
    SCENARIO(sessions),
    SCENARIO(with_stopwatch),
    SCENARIO(fork),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
