// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// fork(): the child is switched off, holds no lock, and writes nothing, unless it opens a session of its own.

#include "process.h"
#include "support_recording.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 4, FORKS = UNDER_TSAN ? 30 : 200, PATIENCE_SECONDS = 20 };

static void check_all_off(void)
{
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CHECK_EQUAL(sw_start_meas("fork parent"), SW_OK);
    CHECK_EQUAL(sw_end_meas("fork never started"), SW_OK);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_EQUAL(sw_value(NULL, 0), SW_OK);
    sw_meas_stats stats;
    CHECK_EQUAL(sw_get_meas_stats("fork parent", &stats), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_print_eval_times(stderr), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_finalize(), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
}

static void test_the_child_is_off(void)
{
    session_open(0);
    make_pairs("fork parent", 1);
    check_in_child(check_all_off);
    session_close();
}

static void test_the_parent_goes_on(void)
{
    session_open(0);
    make_pairs("fork parent", 3);
    sw_start_meas("fork open");
    check_in_child(check_all_off);
    make_pairs("fork parent", 3);
    CHECK_EQUAL(sw_end_meas("fork open"), SW_OK);
    CHECK_EQUAL(stats_of_meas("fork parent").count, 6);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void *start_own_name(void *argument)
{
    make_pairs(argument, 2);
    return NULL;
}

static void check_only_own(uint64_t threads)
{
    CHECK_EQUAL(stats_of_meas("fork parent").count, 2 * threads);
    CHECK_EQUAL(stats_of_meas("fork parent").threads, threads);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    char *summary = summary_now();
    CHECK_EQUAL(times_in(summary, "fork thread"), 0);
    CHECK_EQUAL(times_in(summary, "fork open"), 0);
    free(summary);
    CHECK_EQUAL(messages_count(), 0);
}

static void report_own(bool with_thread)
{
    session_open(0);
    CHECK_EQUAL(stats_of_meas("fork parent").count, 0);
    CHECK_EQUAL(stats_of_meas("fork open").running, 0);
    CHECK_EQUAL(sw_start_one_time_measurement("fork once"), SW_OK);
    CHECK_EQUAL(sw_end_one_time_measurement("fork once"), SW_OK);
    make_pairs("fork parent", 2);
    if (with_thread)
        run_on_thread(start_own_name, "fork parent");
    sw_finish_iter();
    check_only_own(with_thread ? 2 : 1);
    session_close();
}

static void report_only_own(void)
{
    report_own(true);
}

// The thread sanitizer lets the child of a process with threads have none.
static void report_only_own_alone(void)
{
    report_own(!UNDER_TSAN);
}

static void test_a_session_of_the_child_has_only_its_own(void)
{
    session_open(3);
    sw_start_one_time_measurement("fork once");
    run_on_thread(start_own_name, "fork thread");
    make_pairs("fork parent", 1);
    sw_start_meas("fork open");
    sw_finish_iter();
    check_in_child(report_only_own);
    session_close();
}

static void test_a_child_of_a_paused_session_is_not_paused(void)
{
    session_open(0);
    make_pairs("fork parent", 1);
    sw_pause();
    check_in_child(report_only_own);
    session_close();
}

static void fork_again(void)
{
    session_open(0);
    make_pairs("fork child", 1);
    check_in_child(report_only_own);
    CHECK_EQUAL(stats_of_meas("fork child").count, 1);
    session_close();
}

static void test_the_child_of_a_child_is_like_a_child(void)
{
    session_open(0);
    make_pairs("fork parent", 1);
    check_in_child(fork_again);
    session_close();
}

static void *fork_on_thread(void *argument)
{
    const bool measure = *(const bool *)argument;
    if (measure)
        make_pairs("fork thread", 1);
    check_in_child(report_only_own_alone);
    return NULL;
}

static void test_any_thread_may_fork(void)
{
    bool measure = false;
    session_open(0);
    make_pairs("fork parent", 1);
    run_on_thread(fork_on_thread, &measure);
    measure = true;
    run_on_thread(fork_on_thread, &measure);
    session_close();
}

// Threads that are in all kinds of calls, with all kinds of locks.

static bool hammering;

static void *hammer(void *argument)
{
    const int kind = *(const int *)argument;
    char name[32];
    for (unsigned i = 0; __atomic_load_n(&hammering, __ATOMIC_RELAXED); i++) {
        snprintf(name, sizeof name, "fork new %d", i % 1000);
        make_pairs(name, 1);
        sw_end_meas("fork not running");
        if (kind == 1)
            sw_finish_iter();
        else if (kind == 2)
            stats_of_meas("fork hammered");
        else if (kind == 3)
            run_on_thread(start_own_name, "fork hammered");
        else
            make_pairs("fork hammered", 100);
    }
    return NULL;
}

// A child that meets a lock that another thread held would wait for ever: the alarm ends it, and fails the test.
static int use_child(void)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(PATIENCE_SECONDS);
        make_pairs("fork off", 1);
        sw_stopwatch_enable(NULL);
        make_pairs("fork in child", 1);
        sw_end_meas("fork not running");
        sw_finish_iter();
        sw_meas_stats stats = stats_of_meas("fork in child");
        _exit(stats.count == 1 ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

static void test_forks_among_busy_threads_end_well(void)
{
    if (leave_out(UNDER_ASAN, "the sanitizer's malloc may be locked in the child"))
        return;
    pthread_t threads[THREADS];
    int kinds[THREADS] = {0, 1, 2, 3};
    const uint64_t begin = monotonic_now();
    session_open_real(NULL);
    __atomic_store_n(&hammering, true, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, hammer, &kinds[i]), 0);
    int status = 0;
    for (int i = 0; i < FORKS && status == 0; i++)
        status = use_child();
    CHECK_EQUAL(status, 0);
    __atomic_store_n(&hammering, false, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    session_close();
    CU_ASSERT_TRUE(SANITIZED || monotonic_now() - begin < UINT64_C(30000000000));
}

// A program that forks, run as a process: see tests/programs/fork_exit.c.
static process_result run_forking(const char *how)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/fork_exit", how, NULL};
    process_result result = process_run(argv, NULL, 60);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_EQUAL(result.signal, 0);
    return result;
}

static void check_one_summary(const char *how)
{
    process_result result = run_forking(how);
    CHECK_EQUAL(times_in(result.err, "\nstepwatch "), 1);
    CHECK_EQUAL(times_in(result.err, "of the parent"), 2);
    CHECK_TEXT(result.out, "parent\n");
    process_free(&result);
}

static void test_a_child_that_exits_after_the_parent_wrote_writes_nothing(void)
{
    check_one_summary("last");
}

static void test_a_child_that_exits_before_the_parent_writes_nothing(void)
{
    check_one_summary("first");
}

static void test_a_child_with_a_session_writes_its_own_summary(void)
{
    process_result result = run_forking("own");
    CHECK_EQUAL(times_in(result.err, "\nstepwatch "), 2);
    CHECK_EQUAL(times_in(result.err, "of the parent"), 2);
    CHECK_EQUAL(times_in(result.err, "of the child"), 2);
    process_free(&result);
}

CU_TestInfo fork_tests[] = {
    {"the child is off", test_the_child_is_off},
    {"the parent goes on", test_the_parent_goes_on},
    {"a session of the child has only its own", test_a_session_of_the_child_has_only_its_own},
    {"a child of a paused session is not paused", test_a_child_of_a_paused_session_is_not_paused},
    {"the child of a child is like a child", test_the_child_of_a_child_is_like_a_child},
    {"any thread may fork", test_any_thread_may_fork},
    {"forks among busy threads end well", test_forks_among_busy_threads_end_well},
    {"a child that exits after the parent wrote writes nothing",
     test_a_child_that_exits_after_the_parent_wrote_writes_nothing},
    {"a child that exits before the parent writes nothing", test_a_child_that_exits_before_the_parent_writes_nothing},
    {"a child with a session writes its own summary", test_a_child_with_a_session_writes_its_own_summary},
    CU_TEST_INFO_NULL,
};
