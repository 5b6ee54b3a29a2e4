// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Statistics of lengths, against what is known of them.

#include "support_recording.h"
#include "test.h"

#include <math.h>
#include <string.h>

#include "aggregate/rows.h"
#include "aggregate/snapshot.h"
#include "base/clock.h"
#include "base/names.h"

static uint32_t id_of(const char *name)
{
    return sw__intern(name, strlen(name));
}

static void make_intervals(const char *name, const uint64_t *ns, size_t count)
{
    for (size_t i = 0; i < count; i++)
        make_interval(name, ns[i]);
}

static void test_three_lengths_give_all_statistics(void)
{
    session_open(0);
    make_intervals("stat three", (uint64_t[]){1, 2, 3}, 3);
    const sw_meas_stats stats = stats_of_meas("stat three");
    session_close();
    CHECK_EQUAL(stats.count, 3);
    CHECK_NEAR(stats.total_ns, 6, 0);
    CHECK_NEAR(stats.per_interval_ns, 2, 0);
    CHECK_NEAR(stats.min_ns, 1, 0);
    CHECK_NEAR(stats.max_ns, 3, 0);
    CHECK_NEAR(stats.p50_ns, 2, 0);
    CHECK_NEAR(stats.p90_ns, 3, 0);
    CHECK_NEAR(stats.p99_ns, 3, 0);
    CHECK_NEAR(stats.stddev_ns, sqrt(2.0 / 3), 1e-12);
}

static void test_one_length_has_no_deviation(void)
{
    session_open(0);
    make_interval("stat one", 12345);
    const sw_meas_stats stats = stats_of_meas("stat one");
    session_close();
    CHECK_EQUAL(stats.count, 1);
    CHECK_NEAR(stats.stddev_ns, 0, 0);
    CHECK_NEAR(stats.p50_ns, 12345, 0);
    CHECK_NEAR(stats.p99_ns, 12345, 0);
}

static void test_a_length_of_nothing_counts(void)
{
    session_open(0);
    make_intervals("stat nothing", (uint64_t[]){0, 0, 8}, 3);
    const sw_meas_stats stats = stats_of_meas("stat nothing");
    session_close();
    CHECK_EQUAL(stats.count, 3);
    CHECK_NEAR(stats.min_ns, 0, 0);
    CHECK_NEAR(stats.p50_ns, 0, 1);
    CHECK_NEAR(stats.p99_ns, 8, 0);
}

static void test_equal_lengths_have_no_deviation_at_all(void)
{
    session_open(0);
    make_intervals("stat equal", (uint64_t[]){1599050564, 1599050564, 1599050564}, 3);
    const sw_meas_stats stats = stats_of_meas("stat equal");
    session_close();
    CHECK_NEAR(stats.stddev_ns, 0, 0);
    CHECK_NEAR(stats.per_interval_ns, 1599050564, 0);
}

// 1000 s, a microsecond more or less in turn: a sum of squares in doubles would have lost it.
static void test_a_small_deviation_of_long_lengths_is_right(void)
{
    const uint64_t ns = UINT64_C(1000000000000);
    session_open(0);
    for (int i = 0; i < 100000; i++)
        make_interval("stat cancels", i % 2 ? ns + 1000 : ns - 1000);
    const sw_meas_stats stats = stats_of_meas("stat cancels");
    session_close();
    CHECK_EQUAL(stats.count, 100000);
    CHECK_NEAR(stats.stddev_ns, 1000, 10);
    CHECK_NEAR(stats.per_interval_ns, 1e12, 0);
}

static void test_percentiles_are_by_nearest_rank(void)
{
    session_open(0);
    for (int i = 0; i < 100; i++)
        make_interval("stat ranks", i < 50 ? 10 : i < 90 ? 20 : i < 99 ? 30 : 40);
    sw_meas_stats stats = stats_of_meas("stat ranks");
    CHECK_NEAR(stats.p50_ns, 10, 0);
    CHECK_NEAR(stats.p90_ns, 20, 0);
    CHECK_NEAR(stats.p99_ns, 30, 0);
    make_intervals("stat ranks", (uint64_t[]){40, 40}, 2);
    stats = stats_of_meas("stat ranks");
    CHECK_NEAR(stats.p50_ns, 20, 0);
    CHECK_NEAR(stats.p90_ns, 30, 0);
    CHECK_NEAR(stats.p99_ns, 40, 0);
    session_close();
}

static void test_percentiles_lie_between_the_extremes(void)
{
    session_open(0);
    for (int i = 0; i < 1000; i++)
        make_interval("stat extremes", 1000003);
    const sw_meas_stats stats = stats_of_meas("stat extremes");
    session_close();
    CHECK_NEAR(stats.p50_ns, 1000003, 0);
    CHECK_NEAR(stats.p99_ns, 1000003, 0);
}

static void test_the_longest_interval_knows_its_iteration(void)
{
    session_open(1);
    static const uint64_t lengths[] = {999, 5, 70, 6, 70};
    for (int i = 0; i < 5; i++) {
        make_interval("stat longest", lengths[i]);
        sw_finish_iter();
    }
    const sw_meas_stats stats = stats_of_meas("stat longest");
    session_close();
    CHECK_NEAR(stats.max_ns, 70, 0);
    CHECK_EQUAL(stats.max_iteration, 2);
}

static void test_what_is_added_by_hand_joins_what_was_timed(void)
{
    session_open(0);
    make_interval("stat added", 100);
    CHECK_EQUAL(sw_add_meas("stat added", 300), SW_OK);
    const sw_meas_stats stats = stats_of_meas("stat added");
    session_close();
    CHECK_EQUAL(stats.count, 2);
    CHECK_NEAR(stats.total_ns, 400, 0);
    CHECK_NEAR(stats.stddev_ns, 100, 1e-9);
    CHECK_NEAR(stats.min_ns, 100, 0);
    CHECK_NEAR(stats.max_ns, 300, 0);
    CHECK_NEAR(stats.p50_ns, 100, 0);
    CHECK_NEAR(stats.p99_ns, 300, 0);
}

static void *add_lengths(void *argument)
{
    const uint64_t *first = argument;
    for (uint64_t i = 0; i < 10000; i++)
        sw_add_meas("stat merged", *first + i);
    return NULL;
}

// Lengths 1..30000, a third of them on each of three threads: some that ended, one that goes on.
static void test_threads_merge_into_one(void)
{
    uint64_t firsts[] = {1, 10001};
    uint64_t third = 20001;
    session_open(0);
    run_on_threads(2, add_lengths, firsts, sizeof *firsts);
    add_lengths(&third);
    const sw_meas_stats stats = stats_of_meas("stat merged");
    session_close();
    const double n = 30000;
    CHECK_EQUAL(stats.count, n);
    CHECK_EQUAL(stats.threads, 3);
    CHECK_NEAR(stats.total_ns, n * (n + 1) / 2, 0);
    CHECK_NEAR(stats.stddev_ns, sqrt((n * n - 1) / 12), 1e-6);
    CHECK_NEAR(stats.min_ns, 1, 0);
    CHECK_NEAR(stats.max_ns, n, 0);
    CHECK_NEAR(stats.p50_ns, 15000, 150);
    CHECK_NEAR(stats.p90_ns, 27000, 270);
    CHECK_NEAR(stats.p99_ns, 29700, 297);
}

static void test_rows_are_zero_without_a_record(void)
{
    sw__snapshot snapshot;
    session_open(0);
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const uint32_t records[] = {0, sw__record_find(SW__KIND_MEAS, id_of("stat never"), 0), snapshot.record_end};
    const sw__row row = sw__row_of(&snapshot, records, 3, 1);
    sw__snapshot_free(&snapshot);
    session_close();
    CHECK_EQUAL(row.count, 0);
    CHECK_NEAR(row.total_ns, 0, 0);
    CHECK_NEAR(row.p99_ns, 0, 0);
}

CU_TestInfo statistics_tests[] = {
    {"three lengths give all statistics", test_three_lengths_give_all_statistics},
    {"one length has no deviation", test_one_length_has_no_deviation},
    {"a length of nothing counts", test_a_length_of_nothing_counts},
    {"equal lengths have no deviation at all", test_equal_lengths_have_no_deviation_at_all},
    {"a small deviation of long lengths is right", test_a_small_deviation_of_long_lengths_is_right},
    {"percentiles are by nearest rank", test_percentiles_are_by_nearest_rank},
    {"percentiles lie between the extremes", test_percentiles_lie_between_the_extremes},
    {"the longest interval knows its iteration", test_the_longest_interval_knows_its_iteration},
    {"what is added by hand joins what was timed", test_what_is_added_by_hand_joins_what_was_timed},
    {"threads merge into one", test_threads_merge_into_one},
    {"rows are zero without a record", test_rows_are_zero_without_a_record},
    CU_TEST_INFO_NULL,
};
