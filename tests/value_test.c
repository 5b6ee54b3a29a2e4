// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Values, such as a loss.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_row(const char *name, const char *expected)
{
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Values", name), expected);
    free(summary);
}

static void test_row_has_all_there_is_to_say(void)
{
    session_open(0);
    const double losses[] = {4, 2, 5, 1};
    for (int i = 0; i < 4; i++) {
        at(i);
        CHECK_EQUAL(sw_value("loss", losses[i]), SW_OK);
    }
    // Count, last, mean, deviation of the population (the root of 2.5), min, max.
    check_row("loss", "loss 4 1 3 1.58114 1 5");
}

static void test_one_value_has_no_deviation(void)
{
    session_open(0);
    sw_value("loss", -0.5);
    check_row("loss", "loss 1 -0.5 -0.5 -- -0.5 -0.5");
}

// The clock of these tests stands still between the two, as a coarse clock would.
static void test_last_is_the_latest_at_the_same_time_too(void)
{
    session_open(0);
    sw_value("loss", 3);
    sw_value("loss", 1);
    sw_value("loss", 2);
    check_row("loss", "loss 3 2 2 0.816497 1 3");
}

static void *report_a_later_value(void *unused)
{
    at(2);
    CHECK_EQUAL(sw_value("loss", 7), SW_OK);
    return unused;
}

static void test_threads_add_up_to_one_row(void)
{
    session_open(0);
    at(1);
    sw_value("loss", 1);
    run_on_thread(report_a_later_value, NULL);
    check_row("loss", "loss 2 7 4 3 1 7");
}

static void test_values_that_hardly_differ_keep_their_deviation(void)
{
    session_open(0);
    for (int i = 0; i < 1000; i++)
        sw_value("loss", 1e9 + i % 2);
    char *summary = session_close_printing();
    CHECK_HAS(row_of(summary, "Values", "loss"), " 0.5 "); // the deviation
    free(summary);
}

static void test_not_finite_values_are_refused(void)
{
    const double refused[] = {NAN, INFINITY, -INFINITY};
    session_open(0);
    sw_value("loss", 1);
    sw_value("loss", 3);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(sw_value("loss", refused[i]), SW_ERR_ARGUMENT);
    CHECK_HAS(messages_last(), "sw_value(\"loss\"): ");
    CHECK_EQUAL(messages_count(), 1); // one place
    check_row("loss", "loss 2 3 2 1 1 3");
}

static void test_values_of_the_warmup_are_not_counted(void)
{
    session_open(1);
    sw_value("loss", 1000);
    sw_value("learning rate", 1);
    finish_at(1);
    sw_value("loss", 2);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Values", "loss"), "loss 1 2 2 -- 2 2");
    CHECK_TEXT(row_of(summary, "Values", "learning rate"), "learning rate 0 -- -- -- -- --");
    free(summary);
}

static void test_value_is_no_measurement(void)
{
    sw_meas_stats stats;
    session_open(0);
    sw_value("loss", 1);
    CHECK_EQUAL(sw_get_meas_stats("loss", &stats), SW_ERR_UNKNOWN_NAME);
    measure("loss", 0, 1);
    CHECK_EQUAL(stats_of_meas("loss").count, 1);
    check_row("loss", "loss 1 1 1 -- 1 1");
}

static void test_each_session_has_its_own(void)
{
    session_open(0);
    sw_value("of the first session", 1);
    session_close();
    session_open(0);
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, "Values"));
    free(summary);
}

CU_TestInfo value_tests[] = {
    {"count, last, mean, deviation, min and max", test_row_has_all_there_is_to_say},
    {"one value has no deviation", test_one_value_has_no_deviation},
    {"the last value is the latest, at the same time too", test_last_is_the_latest_at_the_same_time_too},
    {"the threads of a value add up to one row", test_threads_add_up_to_one_row},
    {"large values that hardly differ keep their deviation", test_values_that_hardly_differ_keep_their_deviation},
    {"NaN and infinities are refused and leave the row as it was", test_not_finite_values_are_refused},
    {"values of the warm-up are not counted", test_values_of_the_warmup_are_not_counted},
    {"a value is no measurement, and may have its name", test_value_is_no_measurement},
    {"each session has its own values", test_each_session_has_its_own},
    CU_TEST_INFO_NULL,
};
