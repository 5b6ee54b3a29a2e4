// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CUDA as it is found: the runtime, the driver or neither, their errors, and what is left alone at exit and after a
// fork. There is no GPU in it; tests/gpu/run is for a machine that has one.

#include "cuda_support.h"
#include "session_support.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    cuda_check_calls("off", "FAKE_CUDART_ALL=1", "");
}

static void test_missing_driver_is_said_once(void)
{
    process_result result = cuda_run("errors", "FAKE_CUDART_ERROR=35");
    CHECK_TEXT(result.out, "gate -25\n0 of 3 captured\n");
    CHECK_EQUAL(times_in(result.err, "stepwatch: "), 1);
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
    process_result result = cuda_run("errors", "FAKE_CUDART_ERROR=4");
    check_lacks(result.err, "stepwatch: ");
    process_free(&result);
}

static void test_error_of_the_program_s_own_work_is_said_once_and_counted(void)
{
    process_result result = cuda_run("errors", "FAKE_CUDART_ERROR=700");
    CHECK_EQUAL(times_in(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err, "stepwatch: CUDA: a call failed (error 700); the run goes on\n");
    CHECK_HAS(result.err, " calls of CUDA failed\n");
    CHECK_HAS(result.out, "0 of 3 captured\n");
    process_free(&result);
}

static void test_error_of_the_program_s_own_work_is_left_to_it(void)
{
    process_result result = cuda_run("errors", "FAKE_CUDART_ERROR=700");
    check_lacks(result.out, "cudaGetLastError");
    process_free(&result);
}

static void test_exit_handler_calls_nothing(void)
{
    process_result result = cuda_run("exit_while_measuring", "FAKE_CUDART_ALL=1");
    const char *after = strstr(result.out, "exit\n");
    CHECK_TEXT(after, "exit\n");
    CHECK_HAS(result.err, "\n  cuda        runtime 13.0, 1 device; ");
    process_free(&result);
}

static void test_forked_child_calls_nothing(void)
{
    process_result result = cuda_run("fork", "FAKE_CUDART_ALL=1");
    const char *after = strstr(result.out, "fork\n");
    CHECK_TEXT(after, "fork\nparent\ncudaProfilerStop\n");
    CHECK_EQUAL(times_in(result.err, "stepwatch: CUDA: it was used before fork(), and cannot be after it"), 1);
    process_free(&result);
}

static void test_driver_may_fork_when_it_is_first_called(void)
{
    process_result result = cuda_run("threads", "FAKE_CUDART_FORKS=1");
    CHECK_EQUAL(times_in(result.out, SYNC), 4 * 100 * 4);
    process_free(&result);
    result = cuda_run("exit_while_measuring", "FAKE_CUDART_FORKS=1");
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
    process_result result = cuda_run_in("errors", "LD_LIBRARY_PATH=/usr/local/cuda/lib64", NULL);
    CHECK_TEXT(result.out, "gate -25\n0 of 3 captured\n");
    CHECK_EQUAL(times_in(result.err, "stepwatch: "), 1);
    CHECK_HAS(result.err, "stepwatch: CUDA: no driver, or one that is older than the runtime (error 35); ");
    process_free(&result);
}

static void test_driver_serves_where_the_runtime_is_hidden(void)
{
    process_result result = cuda_run_in("driver_in_process", FAKE_DRIVER, NULL);
    CHECK_EQUAL(times_in(result.out, "cuCtxSynchronize\n"), 15);
    CHECK_HAS(result.out, "\ncuProfilerStart\ngate 0\ncuProfilerStop\n");
    check_lacks(result.out, "cudaDeviceSynchronize");
    CHECK_HAS(result.err, "\n  cuda        driver 12.4; ");
    process_free(&result);
}

// The driver answers so to a thread, or a program, that has launched nothing.
static void test_driver_without_a_context_has_nothing_to_wait_for(void)
{
    process_result result = cuda_run_in("driver_in_process", FAKE_DRIVER, "FAKE_CUDA_ERROR=201");
    CHECK_EQUAL(times_in(result.out, "cuCtxSynchronize\n"), 15);
    CHECK_HAS(result.out, "gate -25\n");
    CHECK_EQUAL(times_in(result.err, "stepwatch: "), 1);
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

static void test_message_handler_may_call_stepwatch(void)
{
    process_result result = cuda_run("handler", "FAKE_CUDART_ERROR=35");
    CHECK_TEXT(result.out, "message\nprinted\n");
    process_free(&result);
}

CU_TestInfo cuda_tests[] = {
    {"the library is linked to no CUDA", test_library_is_linked_to_no_cuda},
    {"nothing of CUDA is called unless it is asked for", test_nothing_is_called_unless_asked_for},
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
    {"a message handler may call stepwatch", test_message_handler_may_call_stepwatch},
    CU_TEST_INFO_NULL,
};
