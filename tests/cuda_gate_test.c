// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The gate of CUDA's profilers, and what a run profile says of CUDA, as the fake runtime sees it.

#include "process.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#define START "cudaProfilerStart\n"
#define STOP "cudaProfilerStop\n"
#define SYNC "cudaDeviceSynchronize\n"
#define SYNC_STREAM "cudaStreamSynchronize 0\n"

enum { TIMEOUT_SECONDS = 60 };

static process_result run(const char *scenario, const char *variable)
{
    static const char *const fake = "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime";
    const char *const argv[] = {BUILD_DIR "/tests/programs/cuda_gate_steps", scenario, NULL};
    const char *const environment[] = {fake, "STEPWATCH_CONFIG", "STEPWATCH_PROFILE",
                                       variable ? variable : "STEPWATCH_SET", NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", scenario, result.exit_status, result.signal, result.err);
    return result;
}

static void check_calls(const char *scenario, const char *variable, const char *calls)
{
    process_result result = run(scenario, variable);
    CHECK_TEXT(result.out, calls);
    process_free(&result);
}

static void test_calls_come_in_pairs(void)
{
    process_result result = run("gate", NULL);
    CHECK_TEXT(result.out, START STOP START STOP START STOP "one stop too many\n");
    CHECK_HAS(result.err, ": sw_cuda_profiler_stop(): the CUDA profiler was not started by a call\n");
    CHECK_HAS(result.err, "; profiler starts: 3\n");
    process_free(&result);
}

static void test_gate_needs_the_wrapper(void)
{
    check_calls("gate_while_off", NULL, "");
}

static void test_finalize_closes_the_gate(void)
{
    check_calls("gate_left_open", NULL, START "finalize\n" STOP);
}

static void test_window_opens_and_closes_between_iterations(void)
{
    check_calls("window", NULL, "0\n1\n" START "2\n3\n" STOP "4\n5\n");
}

static void test_window_may_begin_with_the_first_iteration(void)
{
    check_calls("window_from_the_start", NULL, START "0\n" STOP "1\n2\n");
}

static void test_window_is_closed_when_the_loop_ends_early(void)
{
    check_calls("window_that_ends_early", NULL, "0\n" START "1\n2\nfinalize\n" STOP);
}

static void test_window_without_end_is_closed_at_the_end(void)
{
    check_calls("window_without_end", NULL, "0\n1\n" START "2\nfinalize\n" STOP);
}

static void test_window_that_is_never_reached_calls_nothing(void)
{
    process_result result = run("window_never_reached", NULL);
    CHECK_TEXT(result.out, "0\n1\n");
    CHECK_HAS(result.err, "\n  cuda        not used yet; profiler starts: 0\n");
    process_free(&result);
}

static void test_window_that_is_skipped_into_is_opened_and_closed(void)
{
    check_calls("window_that_is_skipped_into", NULL, "0\n1\n2\n3\n4\n" START "on\n5\n" STOP "6\n7\n");
}

static void test_window_that_is_skipped_stays_closed(void)
{
    check_calls("window_that_is_skipped", NULL, "0\n1\n2\n3\n4\n5\n6\n");
}

static void test_window_and_calls_make_one_pair(void)
{
    check_calls("window_and_calls", NULL, START "0\n1\n2\n" STOP "end\n");
}

static void test_profile_gives_the_window(void)
{
    check_calls("init",
                "STEPWATCH_SET=nvtx_range_wrapper.enable=true;nvtx_range_wrapper.profiler_start_iter=1;"
                "nvtx_range_wrapper.profiler_stop_iter=2",
                "0\n" START "1\n" STOP "2\n");
}

static void test_window_that_ends_before_it_begins_is_told(void)
{
    const sw_nvtx_options options = {.profiler_start_iter = 5, .profiler_stop_iter = 5};
    CHECK_EQUAL(sw_nvtx_enable(&options), SW_ERR_ARGUMENT);
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    process_result result = run("init", "STEPWATCH_SET=nvtx_range_wrapper.enable=true;"
                                        "nvtx_range_wrapper.profiler_start_iter=5;"
                                        "nvtx_range_wrapper.profiler_stop_iter=2");
    CHECK_TEXT(result.out, "0\n1\n2\n");
    CHECK_HAS(result.err, "stepwatch: nvtx_range_wrapper: profiler_stop_iter, 2, is not after profiler_start_iter, 5");
    process_free(&result);
}

static void test_profile_asks_for_waits(void)
{
    check_calls("init", "STEPWATCH_SET=stopwatch.enable=true;stopwatch.do_cuda_sync=true",
                SYNC SYNC "0\n" SYNC "1\n" SYNC "2\n" SYNC);
    check_calls("init", "STEPWATCH_SET=stopwatch.enable=true;stopwatch.do_cuda_sync=stream",
                SYNC_STREAM SYNC_STREAM "0\n" SYNC_STREAM "1\n" SYNC_STREAM "2\n" SYNC_STREAM);
    check_calls("init", "STEPWATCH_SET=stopwatch.enable=true;stopwatch.do_cuda_sync=false", "0\n1\n2\n");
}

static void test_wrong_mode_lists_the_modes(void)
{
    process_result result = run("init", "STEPWATCH_SET=stopwatch.do_cuda_sync=yes");
    CHECK_HAS(result.err, "do_cuda_sync: 'yes' is not false, true or stream");
    process_free(&result);
}

CU_TestInfo cuda_gate_tests[] = {
    {"calls come in pairs, whatever is nested", test_calls_come_in_pairs},
    {"the gate needs the wrapper", test_gate_needs_the_wrapper},
    {"sw_finalize() closes the gate", test_finalize_closes_the_gate},
    {"a window opens and closes between iterations", test_window_opens_and_closes_between_iterations},
    {"a window may begin with the first iteration", test_window_may_begin_with_the_first_iteration},
    {"a window is closed when the loop ends early", test_window_is_closed_when_the_loop_ends_early},
    {"a window without end is closed at the end", test_window_without_end_is_closed_at_the_end},
    {"a window that is never reached calls nothing", test_window_that_is_never_reached_calls_nothing},
    {"a window that the loop is already in is opened and closed",
     test_window_that_is_skipped_into_is_opened_and_closed},
    {"a window that the loop is past stays closed", test_window_that_is_skipped_stays_closed},
    {"a window and calls make one pair", test_window_and_calls_make_one_pair},
    {"a run profile gives the window", test_profile_gives_the_window},
    {"a window that ends before it begins is told", test_window_that_ends_before_it_begins_is_told},
    {"a run profile asks for waits", test_profile_asks_for_waits},
    {"a mode that is none lists those that are", test_wrong_mode_lists_the_modes},
    CU_TEST_INFO_NULL,
};
