// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is called of CUDA, and when: programs run with a fake of its runtime or of its driver, which prints the calls. There
// is no GPU in it; tests/gpu/run is for a machine that has one.

#include "process.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM BUILD_DIR "/tests/programs/cuda_steps"
#define FAKE_RUNTIME "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime"
#define FAKE_DRIVER "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_driver"
#define SYNC "cudaDeviceSynchronize\n"

enum { TIMEOUT_SECONDS = 60 };

// Runs a scenario of the program, which has to succeed, with two additions to the environment; the second may be NULL.
static process_result run_in(const char *scenario, const char *first, const char *second)
{
    const char *const argv[] = {PROGRAM, scenario, NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", first,
                                       second ? second : "STEPWATCH_SET", NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", scenario, result.exit_status, result.signal, result.err);
    return result;
}

static process_result run(const char *scenario, const char *variable)
{
    return run_in(scenario, FAKE_RUNTIME, variable);
}

static void check_calls(const char *scenario, const char *variable, const char *calls)
{
    process_result result = run(scenario, variable);
    CHECK_TEXT(result.out, calls);
    process_free(&result);
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static void check_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        FAIL("\"%s\" is in\n%s", part, text);
}

static void test_library_is_linked_to_no_cuda(void)
{
    static const char *const argv[] = {"ldd", BUILD_DIR "/lib/libstepwatch.so", NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    CHECK_HAS(result.out, "libc.so");
    check_lacks(result.out, "cuda");
    process_free(&result);
}

static void test_nothing_is_called_unless_asked_for(void)
{
    check_calls("off", "FAKE_CUDART_ALL=1", "");
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
    check_calls("order_of_scopes", NULL, SYNC SYNC "from here\n" SYNC "clock\nwork\n" SYNC "clock\n");
}

static void test_scope_of_one_module_waits_as_that_one_does(void)
{
    check_calls("parts", NULL, SYNC "measured\n" SYNC "a range\nthe other one waits\nmeasured\n" SYNC "a range\n" SYNC);
}

static void test_one_time_measurements_wait_in_the_warmup_too(void)
{
    process_result result = run("order_of_one_time", NULL);
    // The last reading is that of an end that is refused, which waits for nothing.
    CHECK_TEXT(result.out, SYNC "clock\nwork\n" SYNC "clock\nclock\n");
    process_free(&result);
}

static void test_iteration_ends_when_the_gpu_is_done(void)
{
    // The first reading at its end is the time at which the program got there.
    process_result result = run("order_of_iteration", NULL);
    CHECK_HAS(result.out, "from here\n" SYNC "clock\nwork\nclock\n" SYNC "clock\n");
    process_free(&result);
}

static void test_time_stamp_counter_waits_too(void)
{
    check_calls("on_counter", NULL, SYNC SYNC SYNC SYNC SYNC SYNC);
}

static void test_warmup_waits_once_at_its_end(void)
{
    check_calls("warmup", NULL, "end of the first\nend of the second\n" SYNC "measured\n" SYNC SYNC);
}

static void test_nothing_waits_in_a_pause(void)
{
    check_calls("paused", "FAKE_CUDART_ALL=1", "");
}

static void test_stream_mode_waits_for_the_thread_s_stream(void)
{
    check_calls("stream", NULL,
                "cudaStreamSynchronize 0\ncudaStreamSynchronize 0\n"
                "cudaStreamSynchronize 0x10\ncudaStreamSynchronize 0x10\n");
}

static void test_capture_is_left_alone_and_the_sample_is_tagged(void)
{
    process_result result = run("capture", NULL);
    CHECK_TEXT(result.out, SYNC SYNC "capture\nno more\n" SYNC "3 of 4 captured\n");
    CHECK_HAS(result.err, "\n3 intervals have an edge in a CUDA graph capture, where nothing waited for the GPU\n");
    CHECK_HAS(result.err, "\n2 ranges moved in a CUDA graph capture, without a wait for the GPU\n");
    check_lacks(result.err, "CUDA:");
    process_free(&result);
}

static void test_capture_of_a_stream_that_was_set_is_seen(void)
{
    check_calls("capture_of_own_stream", NULL, "1 of 1 captured\n");
}

static void test_query_for_a_capture_leaves_no_error_and_no_mode(void)
{
    process_result result = run("capture_of_own_stream", "FAKE_CUDART_ALL=1");
    const unsigned there = count_of(result.out, "cudaThreadExchangeStreamCaptureMode 2\n");
    CHECK_EQUAL(there, 2);
    CHECK_EQUAL(count_of(result.out, "cudaThreadExchangeStreamCaptureMode 0\n"), there);
    process_free(&result);
    result = run("capture", "FAKE_CUDART_ALL=1");
    // Each query that was answered with an error is followed by the question that takes the error back.
    CHECK_EQUAL(count_of(result.out, "cudaGetLastError\n"), count_of(result.out, "cudaStreamIsCapturing\ncudaGetLast"));
    CU_ASSERT_TRUE(count_of(result.out, "cudaGetLastError\n") > 0);
    process_free(&result);
}

static void test_ranges_wait_before_the_push(void)
{
    check_calls("ranges", NULL, SYNC "pushed\npopped\n" SYNC "started\n" SYNC "in the scope\n");
}

static void test_ranges_wait_before_the_pop(void)
{
    check_calls("pops", NULL, "pushed\n" SYNC "popped\nstarted\n" SYNC "in the scope\n" SYNC "nothing is open\n");
}

static void test_missing_driver_is_said_once(void)
{
    process_result result = run("errors", "FAKE_CUDART_ERROR=35");
    CHECK_TEXT(result.out, "gate -25\n0 of 3 captured\n");
    CHECK_EQUAL(count_of(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err,
              "stepwatch: CUDA: no driver, or one that is older than the runtime (error 35); the run goes on "
              "without it\n");
    CHECK_HAS(result.err,
              "\n  cuda        runtime 13.0: no driver, or one that is older than the runtime; nothing waits "
              "for a GPU; profiler starts: 0\n");
    process_free(&result);
}

static void test_driver_that_shuts_down_is_not_mentioned(void)
{
    process_result result = run("errors", "FAKE_CUDART_ERROR=4");
    check_lacks(result.err, "stepwatch: ");
    process_free(&result);
}

static void test_error_of_the_program_s_own_work_is_said_once_and_counted(void)
{
    process_result result = run("errors", "FAKE_CUDART_ERROR=700");
    CHECK_EQUAL(count_of(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err, "stepwatch: CUDA: a call failed (error 700); the run goes on\n");
    CHECK_HAS(result.err, " calls of CUDA failed\n");
    CHECK_HAS(result.out, "0 of 3 captured\n");
    process_free(&result);
}

static void test_error_of_the_program_s_own_work_is_left_to_it(void)
{
    process_result result = run("errors", "FAKE_CUDART_ERROR=700");
    check_lacks(result.out, "cudaGetLastError");
    process_free(&result);
}

static void test_exit_handler_calls_nothing(void)
{
    process_result result = run("exit_while_measuring", "FAKE_CUDART_ALL=1");
    const char *after = strstr(result.out, "exit\n");
    CHECK_TEXT(after, "exit\n");
    CHECK_HAS(result.err, "\n  cuda        runtime 13.0, 1 device; ");
    process_free(&result);
}

static void test_forked_child_calls_nothing(void)
{
    process_result result = run("fork", "FAKE_CUDART_ALL=1");
    const char *after = strstr(result.out, "fork\n");
    CHECK_TEXT(after, "fork\nparent\ncudaProfilerStop\n");
    CHECK_EQUAL(count_of(result.err, "stepwatch: CUDA: it was used before fork(), and cannot be after it"), 1);
    process_free(&result);
}

static void test_driver_may_fork_when_it_is_first_called(void)
{
    process_result result = run("threads", "FAKE_CUDART_FORKS=1");
    CHECK_EQUAL(count_of(result.out, SYNC), 4 * 100 * 4);
    process_free(&result);
    result = run("exit_while_measuring", "FAKE_CUDART_FORKS=1");
    CHECK_HAS(result.out, "cudaProfilerStart\n" SYNC);
    process_free(&result);
}

static void test_real_runtime_without_a_driver(void)
{
    static const char *const folder = "/usr/local/cuda/lib64";
    if (access("/usr/local/cuda/lib64/libcudart.so.13", R_OK) != 0 || access("/dev/nvidiactl", F_OK) == 0) {
        printf("skipped: there is no libcudart.so.13 in %s, or there is a driver ", folder);
        return;
    }
    process_result result = run_in("errors", "LD_LIBRARY_PATH=/usr/local/cuda/lib64", NULL);
    CHECK_TEXT(result.out, "gate -25\n0 of 3 captured\n");
    CHECK_EQUAL(count_of(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err, "stepwatch: CUDA: no driver, or one that is older than the runtime (error 35); ");
    process_free(&result);
}

static void test_driver_serves_where_the_runtime_is_hidden(void)
{
    process_result result = run_in("driver_in_process", FAKE_DRIVER, NULL);
    CHECK_EQUAL(count_of(result.out, "cuCtxSynchronize\n"), 15);
    CHECK_HAS(result.out, "\ncuProfilerStart\ngate 0\ncuProfilerStop\n");
    check_lacks(result.out, "cudaDeviceSynchronize");
    CHECK_HAS(result.err, "\n  cuda        driver 12.4; ");
    process_free(&result);
}

// The driver answers so to a thread, or a program, that has launched nothing.
static void test_driver_without_a_context_has_nothing_to_wait_for(void)
{
    process_result result = run_in("driver_in_process", FAKE_DRIVER, "FAKE_CUDA_ERROR=201");
    CHECK_EQUAL(count_of(result.out, "cuCtxSynchronize\n"), 15);
    CHECK_HAS(result.out, "gate -25\n");
    CHECK_EQUAL(count_of(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err, "the profiler cannot be reached before the program has used the GPU (error 201)");
    process_free(&result);
}

static void test_program_s_own_runtime_comes_first(void)
{
    static const char *const argv[] = {BUILD_DIR "/tests/programs/cuda_own", NULL};
    static const char *const environment[] = {FAKE_RUNTIME, "STEPWATCH_SET", NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "the program's own\nthe program's own\n");
    process_free(&result);
}

static void test_each_session_waits_for_its_own_measurements_only(void)
{
    process_result result = run("sessions", NULL);
    CHECK_TEXT(result.out, SYNC SYNC "finalized\n" SYNC SYNC "finalized\ncudaProfilerStart\ncudaProfilerStop\n");
    const char *last = strstr(result.err, "the last session:\n");
    CHECK_HAS(last, "  clock ");
    check_lacks(last, "cuda");
    check_lacks(last, "CUDA");
    process_free(&result);
}

static void test_names_that_are_left_out_do_not_wait(void)
{
    check_calls("left_out",
                "STEPWATCH_SET=only=in;stopwatch.enable=true;stopwatch.do_cuda_sync=true;"
                "nvtx_range_wrapper.enable=true;nvtx_range_wrapper.sync_on_push=true;"
                "nvtx_range_wrapper.sync_on_pop=true",
                "in\n" SYNC SYNC);
}

static void test_interval_that_ends_in_a_pause_waits_at_both_edges(void)
{
    check_calls("pause_inside", NULL, SYNC "paused\n" SYNC "resumed\n");
}

static void test_one_time_measurement_in_a_capture_is_tagged(void)
{
    process_result result = run("capture_of_one_time", NULL);
    CHECK_TEXT(result.out, "");
    CHECK_HAS(result.err, "not synced: graph capture");
    process_free(&result);
}

static void test_threads_wait_each_for_themselves(void)
{
    process_result result = run("threads", NULL);
    CHECK_EQUAL(count_of(result.out, SYNC), 4 * 100 * 4);
    // However the threads' pairs overlap, the profiler sees its own in turn.
    CHECK_EQUAL(count_of(result.out, "cudaProfilerStart\n"), count_of(result.out, "cudaProfilerStop\n"));
    CU_ASSERT_TRUE(count_of(result.out, "cudaProfilerStart\n") > 0);
    process_free(&result);
}

static void test_message_handler_may_call_stepwatch(void)
{
    process_result result = run("handler", "FAKE_CUDART_ERROR=35");
    CHECK_TEXT(result.out, "message\nprinted\n");
    process_free(&result);
}

CU_TestInfo cuda_tests[] = {
    {"the library is linked to no CUDA", test_library_is_linked_to_no_cuda},
    {"nothing of CUDA is called unless it is asked for", test_nothing_is_called_unless_asked_for},
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
    {"a missing driver is said once, and the run goes on", test_missing_driver_is_said_once},
    {"a driver that shuts down is not mentioned", test_driver_that_shuts_down_is_not_mentioned},
    {"an error of the program's own work is said once, and counted",
     test_error_of_the_program_s_own_work_is_said_once_and_counted},
    {"an error of the program's own work is left to it", test_error_of_the_program_s_own_work_is_left_to_it},
    {"an exit handler calls nothing of CUDA", test_exit_handler_calls_nothing},
    {"a forked child calls nothing of CUDA", test_forked_child_calls_nothing},
    {"the driver may fork when it is first called", test_driver_may_fork_when_it_is_first_called},
    {"the real runtime without a driver: one message, and the run goes on", test_real_runtime_without_a_driver},
    {"the driver serves where the runtime is hidden", test_driver_serves_where_the_runtime_is_hidden},
    {"the driver without a context has nothing to wait for", test_driver_without_a_context_has_nothing_to_wait_for},
    {"the program's own runtime comes first", test_program_s_own_runtime_comes_first},
    {"each session waits for its own measurements only", test_each_session_waits_for_its_own_measurements_only},
    {"names that are left out do not wait", test_names_that_are_left_out_do_not_wait},
    {"an interval that ends in a pause waits at both edges", test_interval_that_ends_in_a_pause_waits_at_both_edges},
    {"a one-time measurement in a capture is tagged", test_one_time_measurement_in_a_capture_is_tagged},
    {"threads wait each for themselves", test_threads_wait_each_for_themselves},
    {"a message handler may call stepwatch", test_message_handler_may_call_stepwatch},
    CU_TEST_INFO_NULL,
};
