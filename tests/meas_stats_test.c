// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What sw_get_meas_stats() says: each field, the warm-up's edge, what is open, and its errors.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Intervals of 1, 2, 3 and 4 s, the last one in an iteration that is not finished; before them one that straddles.
static void measure_a_run(void)
{
    session_open(1);
    sw_start_meas("a");
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    at(2);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    measure("a", 2, 3);
    measure("a", 4, 6);
    finish_at(11);
    measure("a", 11, 14);
    finish_at(21);
    measure("a", 21, 25);
}

static void test_counts_and_times(void)
{
    measure_a_run();
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_EQUAL(stats.count, 4);
    CHECK_EQUAL(stats.iterations, 2);
    CHECK_EQUAL(stats.total_ns, SECONDS(10));
    CHECK_EQUAL(stats.per_iteration_ns, SECONDS(3)); // 1 + 2 + 3 s in two finished iterations
    CHECK_EQUAL(stats.per_interval_ns, SECONDS(2.5));
    CHECK_EQUAL(stats.threads, 1);
    CHECK_EQUAL(stats.straddled, 1);
    CHECK_EQUAL(stats.running, 0);
    CHECK_EQUAL(stats.unfinished, 0);
    CHECK_NEAR(stats.share, 6.0 / 20, 1e-9); // of the 20 s of the finished iterations
    session_close();
}

static void test_spread(void)
{
    measure_a_run();
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_EQUAL(stats.min_ns, SECONDS(1));
    CHECK_EQUAL(stats.max_ns, SECONDS(4));
    CHECK_EQUAL(stats.max_iteration, 3);
    CHECK_NEAR(stats.stddev_ns, sqrt(1.25) * 1e9, 1);
    CHECK_NEAR(stats.p50_ns, 2e9, 0.02e9);
    CHECK_NEAR(stats.p90_ns, 4e9, 0.04e9);
    CHECK_NEAR(stats.p99_ns, 4e9, 0.04e9);
    session_close();
}

static void test_longest_interval_belongs_to_the_iteration_of_its_start(void)
{
    session_open(0);
    measure("a", 0, 1);
    finish_at(1);
    sw_start_meas("a");
    at(2);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    at(7);
    sw_end_meas("a");
    finish_at(8);
    CHECK_EQUAL(stats_of_meas("a").max_ns, SECONDS(6));
    CHECK_EQUAL(stats_of_meas("a").max_iteration, 1);
    session_close();
}

static void test_interval_that_straddles_the_warmup_is_left_out(void)
{
    session_open(2);
    finish_at(0);
    sw_start_meas("a");
    at(2);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    at(5);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    measure("a", 6, 7);
    finish_at(8);
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_EQUAL(stats.count, 1);
    CHECK_EQUAL(stats.per_interval_ns, SECONDS(1));
    CHECK_EQUAL(stats.straddled, 1);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n1 intervals straddled the end of the warm-up and are not counted\n");
    free(summary);
}

static void test_interval_inside_the_warmup_straddles_nothing(void)
{
    session_open(2);
    sw_start_meas("a");
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    at(2);
    sw_end_meas("a");
    finish_at(3);
    measure("a", 3, 4);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    CHECK_EQUAL(stats_of_meas("a").straddled, 0);
    session_close();
}

static void test_name_of_the_warmup_alone_is_known_and_not_recorded(void)
{
    session_open(1);
    measure("warm-up only", 0, 1);
    finish_at(2);
    measure("a", 2, 3);
    finish_at(4);
    sw_meas_stats stats;
    CHECK_EQUAL(sw_get_meas_stats("warm-up only", &stats), SW_NOT_RECORDED);
    CHECK_EQUAL(stats.count, 0);
    CHECK_EQUAL(stats.iterations, 1);
    CHECK_EQUAL(stats.total_ns + stats.per_iteration_ns + stats.per_interval_ns + stats.max_ns, 0);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Time of an iteration", "warm-up only"), "warm-up only -- -- -- -- 0 --");
    CHECK_TEXT(row_of(summary, "Spread of the intervals", "warm-up only"), "");
    free(summary);
}

static void test_what_runs_is_told_with_its_time(void)
{
    session_open(0);
    measure("a", 0, 1);
    sw_start_meas("a");
    at(4);
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_EQUAL(stats.running, 1);
    CHECK_EQUAL(stats.running_ns, SECONDS(3));
    CHECK_EQUAL(stats.total_ns, SECONDS(1));
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").running, 0);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(4));
    session_close();
}

static void test_what_runs_for_the_first_time_is_not_recorded_yet(void)
{
    session_open(0);
    sw_start_meas("a");
    at(4);
    sw_meas_stats stats;
    CHECK_EQUAL(sw_get_meas_stats("a", &stats), SW_NOT_RECORDED);
    CHECK_EQUAL(stats.running, 1);
    sw_end_meas("a");
    session_close();
}

static void *leave_open(void *name)
{
    sw_start_meas(name);
    return NULL;
}

static void test_what_its_thread_left_open_is_unfinished(void)
{
    session_open(0);
    measure("a", 0, 1);
    run_on_thread(leave_open, "a");
    CHECK_EQUAL(stats_of_meas("a").unfinished, 1);
    CHECK_EQUAL(stats_of_meas("a").running, 0);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    session_close();
}

static void test_errors(void)
{
    sw_meas_stats stats;
    session_open(0);
    measure("a", 0, 1);
    sw_register("registered, not started");
    CHECK_EQUAL(sw_get_meas_stats("a", NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_last_error(), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_get_meas_stats("never seen", &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_get_meas_stats("registered, not started", &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_get_meas_stats("", &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_get_meas_stats("a", &stats), SW_OK);
    session_close();
}

static void test_name_of_an_earlier_session_is_unknown(void)
{
    sw_meas_stats stats;
    session_open(0);
    measure("of the first session", 0, 1);
    session_close();
    session_open(0);
    CHECK_EQUAL(sw_get_meas_stats("of the first session", &stats), SW_ERR_UNKNOWN_NAME);
    session_close();
}

static void test_while_off_nothing_is_recorded(void)
{
    sw_meas_stats stats;
    memset(&stats, 0xff, sizeof stats);
    CHECK_EQUAL(sw_get_meas_stats("a", &stats), SW_NOT_RECORDED);
    CHECK_EQUAL(stats.count, 0);
}

// A program that was built with an older header has a shorter struct, and one of a newer header a longer one.
static void test_structs_of_other_sizes(void)
{
    struct {
        sw_meas_stats known;
        uint64_t later;
    } stats;
    session_open(0);
    measure("a", 0, 1);
    memset(&stats, 0xff, sizeof stats);
    CHECK_EQUAL(sw__get_meas_stats("a", &stats.known, sizeof stats), SW_OK);
    CHECK_EQUAL(stats.known.total_ns, SECONDS(1));
    CHECK_EQUAL(stats.later, 0);
    memset(&stats, 0xff, sizeof stats);
    CHECK_EQUAL(sw__get_meas_stats("a", &stats.known, 2 * sizeof(uint64_t)), SW_OK);
    CHECK_EQUAL(stats.known.count, 1);
    CHECK_EQUAL(stats.known.unfinished, UINT64_MAX);
    CU_ASSERT_TRUE(isnan(stats.known.total_ns));
    session_close();
}

CU_TestInfo meas_stats_tests[] = {
    {"counts, averages and share leave warm-up and the open iteration where they belong", test_counts_and_times},
    {"the spread covers every counted interval", test_spread},
    {"the longest interval belongs to the iteration of its start",
     test_longest_interval_belongs_to_the_iteration_of_its_start},
    {"an interval that straddles the end of the warm-up is left out, and told",
     test_interval_that_straddles_the_warmup_is_left_out},
    {"an interval that ends in a later iteration of the warm-up straddles nothing",
     test_interval_inside_the_warmup_straddles_nothing},
    {"a name of the warm-up alone is known, and its row has no times",
     test_name_of_the_warmup_alone_is_known_and_not_recorded},
    {"what runs is told with its time so far", test_what_runs_is_told_with_its_time},
    {"what runs for the first time is not recorded yet", test_what_runs_for_the_first_time_is_not_recorded_yet},
    {"what its thread left open is unfinished", test_what_its_thread_left_open_is_unfinished},
    {"each error has its code", test_errors},
    {"a name of an earlier session is unknown", test_name_of_an_earlier_session_is_unknown},
    {"while off nothing is recorded", test_while_off_nothing_is_recorded},
    {"structs of older and newer headers are filled as far as they go", test_structs_of_other_sizes},
    CU_TEST_INFO_NULL,
};
