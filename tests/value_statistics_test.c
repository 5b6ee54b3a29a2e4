// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Statistics of values, against a plain computation in two passes over all of them.

#include "support_recording.h"
#include "test.h"

#include <math.h>
#include <string.h>

#include "aggregate/snapshot.h"
#include "base/clock.h"
#include "base/names.h"

enum { VALUES = 30000, THREADS = 3 };

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
    const uint32_t record = sw__record_find(SW__KIND_VALUE, sw__intern(name, strlen(name)), 0);
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

CU_TestInfo value_statistics_tests[] = {
    {"values are as two passes find them", test_values_are_as_two_passes_find_them},
    {"values of threads merge into one", test_values_of_threads_merge_into_one},
    {"negative and tiny values are values", test_negative_and_tiny_values_are_values},
    {"one value has no deviation", test_one_value_has_no_deviation},
    CU_TEST_INFO_NULL,
};
