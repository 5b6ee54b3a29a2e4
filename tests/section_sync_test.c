// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// When sections and recorded iterations wait for the GPU: the program tests/programs/section_sync_steps.c runs with a fake
// of CUDA's runtime, which prints the calls.

#include "process.h"
#include "test.h"

#define SYNC "cudaDeviceSynchronize\n"

enum { TIMEOUT_SECONDS = 60 };

static void check_calls(const char *scenario, const char *variable, const char *calls)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/section_sync_steps", scenario, NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE",
                                       "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime",
                                       variable ? variable : "STEPWATCH_SET", NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_TEXT(result.out, calls);
    process_free(&result);
}

// Before the window once, so that what was queued before is no part of it.
static void test_only_the_window_waits(void)
{
    check_calls("window", NULL,
                "iteration\nwork\n"
                "iteration\nwork\n" SYNC "iteration\n" SYNC "work\n" SYNC SYNC "iteration\nwork\n"
                "iteration\nwork\n");
}

static void test_null_waits_for_nothing(void)
{
    check_calls("null", "FAKE_CUDART_ALL=1", "work\n");
}

static void test_all_kinds_of_sections_wait_at_both_edges(void)
{
    check_calls("each_way", NULL, SYNC "work\n" SYNC "by handle\n" SYNC SYNC "scope\n" SYNC "work\n" SYNC);
}

static void test_the_threads_stream_can_be_waited_for(void)
{
    check_calls("stream", NULL, "cudaStreamSynchronize 0\nwork\ncudaStreamSynchronize 0\ncudaStreamSynchronize 0\n");
}

static void test_what_is_ignored_in_a_pause_waits_for_nothing(void)
{
    check_calls("pause", NULL,
                SYNC "pause\nwork\n"
                     "the end of what was begun before\n" SYNC "resume\n");
}

static void test_what_is_left_out_waits_for_nothing(void)
{
    check_calls("left_out", "STEPWATCH_SET=only=[kept]", "work\n");
}

static void test_an_end_of_nothing_waits_for_nothing(void)
{
    check_calls("misuse", NULL, "");
}

CU_TestInfo section_sync_tests[] = {
    {"only the window waits", test_only_the_window_waits},
    {"null waits for nothing", test_null_waits_for_nothing},
    {"all kinds of sections wait at both edges", test_all_kinds_of_sections_wait_at_both_edges},
    {"the thread's stream can be waited for", test_the_threads_stream_can_be_waited_for},
    {"what is ignored in a pause waits for nothing", test_what_is_ignored_in_a_pause_waits_for_nothing},
    {"what is left out waits for nothing", test_what_is_left_out_waits_for_nothing},
    {"an end of nothing waits for nothing", test_an_end_of_nothing_waits_for_nothing},
    CU_TEST_INFO_NULL,
};
