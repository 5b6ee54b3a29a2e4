// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of threads, and of the process: what they measured stays, what they left open is known, and their memory is
// used again.

#include "process.h"
#include "support_recording.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>

enum { SHORT_LIVED = SANITIZED ? 1000 : 20000, KIB = 1024, MIB = KIB * KIB };

static void *measure_once(void *argument)
{
    make_pairs(argument, 1);
    return NULL;
}

static void run_short_lived_threads(void)
{
    for (int i = 0; i < SHORT_LIVED; i++)
        run_on_thread(measure_once, "threads short-lived");
}

static void test_short_lived_threads_leave_no_memory_behind(void)
{
    session_open_real(NULL);
    for (int i = 0; i < 10; i++)
        run_on_thread(measure_once, "threads warm up");
    const uint64_t before = resident_bytes();
    run_short_lived_threads();
    const int64_t growth = (int64_t)(resident_bytes() - before);
    const sw_meas_stats stats = stats_of_meas("threads short-lived");
    session_close();
    CHECK_EQUAL(stats.count, SHORT_LIVED);
    CHECK_EQUAL(stats.threads, SHORT_LIVED);
    if (!SANITIZED && growth >= 5 * MIB)
        FAIL("the memory grew by %lld KiB", (long long)growth / KIB);
}

static void test_short_lived_threads_cost_nothing_while_off(void)
{
    run_on_thread(measure_once, "threads off");
    const uint64_t before = resident_bytes();
    run_short_lived_threads();
    const int64_t growth = (int64_t)(resident_bytes() - before);
    if (!SANITIZED && growth >= MIB)
        FAIL("the memory grew by %lld KiB", (long long)growth / KIB);
}

static void *leave_open(void *argument)
{
    sw_start_meas(argument);
    return NULL;
}

static void test_what_an_ended_thread_left_open_is_unfinished(void)
{
    session_open(0);
    run_on_thread(leave_open, "threads left open");
    make_pairs("threads left open", 1);
    const sw_meas_stats stats = stats_of_meas("threads left open");
    char *summary = summary_now();
    CHECK_HAS(summary, "threads left open");
    free(summary);
    session_close();
    CHECK_EQUAL(stats.unfinished, 1);
    CHECK_EQUAL(stats.running, 0);
    CHECK_EQUAL(stats.count, 1);
}

static void *leave_open_while_paused(void *argument)
{
    sw_start_meas(argument);
    return NULL;
}

static void test_what_was_ignored_is_not_unfinished(void)
{
    session_open(0);
    make_pairs("threads ignored", 1);
    sw_pause();
    run_on_thread(leave_open_while_paused, "threads ignored");
    sw_resume();
    CHECK_EQUAL(stats_of_meas("threads ignored").unfinished, 0);
    session_close();
}

static pthread_key_t late_key;

static void measure_late(void *argument)
{
    make_pairs(argument, 3);
}

static void leave_open_late(void *argument)
{
    sw_start_meas(argument);
}

static void *measure_and_set_key(void *argument)
{
    make_pairs(argument, 2);
    pthread_setspecific(late_key, argument);
    return NULL;
}

// The key is younger than the library's, so that its destructor runs when the thread's lane is gone.
static void run_with_destructor(void (*destructor)(void *argument), void *argument)
{
    pthread_key_create(&late_key, destructor);
    run_on_thread(measure_and_set_key, argument);
    pthread_key_delete(late_key);
}

static void test_calls_from_a_late_destructor_are_counted(void)
{
    session_open(0);
    run_with_destructor(measure_late, "threads late");
    run_with_destructor(measure_late, "threads late");
    CHECK_EQUAL(stats_of_meas("threads late").count, 2 * 5);
    CHECK_EQUAL(stats_of_meas("threads late").running, 0);
    session_close();
}

static void test_what_a_late_destructor_left_open_is_unfinished(void)
{
    session_open(0);
    run_with_destructor(leave_open_late, "threads late and open");
    CHECK_EQUAL(stats_of_meas("threads late and open").count, 2);
    CHECK_EQUAL(stats_of_meas("threads late and open").unfinished, 1);
    session_close();
}

static void test_calls_after_the_exit_handlers_are_harmless(void)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/late_calls", NULL};
    process_result result = process_run(argv, NULL, 60);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_EQUAL(result.signal, 0);
    CHECK_EQUAL(times_in(result.err, "\nstepwatch "), 1);
    CHECK_HAS(result.err, "before exit");
    CHECK_TEXT(result.out, "late calls: success\n");
    process_free(&result);
}

CU_TestInfo thread_end_tests[] = {
    {"short-lived threads leave no memory behind", test_short_lived_threads_leave_no_memory_behind},
    {"short-lived threads cost nothing while off", test_short_lived_threads_cost_nothing_while_off},
    {"what an ended thread left open is unfinished", test_what_an_ended_thread_left_open_is_unfinished},
    {"what was ignored is not unfinished", test_what_was_ignored_is_not_unfinished},
    {"calls from a late destructor are counted", test_calls_from_a_late_destructor_are_counted},
    {"what a late destructor left open is unfinished", test_what_a_late_destructor_left_open_is_unfinished},
    {"calls after the exit handlers are harmless", test_calls_after_the_exit_handlers_are_harmless},
    CU_TEST_INFO_NULL,
};
