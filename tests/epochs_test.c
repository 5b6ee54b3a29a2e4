// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which iteration, and which phase, a span counts in, and what the average of the finished iterations leaves out.

#include "support_recording.h"
#include "test.h"

#include "base/clock.h"
#include "record/span_log.h"

enum { HOUR = 3600 };

static const uint64_t second = 1000000000;

static void test_a_span_of_an_earlier_iteration_counts_in_that(void)
{
    session_open(0);
    sw_start_meas("log straddles");
    sw__clock_set(100);
    sw_finish_iter();
    sw__clock_set(5000);
    sw_end_meas("log straddles");
    make_interval("log straddles", 70);
    const sw_meas_stats stats = stats_of_meas("log straddles");
    CHECK_EQUAL(stats.count, 2);
    CHECK_EQUAL(stats.iterations, 1);
    CHECK_NEAR(stats.total_ns, 5070, 0);
    CHECK_NEAR(stats.per_iteration_ns, 5000, 0);
    CHECK_EQUAL(stats.max_iteration, 0);
    session_close();
}

static void test_a_span_over_many_iterations_counts_in_its_first(void)
{
    session_open(0);
    make_interval("log marks", 1);
    sw_finish_iter();
    sw_start_meas("log over many");
    for (int i = 0; i < 5; i++) {
        make_interval("log marks", 1);
        sw_finish_iter();
    }
    sw__clock_set(1000000);
    CHECK_EQUAL(sw_end_meas("log over many"), SW_OK);
    CHECK_EQUAL(stats_of_meas("log over many").count, 1);
    CHECK_EQUAL(stats_of_meas("log over many").max_iteration, 1);
    session_close();
}

static void test_a_long_span_of_an_earlier_iteration_is_exact(void)
{
    session_open(0);
    sw__clock_set(0);
    sw_start_meas("log long and early");
    sw_finish_iter();
    sw__clock_set(24 * HOUR * second);
    sw_end_meas("log long and early");
    CHECK_NEAR(stats_of_meas("log long and early").total_ns, (double)(24 * HOUR * second), 0);
    session_close();
}

static void test_the_unfinished_iteration_is_left_out_of_the_average(void)
{
    session_open(0);
    make_interval("log average", 100);
    sw_finish_iter();
    make_interval("log average", 7);
    const sw_meas_stats stats = stats_of_meas("log average");
    CHECK_NEAR(stats.total_ns, 107, 0);
    CHECK_NEAR(stats.per_iteration_ns, 100, 0);
    session_close();
}

// What was drained before the iteration was over must be left out, too, and be in it later.
static void test_a_drain_in_the_unfinished_iteration_changes_no_average(void)
{
    session_open(0);
    for (int i = 0; i < 10; i++)
        make_interval("log drained", 1);
    sw_finish_iter();
    for (int i = 0; i < 3 * SW__LOG_CAP; i++)
        make_interval("log drained", 1);
    CHECK_EQUAL(stats_of_meas("log drained").count, 10 + 3 * SW__LOG_CAP);
    CHECK_NEAR(stats_of_meas("log drained").per_iteration_ns, 10, 0);
    sw_finish_iter();
    CHECK_NEAR(stats_of_meas("log drained").per_iteration_ns, (10 + 3 * SW__LOG_CAP) / 2.0, 0);
    make_interval("log drained", 1);
    CHECK_NEAR(stats_of_meas("log drained").per_iteration_ns, (10 + 3 * SW__LOG_CAP) / 2.0, 0);
    session_close();
}

static void *drain_once(void *argument)
{
    (void)argument;
    make_pairs("log of a thread", SW__LOG_CAP);
    for (int i = 0; i < SW__LOG_CAP; i++)
        sw_add_meas("log of a thread", 1);
    return NULL;
}

// Its log is never drained again: it must not be taken for that of the next iteration.
static void test_a_thread_that_ended_in_an_iteration_counts_once_that_is_over(void)
{
    session_open(0);
    run_on_thread(drain_once, NULL);
    CHECK_NEAR(stats_of_meas("log of a thread").per_iteration_ns, 0, 0);
    sw_finish_iter();
    CHECK_NEAR(stats_of_meas("log of a thread").per_iteration_ns, SW__LOG_CAP, 0);
    run_on_thread(drain_once, NULL);
    CHECK_NEAR(stats_of_meas("log of a thread").per_iteration_ns, SW__LOG_CAP, 0);
    CHECK_NEAR(stats_of_meas("log of a thread").total_ns, 2 * SW__LOG_CAP, 0);
    session_close();
}

static void test_warm_up_leaves_no_trace_in_the_statistics(void)
{
    session_open(2);
    for (int i = 0; i < 3 * SW__LOG_CAP; i++)
        make_interval("log warm", 1000);
    sw_finish_iter();
    make_interval("log warm", 1000);
    CHECK_EQUAL(stats_of_meas("log warm").count, 0);
    sw_finish_iter();
    make_interval("log warm", 1);
    const sw_meas_stats stats = stats_of_meas("log warm");
    CHECK_EQUAL(stats.count, 1);
    CHECK_NEAR(stats.max_ns, 1, 0);
    CHECK_EQUAL(stats.straddled, 0);
    session_close();
}

static void test_a_span_from_warm_up_into_measuring_straddles(void)
{
    session_open(2);
    sw_start_meas("log straddled");
    sw_finish_iter();
    sw_end_meas("log straddled");
    sw_start_meas("log straddled");
    CHECK_EQUAL(stats_of_meas("log straddled").straddled, 0);
    sw_finish_iter();
    sw__clock_set(5);
    CHECK_EQUAL(sw_end_meas("log straddled"), SW_OK);
    make_interval("log straddled", 1);
    const sw_meas_stats stats = stats_of_meas("log straddled");
    CHECK_EQUAL(stats.straddled, 1);
    CHECK_EQUAL(stats.count, 1);
    CHECK_NEAR(stats.per_interval_ns, 1, 0);
    session_close();
}

CU_TestInfo epochs_tests[] = {
    {"a span of an earlier iteration counts in that", test_a_span_of_an_earlier_iteration_counts_in_that},
    {"a span over many iterations counts in its first", test_a_span_over_many_iterations_counts_in_its_first},
    {"a long span of an earlier iteration is exact", test_a_long_span_of_an_earlier_iteration_is_exact},
    {"the unfinished iteration is left out of the average", test_the_unfinished_iteration_is_left_out_of_the_average},
    {"a drain in the unfinished iteration changes no average",
     test_a_drain_in_the_unfinished_iteration_changes_no_average},
    {"a thread that ended in an iteration counts once that is over",
     test_a_thread_that_ended_in_an_iteration_counts_once_that_is_over},
    {"warm-up leaves no trace in the statistics", test_warm_up_leaves_no_trace_in_the_statistics},
    {"a span from warm-up into measuring straddles", test_a_span_from_warm_up_into_measuring_straddles},
    CU_TEST_INFO_NULL,
};
