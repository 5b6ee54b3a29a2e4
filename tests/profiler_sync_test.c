// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where the profiler waits for the GPU: a program runs with a fake of CUDA's runtime, which prints the calls.

#include "process.h"
#include "session_support.h"
#include "test.h"

#include <string.h>

#define PROGRAM BUILD_DIR "/tests/programs/profiler_sync_steps"
#define SYNC "cudaDeviceSynchronize\n"
#define SYNC_STREAM "cudaStreamSynchronize 0x10\n"

enum { TIMEOUT_SECONDS = 60 };

static process_result run(const char *scenario, const char *variable)
{
    const char *const argv[] = {PROGRAM, scenario, NULL};
    const char *const environment[] = {"LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime", "STEPWATCH_CONFIG",
                                       "STEPWATCH_PROFILE", variable ? variable : "STEPWATCH_SET", NULL};
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

static void test_wait_comes_before_each_reading_of_the_clock(void)
{
    check_calls("order", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_order_holds_for_handles(void)
{
    check_calls("order_of_handles", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_order_holds_for_scopes(void)
{
    // The measurement of the scope has a begin of its own, and the same end.
    check_calls("order_of_scopes", NULL, SYNC SYNC "from here\n" SYNC "clock\nclock\nwork\n" SYNC "clock\n");
}

static void test_order_holds_for_iterations(void)
{
    // The first reading at the end is the time at which the program got there.
    process_result result = run("order_of_iteration", NULL);
    CHECK_HAS(result.out, "from here\n" SYNC "clock\nwork\nclock\n" SYNC "clock\n");
    process_free(&result);
}

static void test_nothing_waits_unless_asked_for(void)
{
    check_calls("without", "FAKE_CUDART_ALL=1", "");
}

static void test_stream_mode_waits_for_the_thread_s_stream(void)
{
    check_calls("stream", NULL, SYNC_STREAM SYNC_STREAM SYNC_STREAM);
}

// The end of the last iteration before the window is the begin of the window.
static void test_nothing_waits_outside_of_the_window(void)
{
    check_calls("window", NULL, "0\nend\n1\nend\n" SYNC "2\n" SYNC SYNC SYNC "end\n" SYNC "3\nend\n");
}

static void test_nothing_waits_in_mode_null(void)
{
    check_calls("null", "FAKE_CUDART_ALL=1", "0\nend\n1\nend\n2\nend\n3\nend\n");
}

static void test_nothing_that_begins_in_a_pause_waits(void)
{
    check_calls("paused", NULL, SYNC "paused\nend in the pause\n" SYNC "resume\n");
}

static void test_end_of_nothing_does_not_wait(void)
{
    check_calls("nothing_to_end", NULL, SYNC SYNC "nothing to end\n");
}

static void test_names_that_are_left_out_do_not_wait(void)
{
    check_calls("left_out", "STEPWATCH_SET=only=in;profiler.mode=custom;profiler.do_cuda_sync=true", "in\n" SYNC SYNC);
}

static void test_capture_is_left_alone_and_its_edges_are_counted(void)
{
    process_result result = run("capture", NULL);
    CHECK_TEXT(result.out, "");
    const char *next = strstr(result.err, "the next session:\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(next);
    CHECK_EQUAL(times_in(result.err, "\n4 edges of sections lay in a CUDA graph capture, where nothing waited"), 1);
    CHECK_EQUAL(times_in(next, "capture"), 0);
    process_free(&result);
}

static void test_wait_at_the_end_of_an_iteration_is_a_value(void)
{
    check_calls("wait_value", NULL, SYNC "a wait\nno wait\n");
    check_calls("wait_value", "FAKE_CUDART_ERROR=35", "no wait\nno wait\n");
}

static void test_exit_handler_does_not_wait(void)
{
    check_calls("exit", NULL, SYNC "exit\n");
}

static void test_forked_child_does_not_wait(void)
{
    check_calls("fork", NULL, SYNC SYNC "fork\n");
}

static void test_threads_wait_each_for_themselves(void)
{
    process_result result = run("threads", NULL);
    CHECK_EQUAL(times_in(result.out, SYNC), 4 * 100 * 2);
    process_free(&result);
}

static void test_summary_says_what_waits(void)
{
    process_result result = run("order", NULL);
    CHECK_HAS(result.err,
              "\n  cuda        runtime 13.0, 1 device; sections and iterations are timed after a wait for the "
              "device\n");
    CHECK_EQUAL(times_in(result.err, "without waiting for a GPU"), 0);
    process_free(&result);
    result = run("stream", NULL);
    CHECK_HAS(result.err, "; sections and iterations are timed after a wait for the stream\n");
    process_free(&result);
    result = run("without", NULL);
    CHECK_EQUAL(times_in(result.err, "cuda"), 0);
    CHECK_HAS(result.err, "wall time without waiting for a GPU");
    process_free(&result);
}

static void test_missing_driver_is_said_once(void)
{
    process_result result = run("window", "FAKE_CUDART_ERROR=35");
    CHECK_EQUAL(times_in(result.err, "stepwatch: CUDA: no driver, or one that is older than the runtime"), 1);
    CHECK_HAS(result.err, "; nothing waits for a GPU\n");
    process_free(&result);
}

CU_TestInfo profiler_sync_tests[] = {
    {"a wait comes before each reading of the clock", test_wait_comes_before_each_reading_of_the_clock},
    {"the order holds for handles", test_order_holds_for_handles},
    {"the order holds for scopes", test_order_holds_for_scopes},
    {"the order holds for iterations", test_order_holds_for_iterations},
    {"nothing waits unless it is asked for", test_nothing_waits_unless_asked_for},
    {"the stream mode waits for the thread's stream", test_stream_mode_waits_for_the_thread_s_stream},
    {"nothing waits outside of the window", test_nothing_waits_outside_of_the_window},
    {"nothing waits in mode null", test_nothing_waits_in_mode_null},
    {"nothing that begins in a pause waits", test_nothing_that_begins_in_a_pause_waits},
    {"the end of nothing does not wait", test_end_of_nothing_does_not_wait},
    {"names that are left out do not wait", test_names_that_are_left_out_do_not_wait},
    {"a capture is left alone, and its edges are counted", test_capture_is_left_alone_and_its_edges_are_counted},
    {"the wait at the end of an iteration is a value", test_wait_at_the_end_of_an_iteration_is_a_value},
    {"an exit handler does not wait", test_exit_handler_does_not_wait},
    {"a forked child does not wait", test_forked_child_does_not_wait},
    {"threads wait each for themselves", test_threads_wait_each_for_themselves},
    {"the summary says what waits", test_summary_says_what_waits},
    {"a missing driver is said once", test_missing_driver_is_said_once},
    CU_TEST_INFO_NULL,
};
