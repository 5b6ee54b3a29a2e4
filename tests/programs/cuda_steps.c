// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where the library waits for the GPU.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>

#include "clock_readings.h"
#include "scenario.h"

static void measure(const char *name)
{
    sw_start_meas(name);
    sw_end_meas(name);
}

static void enable_on(sw_cuda_sync sync, uint32_t warmup)
{
    const sw_stopwatch_options options = {
        .num_warmup_iters = warmup, .clock = SW_CLOCK_MONOTONIC, .do_cuda_sync = sync};
    if (sw_stopwatch_enable(&options) != SW_OK)
        exit(EXIT_FAILURE);
}

static void enable(sw_cuda_sync sync)
{
    enable_on(sync, 0);
}

static void enable_ranges(bool sync_on_push, bool sync_on_pop)
{
    sw_nvtx_enable(&(sw_nvtx_options){.sync_on_push = sync_on_push, .sync_on_pop = sync_on_pop});
}

static void run_off(void)
{
    enable(SW_CUDA_SYNC_NONE);
    enable_ranges(false, false);
    sw_set_cuda_stream((void *)0x10);
    measure("a");
    sw_range_push("r");
    sw_range_pop("r");
    sw_finish_iter();
}

// The first call of a run reads the clock once more; it comes before what is looked at.
static void enable_and_print_clock(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    measure("first");
    prints_clock = true;
    print("from here");
}

static void run_order(void)
{
    enable_and_print_clock();
    sw_start_meas("a");
    print("work");
    sw_end_meas("a");
    prints_clock = false;
}

static void run_order_of_handles(void)
{
    const sw_name name = sw_register("a");
    enable_and_print_clock();
    sw_start_meas_handle(name);
    print("work");
    sw_end_meas_handle(name);
    prints_clock = false;
}

static void run_order_of_scopes(void)
{
    enable_and_print_clock();
    {
        SW_SCOPE("a");
        print("work");
    }
    prints_clock = false;
}

static void run_order_of_one_time(void)
{
    enable_on(SW_CUDA_SYNC_DEVICE, 5);
    prints_clock = true;
    sw_start_one_time_measurement("a");
    print("work");
    sw_end_one_time_measurement("a");
    sw_end_one_time_measurement("a");
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

static void run_on_counter(void)
{
    sw_stopwatch_enable(&(sw_stopwatch_options){.do_cuda_sync = SW_CUDA_SYNC_DEVICE});
    for (int i = 0; i < 3; i++)
        measure("a");
}

static void run_warmup(void)
{
    enable_on(SW_CUDA_SYNC_DEVICE, 2);
    measure("a");
    print("end of the first");
    sw_finish_iter();
    measure("a");
    sw_start_meas("straddling");
    print("end of the second");
    sw_finish_iter();
    print("measured");
    sw_end_meas("straddling");
    measure("a");
}

static void run_paused(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    sw_pause();
    sw_start_meas("a");
    sw_range_push("r");
    measure("b");
    sw_start_one_time_measurement("once");
    sw_range_end(sw_range_start("s"));
    {
        SW_SCOPE("c");
    }
    sw_finish_iter();
    sw_begin_iter();
    sw_resume();
    sw_end_meas("a");
    sw_range_pop("r");
}

static void run_stream(void)
{
    enable(SW_CUDA_SYNC_STREAM);
    measure("a");
    sw_set_cuda_stream((void *)0x10);
    measure("a");
}

static void print_captured(void)
{
    sw_meas_stats stats = {0};
    sw_get_meas_stats("a", &stats);
    char text[64];
    snprintf(text, sizeof text, "%d of %d captured", (int)stats.captured, (int)stats.count);
    print(text);
}

static void *measure_on_thread(void *name)
{
    setenv("FAKE_CUDART_CAPTURING", "1", 1);
    measure(name);
    unsetenv("FAKE_CUDART_CAPTURING");
    return NULL;
}

static void run_capture(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    measure("a");
    setenv("FAKE_CUDART_CAPTURING", "1", 1);
    print("capture");
    measure("a");
    sw_start_meas("a");
    sw_range_push("r");
    sw_range_pop("r");
    unsetenv("FAKE_CUDART_CAPTURING");
    print("no more");
    sw_end_meas("a");
    pthread_t thread;
    if (pthread_create(&thread, NULL, measure_on_thread, "a") == 0)
        pthread_join(thread, NULL);
    print_captured();
}

static void run_capture_of_own_stream(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    setenv("FAKE_CUDART_STREAM", "0x10", 1);
    sw_set_cuda_stream((void *)0x10);
    measure("a");
    print_captured();
}

static void run_ranges(void)
{
    enable_ranges(true, false);
    sw_range_push("r");
    print("pushed");
    sw_range_pop("r");
    print("popped");
    sw_range end = sw_range_start("s");
    print("started");
    sw_range_end(end);
    {
        SW_SCOPE("c");
        print("in the scope");
    }
}

static void run_pops(void)
{
    enable_ranges(false, true);
    const sw_name name = sw_register("h");
    sw_range_push_handle(name);
    print("pushed");
    sw_range_pop_handle(name);
    print("popped");
    sw_range end = sw_range_start("s");
    print("started");
    sw_range_end(end);
    {
        SW_SCOPE("c");
        print("in the scope");
    }
    print("nothing is open");
    sw_range_pop(NULL);
}

static void make_part(uint64_t modules, const char *text)
{
    sw_scope scope = sw__scope_begin_at("part", __FILE__, __LINE__, modules);
    print(text);
    sw__scope_end_at(&scope);
}

static void run_parts(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(false, false);
    make_part(SW__STOPWATCH_BITS, "measured");
    make_part(SW__NVTX_BITS, "a range");
    sw_finalize();
    print("the other one waits");
    enable(SW_CUDA_SYNC_NONE);
    enable_ranges(true, true);
    make_part(SW__STOPWATCH_BITS, "measured");
    make_part(SW__NVTX_BITS, "a range");
}

// Trying out what the calls cost, at the begin of a session, is nothing to wait for; nor does a session hand its waits on.
static void run_sessions(void)
{
    for (int i = 0; i < 2; i++) {
        enable(SW_CUDA_SYNC_DEVICE);
        measure("a");
        sw_finalize();
        print("finalized");
    }
    enable_ranges(true, false);
    setenv("FAKE_CUDART_CAPTURING", "1", 1);
    sw_range_push("r");
    sw_cuda_profiler_start();
    sw_finalize();
    fprintf(stderr, "the last session:\n");
    enable(SW_CUDA_SYNC_NONE);
    measure("a");
}

static void run_left_out(void)
{
    sw_init(NULL, NULL);
    measure("out");
    sw_range_push("out");
    sw_range_pop("out");
    {
        SW_SCOPE("out");
    }
    sw_start_one_time_measurement("out");
    sw_end_one_time_measurement("out");
    print("in");
    measure("in");
}

static void run_pause_inside(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    sw_start_meas("a");
    sw_pause();
    print("paused");
    sw_end_meas("a");
    sw_resume();
    print("resumed");
}

static void run_capture_of_one_time(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    setenv("FAKE_CUDART_CAPTURING", "1", 1);
    sw_start_one_time_measurement("once");
    sw_end_one_time_measurement("once");
}

static void *measure_often(void *unused)
{
    for (int i = 0; i < 100; i++) {
        measure("a");
        sw_range_push("r");
        sw_range_pop("r");
        sw_cuda_profiler_start();
        sw_cuda_profiler_stop();
    }
    return unused;
}

static void run_threads(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, measure_often, NULL) != 0)
            exit(EXIT_FAILURE);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void take_message(sw_status status, const char *text, void *user)
{
    (void)status, (void)text, (void)user;
    print("message");
    measure("in the handler");
    sw_cuda_profiler_start();
    sw_cuda_profiler_stop();
    sw_range_push("in the handler");
    sw_range_pop("in the handler");
    FILE *nothing = fopen("/dev/null", "w");
    if (nothing && sw_print_eval_times(nothing) == SW_OK)
        print("printed");
    if (nothing)
        fclose(nothing);
}

static void run_handler(void)
{
    sw_set_message_handler(take_message, NULL);
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    sw_cuda_profiler_start();
    measure("a");
    sw_cuda_profiler_stop();
}

static void run_errors(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    for (int i = 0; i < 3; i++) {
        measure("a");
        sw_range_push("r");
        sw_range_pop("r");
        sw_finish_iter();
    }
    char text[64];
    snprintf(text, sizeof text, "gate %d", sw_cuda_profiler_start());
    print(text);
    sw_cuda_profiler_stop();
    print_captured();
}

static void run_exit_while_measuring(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    sw_cuda_profiler_start();
    measure("a");
    sw_start_meas("a");
    sw_range_push("r");
    print("exit");
    exit(EXIT_SUCCESS);
}

static void run_fork(void)
{
    enable(SW_CUDA_SYNC_DEVICE);
    enable_ranges(true, true);
    sw_cuda_profiler_start();
    measure("a");
    print("fork");
    const pid_t child = fork();
    if (child == 0) {
        measure("a");
        sw_cuda_profiler_stop();
        enable(SW_CUDA_SYNC_DEVICE);
        measure("a");
        sw_finalize();
        exit(EXIT_SUCCESS);
    }
    waitpid(child, NULL, 0);
    print("parent");
}

static void run_driver_in_process(void)
{
    if (!dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL))
        exit(EXIT_FAILURE);
    run_errors();
}

static const scenario scenarios[] = {
    SCENARIO(off),
    SCENARIO(order),
    SCENARIO(order_of_handles),
    SCENARIO(order_of_scopes),
    SCENARIO(order_of_one_time),
    SCENARIO(order_of_iteration),
    SCENARIO(on_counter),
    SCENARIO(warmup),
    SCENARIO(paused),
    SCENARIO(stream),
    SCENARIO(capture),
    SCENARIO(capture_of_own_stream),
    SCENARIO(ranges),
    SCENARIO(pops),
    SCENARIO(parts),
    SCENARIO(sessions),
    SCENARIO(left_out),
    SCENARIO(pause_inside),
    SCENARIO(capture_of_one_time),
    SCENARIO(threads),
    SCENARIO(handler),
    SCENARIO(errors),
    SCENARIO(exit_while_measuring),
    SCENARIO(fork),
    SCENARIO(driver_in_process),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
