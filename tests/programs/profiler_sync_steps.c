// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where the profiler waits for the GPU.

#include <pthread.h>
#include <sys/wait.h>

#include "clock_readings.h"
#include "scenario.h"

static void enable_with(sw_profiler_options options)
{
    const sw_stopwatch_options stopwatch = {.clock = SW_CLOCK_MONOTONIC}; // the clock that is printed
    if (sw_stopwatch_enable(&stopwatch) != SW_OK || sw_profiler_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
}

static void enable(sw_cuda_sync sync)
{
    enable_with((sw_profiler_options){.do_cuda_sync = sync});
}

static void section(const char *name)
{
    sw_section_begin(name);
    sw_section_end(name);
}

// The first call of a run reads the clock once more; it comes before what is looked at.
static void enable_and_print_clock(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    section("a");
    prints_clock = true;
    print("from here");
}

static void run_order(void)
{
    enable_and_print_clock();
    sw_section_begin("a");
    print("work");
    sw_section_end("a");
    prints_clock = false;
}

static void run_order_of_handles(void)
{
    const sw_name name = sw_register("a");
    enable_and_print_clock();
    sw_section_begin_handle(name);
    print("work");
    sw_section_end_handle(name);
    prints_clock = false;
}

// The last time of each edge is that of the measurement, which waits for nothing.
static void run_order_of_scopes(void)
{
    enable_and_print_clock();
    {
        SW_SCOPE("a");
        print("work");
    }
    prints_clock = false;
}

static void run_order_of_iteration(void)
{
    enable_and_print_clock();
    sw_begin_iter();
    print("work");
    sw_finish_iter();
    prints_clock = false;
}

static void run_without(void)
{
    enable(SW_CUDA_SYNC_NONE);
    section("a");
    sw_begin_iter();
    sw_finish_iter();
}

static void run_stream(void)
{
    enable(SW_CUDA_SYNC_STREAM);
    sw_set_cuda_stream((void *)0x10);
    section("a");
    sw_finish_iter();
}

static void iterate(void)
{
    for (int i = 0; i < 4; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        print(text);
        sw_begin_iter();
        section("a");
        print("end");
        sw_finish_iter();
    }
}

static void run_window(void)
{
    enable_with((sw_profiler_options){.do_cuda_sync = SW_CUDA_SYNC_DEVICE, .warmup = 2, .active = 1});
    iterate();
}

static void run_null(void)
{
    enable_with((sw_profiler_options){.mode = SW_PROFILER_NULL, .do_cuda_sync = SW_CUDA_SYNC_DEVICE});
    iterate();
}

static void run_paused(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    sw_section_begin("open");
    sw_pause();
    print("paused");
    section("a");
    {
        SW_SCOPE("b");
    }
    print("end in the pause");
    sw_section_end("open");
    sw_section_begin("over the end of the pause");
    print("resume");
    sw_resume();
    sw_section_end("over the end of the pause");
}

// Ends of what is not open, or not recorded, have no time to wait for.
static void run_nothing_to_end(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    section("a");
    print("nothing to end");
    sw_section_end("b");
    sw_section_end(NULL);
}

static void run_left_out(void)
{
    sw_init(NULL, NULL);
    section("out");
    {
        SW_SCOPE("out");
    }
    print("in");
    section("in");
}

static void run_capture(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    setenv("FAKE_CUDART_CAPTURING", "1", 1);
    section("a");
    {
        SW_SCOPE("b");
    }
    unsetenv("FAKE_CUDART_CAPTURING");
    sw_finalize();
    fprintf(stderr, "the next session:\n");
    enable(SW_CUDA_SYNC_NONE);
}

static void print_wait(void)
{
    double seconds;
    if (sw_get_metric("gpu_wait_sec", &seconds) != SW_OK)
        print("no wait");
    else
        print(seconds > 0 && seconds < 60 ? "a wait" : "a wait of that length?");
}

static void run_wait_value(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    sw_finish_iter();
    print_wait();
    sw_finalize();
    enable(SW_CUDA_SYNC_NONE);
    sw_finish_iter();
    print_wait();
}

static void make_section_at_exit(const sw_cycle *cycle, void *unused)
{
    (void)cycle, (void)unused;
    section("b");
}

static void run_exit(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    sw_set_cycle_handler(make_section_at_exit, NULL);
    sw_section_begin("a");
    print("exit");
    exit(EXIT_SUCCESS);
}

static void run_fork(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    section("a");
    print("fork");
    const pid_t child = fork();
    if (child == 0) {
        section("a");
        sw_finish_iter();
        exit(EXIT_SUCCESS);
    }
    waitpid(child, NULL, 0);
}

static void *make_sections(void *unused)
{
    for (int i = 0; i < 100; i++)
        section("a");
    return unused;
}

static void run_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    enable(SW_CUDA_SYNC_DEVICE);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, make_sections, NULL) != 0)
            exit(EXIT_FAILURE);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static const scenario scenarios[] = {
    SCENARIO(order),
    SCENARIO(order_of_handles),
    SCENARIO(order_of_scopes),
    SCENARIO(order_of_iteration),
    SCENARIO(without),
    SCENARIO(stream),
    SCENARIO(window),
    SCENARIO(null),
    SCENARIO(paused),
    SCENARIO(nothing_to_end),
    SCENARIO(left_out),
    SCENARIO(capture),
    SCENARIO(wait_value),
    SCENARIO(exit),
    SCENARIO(fork),
    SCENARIO(threads),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
