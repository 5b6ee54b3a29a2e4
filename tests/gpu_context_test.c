// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether there is a GPU whose memory can be asked for, and when it is not: the fake driver prints what it is asked.

#include "gpu_support.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lanes.h"

#define PROGRAM "gpu_context_steps"
#define NO_GPU "short way\niteration 0\nreserved --\ndevice --\na 0\n"

static void test_without_a_gpu_there_is_no_call_and_zero(void)
{
    gpu_check(PROGRAM, "no_gpu", "FAKE_CUDA_ALL=1", NO_GPU);
}

// The driver may be there without being used: the question whether it is makes no context.
static void test_without_a_context_only_that_is_asked(void)
{
    process_result result = gpu_run(PROGRAM, "no_context", "FAKE_CUDA_ALL=1");
    CHECK_HAS(result.out, "cuCtxGetCurrent\n");
    CHECK_EQUAL(times_in(result.out, "cu"), times_in(result.out, "cuCtxGetCurrent\n"));
    process_free(&result);
    gpu_check(PROGRAM, "no_context", NULL, NO_GPU);
}

static void test_on_a_cpu_sections_go_their_shortest_way(void)
{
    const sw_profiler_options options = {.mode = SW_PROFILER_CUSTOM};
    CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
    sw_section_begin("a");
    sw_section_end("a");
    CU_ASSERT_FALSE(sw__state() & SW__PROFILER_EDGES);
    // On another clock than the cycle counter the way is a longer one anyway.
    if (sw__clock_counts_cycles)
        CHECK_EQUAL(sw__this_lane->seen, sw__state());
    stderr_keep();
    sw_finalize();
    free(stderr_kept());
}

static void test_gpu_without_its_pool_has_no_value(void)
{
    gpu_check(PROGRAM, "no_use_of_the_pool", NULL, "short way\niteration --\nreserved --\ndevice 250\na --\n");
}

static void test_gpu_that_comes_into_use_is_seen(void)
{
    gpu_check(PROGRAM, "first_use", NULL,
              "iteration 30\nreserved 30\ndevice 30\na --\nlong way\n"
              "iteration 30\nreserved 30\ndevice 30\na 30\nlong way\n");
}

static void test_device_is_the_thread_s_current_one(void)
{
    gpu_check(PROGRAM, "second_device", NULL, "iteration 60\nreserved 60\ndevice 60\na 60\n");
}

static void test_device_may_be_that_of_another_thread(void)
{
    gpu_check(PROGRAM, "device_of_another_thread", NULL, "iteration 60\nreserved 60\ndevice --\na 60\n");
}

static void test_snapshot_leaves_the_device_what_it_is(void)
{
    gpu_check(PROGRAM, "snapshot_on_another_device", NULL, "iteration 30\na 30\nthere 20\n");
}

static void test_snapshots_may_be_the_first_to_find_the_driver(void)
{
    gpu_check(PROGRAM, "snapshots_at_once", NULL, "iteration 20\nthere 20\n");
}

static void test_device_may_be_reset(void)
{
    gpu_check(PROGRAM, "reset", NULL, "iteration 30\niteration 0\nreserved --\ndevice --\na 0\nshort way\n");
}

static void test_nothing_is_asked_in_a_capture(void)
{
    gpu_check(PROGRAM, "capture", NULL, "iteration 30\nbefore 10\ninto --\ninside --\nout of --\nafter 30\n");
}

static void test_capture_on_another_thread_is_not_broken(void)
{
    gpu_check(PROGRAM, "capture_on_another_thread", NULL, "iteration 60\na 60\n");
}

static void test_iteration_with_an_edge_in_a_capture_has_no_value(void)
{
    gpu_check(PROGRAM, "capture_at_the_end", NULL,
              "iteration --\nreserved --\ndevice --\niteration --\niteration 10\n");
}

static void test_nothing_is_asked_outside_of_the_window(void)
{
    process_result result = gpu_run(PROGRAM, "outside_of_the_window", "FAKE_CUDA_ALL=1");
    CU_ASSERT_PTR_EQUAL(strstr(result.out, "not recorded\n"), result.out);
    CHECK_HAS(result.out, "\niteration 11\nnot recorded\niteration --\n");
    process_free(&result);
    gpu_check(PROGRAM, "outside_of_the_window", NULL,
              "not recorded\niteration --\nrecorded\niteration 11\nnot recorded\niteration --\n");
}

static void test_mode_null_asks_nothing(void)
{
    gpu_check(PROGRAM, "null", "FAKE_CUDA_ALL=1", "iteration --\n");
}

static void test_error_is_counted_and_not_told(void)
{
    process_result result = gpu_run(PROGRAM, "errors", "FAKE_CUDA_ERROR=700");
    CHECK_TEXT(result.out, "iteration --\nreserved --\ndevice --\na --\n");
    CHECK_EQUAL(times_in(result.err, "CUDA:"), 0);
    CHECK_HAS(result.err, " calls of CUDA failed\n");
    process_free(&result);
}

static void test_device_without_pools_is_no_error(void)
{
    process_result result = gpu_run(PROGRAM, "errors", "FAKE_CUDA_OLD=1");
    CHECK_TEXT(result.out, "iteration --\nreserved --\ndevice 10\na --\n");
    CHECK_EQUAL(times_in(result.err, "CUDA"), 0);
    process_free(&result);
}

static void test_driver_that_shuts_down_is_no_error(void)
{
    process_result result = gpu_run(PROGRAM, "errors", "FAKE_CUDA_ERROR=4");
    CHECK_EQUAL(times_in(result.err, "CUDA"), 0);
    process_free(&result);
}

static void test_exit_handler_asks_nothing(void)
{
    process_result result = gpu_run(PROGRAM, "exit", "FAKE_CUDA_ALL=1");
    CHECK_HAS(result.out, "cuMemPoolGetAttribute\n");
    CHECK_TEXT(strstr(result.out, "exit\n"), "exit\n");
    process_free(&result);
}

static void test_forked_child_asks_nothing(void)
{
    process_result result = gpu_run(PROGRAM, "fork", "FAKE_CUDA_ALL=1");
    CHECK_HAS(result.out, "cuMemPoolGetAttribute\n");
    CHECK_TEXT(strstr(result.out, "fork\n"), "fork\niteration 0\nreserved --\ndevice --\nshort way\n");
    CHECK_EQUAL(times_in(result.err, "CUDA:"), 0);
    process_free(&result);
}

static void test_signal_handler_may_call_in_between(void)
{
    gpu_check(PROGRAM, "interrupted", NULL, "handled\nhandled\niteration 10\na 10\n");
}

CU_TestInfo gpu_context_tests[] = {
    {"without a GPU there is no call, and 0", test_without_a_gpu_there_is_no_call_and_zero},
    {"without a context only that is asked", test_without_a_context_only_that_is_asked},
    {"on a CPU sections go their shortest way", test_on_a_cpu_sections_go_their_shortest_way},
    {"a GPU without its pool has no value", test_gpu_without_its_pool_has_no_value},
    {"a GPU that comes into use is seen", test_gpu_that_comes_into_use_is_seen},
    {"the device is the thread's current one", test_device_is_the_thread_s_current_one},
    {"the device may be that of another thread", test_device_may_be_that_of_another_thread},
    {"a snapshot on another device leaves the device what it is", test_snapshot_leaves_the_device_what_it_is},
    {"snapshots may be the first to find the driver, and at once", test_snapshots_may_be_the_first_to_find_the_driver},
    {"a device may be reset", test_device_may_be_reset},
    {"nothing is asked in a capture", test_nothing_is_asked_in_a_capture},
    {"a capture on another thread is not broken", test_capture_on_another_thread_is_not_broken},
    {"an iteration with an edge in a capture has no value", test_iteration_with_an_edge_in_a_capture_has_no_value},
    {"nothing is asked outside of the window", test_nothing_is_asked_outside_of_the_window},
    {"mode null asks nothing", test_mode_null_asks_nothing},
    {"an error is counted, and not told", test_error_is_counted_and_not_told},
    {"a device without pools is no error", test_device_without_pools_is_no_error},
    {"a driver that shuts down is no error", test_driver_that_shuts_down_is_no_error},
    {"an exit handler asks nothing", test_exit_handler_asks_nothing},
    {"a forked child asks nothing", test_forked_child_asks_nothing},
    {"a signal handler may call in between", test_signal_handler_may_call_in_between},
    CU_TEST_INFO_NULL,
};
