// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether there is a GPU, and when it may be asked.

#include <sys/wait.h>

#include "gpu_scenario.h"

static void run_no_gpu(void)
{
    enable();
    sw_section_begin("a");
    sw_section_end("a");
    show_way();
    finish_showing_all();
    show("a");
}

static void run_no_context(void)
{
    load_driver();
    run_no_gpu();
}

// All memory is of cudaMalloc(), which has no marks.
static void run_no_use_of_the_pool(void)
{
    load_driver();
    gpu->use_device(0);
    gpu->occupy(0, 250);
    run_no_gpu();
}

static void run_first_use(void)
{
    load_driver();
    enable();
    for (int i = 0; i < 2; i++) {
        gpu->use_device(0);
        section("a", 30);
        finish_showing_all();
        show("a");
        show_way();
    }
}

static void run_second_device(void)
{
    load_driver();
    gpu->use_device(1);
    gpu->allocate(1, 60);
    enable();
    section("a", 500);
    finish_showing_all();
    show("a");
}

static void *use_second_device(void *unused)
{
    gpu->use_device(1);
    gpu->allocate(1, 60);
    return unused;
}

static void no_turns(void)
{
}

// The thread that finishes the iterations has no context of its own.
static void run_device_of_another_thread(void)
{
    load_driver();
    run_beside(use_second_device, no_turns);
    enable();
    section("a", 500);
    finish_showing_all();
    show("a");
}

// A thread that cannot see the capture must not break it.
static void run_capture_on_another_thread(void)
{
    load_driver();
    run_beside(use_second_device, no_turns);
    enable();
    gpu->capture(true);
    section("a", 500);
    finish();
    show("a");
}

static void *take_snapshot_on_second_device(void *unused)
{
    use_second_device(NULL);
    sw_mem_snapshot("there");
    return unused;
}

static void run_snapshot_on_another_device(void)
{
    use_gpu();
    allocate(20);
    run_beside(take_snapshot_on_second_device, no_turns);
    section("a", 10);
    finish();
    show("a");
    show_as("there_allocated_gpu_mb", "there");
}

static void *take_snapshots(void *unused)
{
    wait_turn();
    for (int i = 0; i < 100; i++)
        sw_mem_snapshot("there");
    return unused;
}

static void run_snapshots_at_once(void)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    pthread_barrier_init(&turn, NULL, THREADS);
    enable();
    load_driver();
    gpu->use_device(0);
    allocate(20);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, take_snapshots, NULL) != 0)
            exit(EXIT_FAILURE);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    finish();
    show_as("there_allocated_gpu_mb", "there");
}

static void run_reset(void)
{
    use_gpu();
    section("a", 30);
    finish();
    gpu->reset_device(0);
    sw_finish_iter();
    section("a", 0);
    finish_showing_all();
    show("a");
    show_way();
}

static void run_capture(void)
{
    use_gpu();
    section("before", 10);
    sw_section_begin("into");
    gpu->capture(true);
    sw_section_end("into");
    section("inside", 0);
    sw_section_begin("out of");
    gpu->capture(false);
    touch(20);
    sw_section_end("out of");
    section("after", 30);
    finish();
    show("before");
    show("into");
    show("inside");
    show("out of");
    show("after");
}

static void run_capture_at_the_end(void)
{
    use_gpu();
    touch(100);
    gpu->capture(true);
    finish_showing_all();
    gpu->capture(false);
    finish();
    touch(10);
    finish();
}

static void run_outside_of_the_window(void)
{
    load_driver();
    gpu->use_device(0);
    allocate(1);
    enable_with((sw_profiler_options){.warmup = 1, .active = 1});
    for (int i = 0; i < 3; i++) {
        section("a", 10);
        print(i == 1 ? "recorded" : "not recorded");
        finish();
    }
}

static void run_null(void)
{
    load_driver();
    gpu->use_device(0);
    allocate(1);
    enable_with((sw_profiler_options){.mode = SW_PROFILER_NULL});
    section("a", 10);
    finish();
}

static void run_errors(void)
{
    load_driver();
    gpu->use_device(0);
    sw_stopwatch_enable(NULL);
    enable();
    section("a", 10);
    finish_showing_all();
    show("a");
}

static void make_section_at_exit(const sw_cycle *cycle, void *unused)
{
    (void)cycle, (void)unused;
    section("a", 10);
}

static void run_exit(void)
{
    use_gpu();
    sw_set_cycle_handler(make_section_at_exit, NULL);
    section("a", 10);
    sw_section_begin("a");
    print("exit");
    exit(EXIT_SUCCESS);
}

static void run_fork(void)
{
    use_gpu();
    section("a", 10);
    print("fork");
    const pid_t child = fork();
    if (child == 0) {
        section("a", 10);
        enable();
        section("a", 10);
        finish_showing_all();
        show_way();
        sw_finalize();
        exit(EXIT_SUCCESS);
    }
    waitpid(child, NULL, 0);
}

static void call_from_handler(void)
{
    gpu->interrupt(NULL); // once
    sw_section_begin("in the handler");
    sw_section_end("in the handler");
    print("handled");
}

static void run_interrupted(void)
{
    use_gpu();
    gpu->interrupt(call_from_handler);
    section("a", 10);
    gpu->interrupt(call_from_handler);
    finish();
    show("a");
}

static const scenario scenarios[] = {
    SCENARIO(no_gpu),
    SCENARIO(no_context),
    SCENARIO(no_use_of_the_pool),
    SCENARIO(first_use),
    SCENARIO(second_device),
    SCENARIO(device_of_another_thread),
    SCENARIO(capture_on_another_thread),
    SCENARIO(snapshot_on_another_device),
    SCENARIO(snapshots_at_once),
    SCENARIO(reset),
    SCENARIO(capture),
    SCENARIO(capture_at_the_end),
    SCENARIO(outside_of_the_window),
    SCENARIO(null),
    SCENARIO(errors),
    SCENARIO(exit),
    SCENARIO(fork),
    SCENARIO(interrupted),
};

int main(int argc, char **argv)
{
    return run_scenario(scenarios, sizeof scenarios / sizeof *scenarios, argc, argv);
}
