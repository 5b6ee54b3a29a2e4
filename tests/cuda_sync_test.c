// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// When the GPU is waited for: before which readings of the clock and which moves of ranges, and what a stream capture
// changes.

#include "cuda_support.h"
#include "session_support.h"

#include <string.h>

static void test_wait_comes_before_each_reading_of_the_clock(void)
{
    cuda_check_calls("order", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_order_holds_for_handles(void)
{
    cuda_check_calls("order_of_handles", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_order_holds_for_scopes(void)
{
    cuda_check_calls("order_of_scopes", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_scope_of_one_module_waits_as_that_one_does(void)
{
    cuda_check_calls("parts", NULL,
                     SYNC "measured\n" SYNC "a range\nthe other one waits\nmeasured\n" SYNC "a range\n" SYNC);
}

static void test_one_time_measurements_wait_in_the_warmup_too(void)
{
    process_result result = cuda_run("order_of_one_time", NULL);
    // The last reading is that of an end that is refused, which waits for nothing.
    CHECK_TEXT(result.out, SYNC "clock\nwork\n" SYNC "clock\nclock\n");
    process_free(&result);
}

static void test_iteration_ends_when_the_gpu_is_done(void)
{
    // The first reading at its end is the time at which the program got there.
    process_result result = cuda_run("order_of_iteration", NULL);
    CHECK_HAS(result.out, "from here\n" SYNC "clock\nwork\nclock\n" SYNC "clock\n");
    process_free(&result);
}

static void test_time_stamp_counter_waits_too(void)
{
    cuda_check_calls("on_counter", NULL, SYNC SYNC SYNC SYNC SYNC SYNC);
}

static void test_warmup_waits_once_at_its_end(void)
{
    cuda_check_calls("warmup", NULL, "end of the first\nend of the second\n" SYNC "measured\n" SYNC SYNC);
}

static void test_nothing_waits_in_a_pause(void)
{
    cuda_check_calls("paused", "FAKE_CUDART_ALL=1", "");
}

static void test_stream_mode_waits_for_the_thread_s_stream(void)
{
    cuda_check_calls("stream", NULL,
                     "cudaStreamSynchronize 0\ncudaStreamSynchronize 0\n"
                     "cudaStreamSynchronize 0x10\ncudaStreamSynchronize 0x10\n");
}

static void test_capture_is_left_alone_and_the_sample_is_tagged(void)
{
    process_result result = cuda_run("capture", NULL);
    CHECK_TEXT(result.out, SYNC SYNC "capture\nno more\n" SYNC "3 of 4 captured\n");
    CHECK_HAS(result.err, "\n3 intervals have an edge in a CUDA graph capture, where nothing waited for the GPU\n");
    CHECK_HAS(result.err, "\n2 ranges moved in a CUDA graph capture, without a wait for the GPU\n");
    check_lacks(result.err, "CUDA:");
    process_free(&result);
}

static void test_capture_of_a_stream_that_was_set_is_seen(void)
{
    cuda_check_calls("capture_of_own_stream", NULL, "1 of 1 captured\n");
}

static void test_query_for_a_capture_leaves_no_error_and_no_mode(void)
{
    process_result result = cuda_run("capture_of_own_stream", "FAKE_CUDART_ALL=1");
    const unsigned there = times_in(result.out, "cudaThreadExchangeStreamCaptureMode 2\n");
    CHECK_EQUAL(there, 2);
    CHECK_EQUAL(times_in(result.out, "cudaThreadExchangeStreamCaptureMode 0\n"), there);
    process_free(&result);
    result = cuda_run("capture", "FAKE_CUDART_ALL=1");
    // Each query that was answered with an error is followed by the question that takes the error back.
    CHECK_EQUAL(times_in(result.out, "cudaGetLastError\n"), times_in(result.out, "cudaStreamIsCapturing\ncudaGetLast"));
    CU_ASSERT_TRUE(times_in(result.out, "cudaGetLastError\n") > 0);
    process_free(&result);
}

static void test_ranges_wait_before_the_push(void)
{
    cuda_check_calls("ranges", NULL, SYNC "pushed\npopped\n" SYNC "started\n" SYNC "in the scope\n");
}

static void test_ranges_wait_before_the_pop(void)
{
    cuda_check_calls("pops", NULL, "pushed\n" SYNC "popped\nstarted\n" SYNC "in the scope\n" SYNC "nothing is open\n");
}

static void test_each_session_waits_for_its_own_measurements_only(void)
{
    process_result result = cuda_run("sessions", NULL);
    CHECK_TEXT(result.out, SYNC SYNC "finalized\n" SYNC SYNC "finalized\ncudaProfilerStart\ncudaProfilerStop\n");
    const char *last = strstr(result.err, "the last session:\n");
    CHECK_HAS(last, "  clock ");
    check_lacks(last, "cuda");
    check_lacks(last, "CUDA");
    process_free(&result);
}

static void test_names_that_are_left_out_do_not_wait(void)
{
    cuda_check_calls("left_out",
                     "STEPWATCH_SET=only=in;stopwatch.enable=true;stopwatch.do_cuda_sync=true;"
                     "nvtx_range_wrapper.enable=true;nvtx_range_wrapper.sync_on_push=true;"
                     "nvtx_range_wrapper.sync_on_pop=true",
                     "in\n" SYNC SYNC);
}

static void test_interval_that_ends_in_a_pause_waits_at_both_edges(void)
{
    cuda_check_calls("pause_inside", NULL, SYNC "paused\n" SYNC "resumed\n");
}

static void test_one_time_measurement_in_a_capture_is_tagged(void)
{
    process_result result = cuda_run("capture_of_one_time", NULL);
    CHECK_TEXT(result.out, "");
    CHECK_HAS(result.err, "not synced: graph capture");
    process_free(&result);
}

static void test_threads_wait_each_for_themselves(void)
{
    process_result result = cuda_run("threads", NULL);
    CHECK_EQUAL(times_in(result.out, SYNC), 4 * 100 * 4);
    // However the threads' pairs overlap, the profiler sees its own in turn.
    CHECK_EQUAL(times_in(result.out, "cudaProfilerStart\n"), times_in(result.out, "cudaProfilerStop\n"));
    CU_ASSERT_TRUE(times_in(result.out, "cudaProfilerStart\n") > 0);
    process_free(&result);
}

CU_TestInfo cuda_sync_tests[] = {
    {"a wait comes before each reading of the clock", test_wait_comes_before_each_reading_of_the_clock},
    {"the order holds for handles", test_order_holds_for_handles},
    {"the order holds for scopes", test_order_holds_for_scopes},
    {"a scope of one module waits as that one does", test_scope_of_one_module_waits_as_that_one_does},
    {"one-time measurements wait in the warm-up, too", test_one_time_measurements_wait_in_the_warmup_too},
    {"an iteration ends when the GPU is done", test_iteration_ends_when_the_gpu_is_done},
    {"on the time-stamp counter there are waits, too", test_time_stamp_counter_waits_too},
    {"the warm-up waits once, at its end", test_warmup_waits_once_at_its_end},
    {"nothing that starts in a pause waits", test_nothing_waits_in_a_pause},
    {"the stream mode waits for the thread's stream", test_stream_mode_waits_for_the_thread_s_stream},
    {"a capture is left alone, and the sample is tagged", test_capture_is_left_alone_and_the_sample_is_tagged},
    {"a capture of a stream that was set is seen", test_capture_of_a_stream_that_was_set_is_seen},
    {"the query for a capture leaves no error and no mode", test_query_for_a_capture_leaves_no_error_and_no_mode},
    {"ranges wait before the push", test_ranges_wait_before_the_push},
    {"ranges wait before the pop", test_ranges_wait_before_the_pop},
    {"each session waits for its own measurements only", test_each_session_waits_for_its_own_measurements_only},
    {"names that are left out do not wait", test_names_that_are_left_out_do_not_wait},
    {"an interval that ends in a pause waits at both edges", test_interval_that_ends_in_a_pause_waits_at_both_edges},
    {"a one-time measurement in a capture is tagged", test_one_time_measurement_in_a_capture_is_tagged},
    {"threads wait each for themselves", test_threads_wait_each_for_themselves},
    CU_TEST_INFO_NULL,
};
