// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Measurements by name and by handle, and their statistics.

#include "session_support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void test_second_stop_keeps_the_time(void)
{
    session_open(0);
    at(0);
    sw_start_meas("a");
    at(1);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    at(3);
    CHECK_EQUAL(sw_end_meas("a"), SW_ERR_NOT_RUNNING);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    session_close();
}

static void test_second_start_keeps_the_first(void)
{
    session_open(0);
    at(1);
    sw_start_meas("a");
    at(4);
    CHECK_EQUAL(sw_start_meas("a"), SW_ERR_RUNNING);
    at(6);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(5));
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    session_close();
}

static void test_starts_and_ends_need_not_nest(void)
{
    session_open(0);
    at(0);
    sw_start_meas("a");
    at(1);
    sw_start_meas("b");
    at(3);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    at(5);
    CHECK_EQUAL(sw_end_meas("b"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(3));
    CHECK_EQUAL(stats_of_meas("b").total_ns, SECONDS(4));
    session_close();
}

// The three may be ended in any order; what is left open in the middle is still ended by its own name.
static void test_the_middle_one_of_three_can_be_ended(void)
{
    session_open(0);
    at(0);
    sw_start_meas("a");
    sw_start_meas("b");
    sw_start_meas("c");
    at(1);
    CHECK_EQUAL(sw_end_meas("b"), SW_OK);
    at(2);
    CHECK_EQUAL(sw_start_meas("b"), SW_OK);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    at(4);
    CHECK_EQUAL(sw_end_meas("c"), SW_OK);
    CHECK_EQUAL(sw_end_meas("b"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("b").total_ns, SECONDS(3));
    CHECK_EQUAL(stats_of_meas("c").total_ns, SECONDS(4));
    session_close();
}

static double monotonic_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *work(void *until)
{
    while (monotonic_seconds() < *(double *)until)
        continue;
    return NULL;
}

// Two threads work inside the measurement, so processor time would be twice as long.
static void test_times_are_wall_time(void)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    const double begin = monotonic_seconds();
    double until = begin + 0.2;
    pthread_t threads[2];
    sw_start_meas("a");
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, work, &until), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    sw_end_meas("a");
    const double wall = monotonic_seconds() - begin;
    CHECK_NEAR(stats_of_meas("a").total_ns * 1e-9, wall, 0.001 + 0.01 * wall);
    session_close();
}

// A process that sleeps takes no processor time.
static void test_time_asleep_counts(void)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    sw_start_meas("a");
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    sw_end_meas("a");
    CU_ASSERT_TRUE(stats_of_meas("a").total_ns >= 49e6);
    session_close();
}

static void test_percentiles_of_three(void)
{
    session_open(0);
    measure("a", 0, 1);
    measure("a", 1, 3);
    measure("a", 3, 6);
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_NEAR(stats.p50_ns, 2e9, 0.02e9);
    CHECK_EQUAL(stats.p99_ns, SECONDS(3));
    CHECK_EQUAL(stats.count, 3);
    session_close();
}

static void test_average_per_iteration_and_per_interval_differ(void)
{
    session_open(0);
    for (int i = 0; i < 4; i++) {
        at(10 * i);
        measure("always", 10 * i, 10 * i + 1);
        if (i % 2 == 0)
            measure("sometimes", 10 * i + 1, 10 * i + 3);
        if (i % 2 == 1) {
            measure("twice", 10 * i + 1, 10 * i + 4);
            measure("twice", 10 * i + 5, 10 * i + 6);
        }
        finish_at(10 * i + 10);
    }
    CHECK_EQUAL(stats_of_meas("always").per_iteration_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("always").per_interval_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("sometimes").per_iteration_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("sometimes").per_interval_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("twice").per_iteration_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("twice").per_interval_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("twice").count, 4);
    session_close();
}

static void test_by_handle_is_by_name(void)
{
    session_open(0);
    const sw_name handle = sw_register("either way");
    measure("either way", 0, 1);
    CHECK_EQUAL(sw_start_meas_handle(handle), SW_OK);
    at(3);
    CHECK_EQUAL(sw_end_meas("either way"), SW_OK);
    CHECK_EQUAL(sw_start_meas("either way"), SW_OK);
    CHECK_EQUAL(sw_start_meas_handle(handle), SW_ERR_RUNNING);
    at(6);
    CHECK_EQUAL(sw_end_meas_handle(handle), SW_OK);
    CHECK_EQUAL(stats_of_meas("either way").count, 3);
    CHECK_EQUAL(stats_of_meas("either way").total_ns, SECONDS(6));
    char *summary = summary_now();
    CHECK_EQUAL(times_in(strstr(summary, "Time of an iteration"), "either way"), 2); // a row in each of two tables
    free(summary);
    session_close();
}

static void test_zero_handle_is_inert(void)
{
    session_open(0);
    const sw_name none = {0};
    CHECK_EQUAL(sw_end_meas_handle(none), SW_OK);
    CHECK_EQUAL(sw_start_meas_handle(none), SW_OK);
    CHECK_EQUAL(sw_start_meas_handle(none), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(none), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(none), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_TEXT(sw_name_text(none), "");
    session_close();
}

// No name has such a number, so that there is nothing to measure.
static void test_handle_that_was_never_given_out_measures_nothing(void)
{
    session_open(0);
    const sw_name stray[] = {{16383}, {16384}, {UINT32_MAX}};
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(sw_start_meas_handle(stray[i]), SW_OK);
        CHECK_EQUAL(sw_end_meas_handle(stray[i]), SW_OK);
    }
    char *summary = summary_now();
    CU_ASSERT_PTR_NULL(strstr(summary, "Spread of the intervals"));
    free(summary);
    session_close();
}

static void test_handle_from_before_the_session_works(void)
{
    const sw_name handle = sw_register("registered early");
    CHECK_TEXT(sw_name_text(handle), "registered early");
    session_open(0);
    CHECK_EQUAL(sw_register("registered early").id, handle.id);
    sw_start_meas_handle(handle);
    at(2);
    sw_end_meas_handle(handle);
    CHECK_EQUAL(stats_of_meas("registered early").total_ns, SECONDS(2));
    session_close();
}

static void test_handle_outlives_the_session(void)
{
    session_open(0);
    const sw_name handle = sw_register("kept");
    session_close();
    session_open(0);
    sw_start_meas_handle(handle);
    at(2);
    sw_end_meas_handle(handle);
    CHECK_EQUAL(stats_of_meas("kept").total_ns, SECONDS(2));
    session_close();
}

static void *measure_one_second(void *name)
{
    measure(name, 1, 2);
    return NULL;
}

static void test_threads_add_up_to_one_row(void)
{
    session_open(0);
    measure("shared", 0, 3);
    run_on_thread(measure_one_second, "shared");
    const sw_meas_stats stats = stats_of_meas("shared");
    CHECK_EQUAL(stats.count, 2);
    CHECK_EQUAL(stats.total_ns, SECONDS(4));
    CHECK_EQUAL(stats.threads, 2);
    session_close();
}

CU_TestInfo stopwatch_tests[] = {
    {"a second stop is refused and keeps the time", test_second_stop_keeps_the_time},
    {"a second start is refused and the first one stands", test_second_start_keeps_the_first},
    {"starts and ends need not nest", test_starts_and_ends_need_not_nest},
    {"the middle one of three open measurements can be ended", test_the_middle_one_of_three_can_be_ended},
    {"times are wall time, however many threads work", test_times_are_wall_time},
    {"time asleep counts", test_time_asleep_counts},
    {"percentiles of three intervals are by nearest rank", test_percentiles_of_three},
    {"the average per iteration and the one per interval differ", test_average_per_iteration_and_per_interval_differ},
    {"by handle and by name are one measurement", test_by_handle_is_by_name},
    {"the zero handle is inert on both sides", test_zero_handle_is_inert},
    {"a handle that was never given out measures nothing", test_handle_that_was_never_given_out_measures_nothing},
    {"a handle from before the session works", test_handle_from_before_the_session_works},
    {"a handle outlives the session", test_handle_outlives_the_session},
    {"the threads of a measurement add up to one row", test_threads_add_up_to_one_row},
    CU_TEST_INFO_NULL,
};
