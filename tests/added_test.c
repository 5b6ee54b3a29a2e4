// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Intervals that were measured elsewhere and added by hand.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>

static void test_added_alone(void)
{
    session_open(0);
    CHECK_EQUAL(sw_add_meas("a", SECONDS(1)), SW_OK);
    CHECK_EQUAL(sw_add_meas("a", SECONDS(3)), SW_OK);
    finish_at(10);
    CHECK_EQUAL(sw_add_meas("a", SECONDS(5)), SW_OK);
    sw_meas_stats stats;
    CHECK_EQUAL(sw_get_meas_stats("a", &stats), SW_OK);
    CHECK_EQUAL(stats.count, 3);
    CHECK_EQUAL(stats.total_ns, SECONDS(9));
    CHECK_EQUAL(stats.per_iteration_ns, SECONDS(4));
    CHECK_EQUAL(stats.per_interval_ns, SECONDS(3));
    CHECK_EQUAL(stats.min_ns, SECONDS(1));
    CHECK_EQUAL(stats.max_ns, SECONDS(5));
    CHECK_EQUAL(stats.max_iteration, 1);
    CHECK_EQUAL(stats.threads, 1);
    session_close();
}

static void test_added_in_warmup_is_not_counted(void)
{
    session_open(1);
    sw_add_meas("a", SECONDS(100));
    sw_add_meas("warm-up only", SECONDS(100));
    finish_at(1);
    sw_add_meas("a", SECONDS(2));
    finish_at(2);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("a").straddled, 0);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Time of an iteration", "warm-up only"), "warm-up only -- -- -- -- 0 --");
    free(summary);
}

// Timed ones of 1 to 100 ms and added ones of 101 to 200 ms, so that every statistic needs both.
static void test_added_and_timed_are_one_measurement(void)
{
    session_open(0);
    double now = 0;
    for (int ms = 1; ms <= 100; ms++) {
        measure("a", now, now + ms * 0.001);
        now += ms * 0.001;
        sw_add_meas("a", (uint64_t)(100 + ms) * 1000000);
    }
    const sw_meas_stats stats = stats_of_meas("a");
    CHECK_EQUAL(stats.count, 200);
    CHECK_NEAR(stats.total_ns, 20100e6, 200);
    CHECK_NEAR(stats.per_interval_ns, 100.5e6, 1);
    CHECK_NEAR(stats.min_ns, 1e6, 1);
    CHECK_NEAR(stats.max_ns, 200e6, 1);
    CHECK_NEAR(stats.stddev_ns, sqrt((200.0 * 200 - 1) / 12) * 1e6, 100);
    CHECK_NEAR(stats.p50_ns, 100e6, 1e6);
    CHECK_NEAR(stats.p90_ns, 180e6, 1.8e6);
    CHECK_NEAR(stats.p99_ns, 198e6, 1.98e6);
    char *summary = session_close_printing();
    CHECK_EQUAL(times_in(summary, "\na "), 2); // a row in each of two tables
    free(summary);
}

static void test_longest_of_both_names_its_iteration(void)
{
    session_open(0);
    measure("a", 0, 1);
    finish_at(1);
    sw_add_meas("a", SECONDS(9));
    finish_at(2);
    measure("a", 2, 5);
    CHECK_EQUAL(stats_of_meas("a").max_ns, SECONDS(9));
    CHECK_EQUAL(stats_of_meas("a").max_iteration, 1);
    session_close();
}

static void test_short_and_long_ones(void)
{
    const uint64_t days = UINT64_C(90) * 24 * 3600 * 1000000000;
    session_open(0);
    CHECK_EQUAL(sw_add_meas("nothing", 0), SW_OK);
    CHECK_EQUAL(sw_add_meas("a quarter", days), SW_OK);
    CHECK_EQUAL(stats_of_meas("nothing").count, 1);
    CHECK_EQUAL(stats_of_meas("nothing").total_ns, 0);
    CHECK_EQUAL(stats_of_meas("a quarter").total_ns, days);
    CHECK_NEAR(stats_of_meas("a quarter").p50_ns, (double)days, (double)days * 0.01);
    session_close();
}

CU_TestInfo added_tests[] = {
    {"added intervals make a measurement by themselves", test_added_alone},
    {"what is added in warm-up is not counted", test_added_in_warmup_is_not_counted},
    {"added and timed intervals are one measurement", test_added_and_timed_are_one_measurement},
    {"the longest interval of both kinds names its iteration", test_longest_of_both_names_its_iteration},
    {"intervals of no length and of months are added", test_short_and_long_ones},
    CU_TEST_INFO_NULL,
};
