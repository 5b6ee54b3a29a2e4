// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Statistics of lengths and of values, against a plain computation over all of them.

#include "support_recording.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/rows.h"
#include "aggregate/snapshot.h"
#include "base/clock.h"
#include "base/names.h"
#include "base/records.h"

enum { VALUES = 30000, THREADS = 3, SCALES = 56 };

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

// Values: count, mean, deviation, extremes and the last one, against two passes over all of them.

static double values[THREADS][VALUES];

static void make_values(void)
{
    for (int t = 0; t < THREADS; t++)
        for (int i = 0; i < VALUES; i++)
            values[t][i] = 1e6 + t + sin(i * 0.37 + t) * (1 + i % 7);
}

static sw__values plain_statistics(const double *all, size_t count)
{
    sw__values plain = {.count = count, .min = all[0], .max = all[0], .last = all[count - 1]};
    for (size_t i = 0; i < count; i++) {
        plain.mean += all[i] / (double)count;
        plain.min = fmin(plain.min, all[i]);
        plain.max = fmax(plain.max, all[i]);
    }
    for (size_t i = 0; i < count; i++)
        plain.squares += (all[i] - plain.mean) * (all[i] - plain.mean);
    return plain;
}

static sw__values values_now(const char *name)
{
    sw__snapshot snapshot;
    sw__values now = {0};
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const uint32_t record = sw__record_find(SW__KIND_VALUE, id_of(name), 0);
    if (record)
        now = snapshot.merged->records[record].values;
    sw__snapshot_free(&snapshot);
    return now;
}

static void check_values(sw__values actual, sw__values expected)
{
    CHECK_EQUAL(actual.count, expected.count);
    CHECK_NEAR(actual.mean, expected.mean, 1e-9 * fabs(expected.mean));
    CHECK_NEAR(actual.squares, expected.squares, 1e-6 * expected.squares);
    CHECK_NEAR(actual.min, expected.min, 0);
    CHECK_NEAR(actual.max, expected.max, 0);
    CHECK_NEAR(actual.last, expected.last, 0);
}

static void *record_values(void *argument)
{
    const double *mine = argument;
    for (int i = 0; i < VALUES; i++)
        sw_value("stat values", mine[i]);
    return NULL;
}

static void test_values_are_as_two_passes_find_them(void)
{
    make_values();
    session_open(0);
    record_values(values[0]);
    check_values(values_now("stat values"), plain_statistics(values[0], VALUES));
    session_close();
}

static void test_values_of_threads_merge_into_one(void)
{
    make_values();
    session_open(0);
    for (int t = 0; t < THREADS - 1; t++) {
        sw__clock_set((uint64_t)t + 1);
        run_on_thread(record_values, values[t]);
    }
    sw__clock_set(THREADS);
    record_values(values[THREADS - 1]);
    check_values(values_now("stat values"), plain_statistics(values[0], (size_t)THREADS * VALUES));
    session_close();
}

static void test_negative_and_tiny_values_are_values(void)
{
    static const double all[] = {-1e300, 5e-324, 0, -0.5, 1e300};
    session_open(0);
    for (int i = 0; i < 5; i++)
        CHECK_EQUAL(sw_value("stat odd values", all[i]), SW_OK);
    const sw__values now = values_now("stat odd values");
    session_close();
    CHECK_EQUAL(now.count, 5);
    CHECK_NEAR(now.min, -1e300, 0);
    CHECK_NEAR(now.max, 1e300, 0);
    CU_ASSERT_TRUE(isfinite(now.mean));
}

static void test_one_value_has_no_deviation(void)
{
    session_open(0);
    sw_value("stat one value", 0.1);
    const sw__values now = values_now("stat one value");
    session_close();
    CHECK_NEAR(now.mean, 0.1, 0);
    CHECK_NEAR(now.squares, 0, 0);
    CHECK_NEAR(now.last, 0.1, 0);
}

// More lengths of different scales than a lane has pages for.

typedef struct scales {
    char prefix;
    int names;
} scales;

static void *add_all_scales(void *argument)
{
    const scales *s = argument;
    char name[32];
    for (int i = 0; i < s->names; i++) {
        snprintf(name, sizeof name, "%c scale %d", s->prefix, i);
        for (int scale = 0; scale < SCALES; scale++)
            sw_add_meas(name, UINT64_C(1) << scale);
    }
    return NULL;
}

static uint64_t lost_now(void)
{
    sw__snapshot snapshot;
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const uint64_t lost = snapshot.lost;
    sw__snapshot_free(&snapshot);
    return lost;
}

static void lose_on_this_thread(void)
{
    scales s = {'a', 600};
    session_open(0);
    add_all_scales(&s);
    make_interval("stat found", 1);
    CHECK_EQUAL(lost_now(), 600 * SCALES + 1 - SW__PAGE_CAP);
    CHECK_EQUAL(stats_of_meas("a scale 599").count, SCALES);
    CHECK_EQUAL(stats_of_meas("stat found").count, 1);
    session_close();
}

static void lose_on_a_thread_that_ends(void)
{
    scales s = {'a', 600};
    session_open(0);
    run_on_thread(add_all_scales, &s);
    CHECK_EQUAL(lost_now(), 600 * SCALES - SW__PAGE_CAP);
    CHECK_EQUAL(stats_of_meas("a scale 599").count, SCALES);
    session_close();
}

static void lose_between_two_threads(void)
{
    scales s[] = {{'a', 400}, {'b', 400}};
    session_open(0);
    run_on_thread(add_all_scales, &s[0]);
    CHECK_EQUAL(lost_now(), 0);
    add_all_scales(&s[1]);
    CHECK_EQUAL(lost_now(), 2 * 400 * SCALES - SW__PAGE_CAP);
    session_close();
}

static void test_lengths_beyond_the_slab_are_counted_as_lost(void)
{
    check_in_child(lose_on_this_thread);
}

static void test_what_a_thread_lost_is_known_after_its_end(void)
{
    check_in_child(lose_on_a_thread_that_ends);
}

static void test_what_two_threads_lose_together_is_known(void)
{
    check_in_child(lose_between_two_threads);
}

static void test_rows_are_zero_without_a_record(void)
{
    sw__snapshot snapshot;
    session_open(0);
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const sw__row row = sw__row_of(&snapshot, SW__KIND_MEAS, id_of("stat never"), 1);
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
    {"values are as two passes find them", test_values_are_as_two_passes_find_them},
    {"values of threads merge into one", test_values_of_threads_merge_into_one},
    {"negative and tiny values are values", test_negative_and_tiny_values_are_values},
    {"one value has no deviation", test_one_value_has_no_deviation},
    {"lengths beyond the slab are counted as lost", test_lengths_beyond_the_slab_are_counted_as_lost},
    {"what a thread lost is known after its end", test_what_a_thread_lost_is_known_after_its_end},
    {"what two threads lose together is known", test_what_two_threads_lose_together_is_known},
    {"rows are zero without a record", test_rows_are_zero_without_a_record},
    CU_TEST_INFO_NULL,
};
