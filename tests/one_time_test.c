// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One-time measurements.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

static const char title[] = "One-time measurements";

static void measure_once(const char *name, double begin, double end)
{
    at(begin);
    CHECK_EQUAL(sw_start_one_time_measurement(name), SW_OK);
    at(end);
    CHECK_EQUAL(sw_end_one_time_measurement(name), SW_OK);
}

static void check_row(const char *name, const char *expected)
{
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, title, name), expected);
    free(summary);
}

static void test_time_stands_in_a_table_of_its_own(void)
{
    session_open(0);
    measure_once("setup", 1, 4);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, title, "setup"), "setup 3.00 s");
    CU_ASSERT_PTR_NULL(strstr(summary, "Time of an iteration"));
    free(summary);
}

static void test_second_one_of_a_name_is_refused(void)
{
    session_open(0);
    measure_once("setup", 0, 1);
    at(5);
    CHECK_EQUAL(sw_start_one_time_measurement("setup"), SW_ERR_ONCE);
    at(9);
    CHECK_EQUAL(sw_end_one_time_measurement("setup"), SW_ERR_NOT_RUNNING);
    CHECK_EQUAL(messages_count(), 2);
    check_row("setup", "setup 1.00 s");
}

static void test_second_start_while_it_runs_is_refused(void)
{
    session_open(0);
    CHECK_EQUAL(sw_start_one_time_measurement("setup"), SW_OK);
    at(1);
    CHECK_EQUAL(sw_start_one_time_measurement("setup"), SW_ERR_ONCE);
    at(3);
    CHECK_EQUAL(sw_end_one_time_measurement("setup"), SW_OK);
    check_row("setup", "setup 3.00 s");
}

static void test_end_without_a_start_is_refused(void)
{
    session_open(0);
    CHECK_EQUAL(sw_end_one_time_measurement("never started once"), SW_ERR_UNKNOWN_NAME);
    CHECK_HAS(messages_last(), "sw_end_one_time_measurement(\"never started once\"): ");
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, title));
    free(summary);
}

// The time of a call that was ignored does not stand for the name.
static void test_one_of_a_pause_does_not_take_the_name(void)
{
    session_open(0);
    sw_pause();
    measure_once("setup", 1, 2);
    sw_resume();
    measure_once("setup", 3, 7);
    CHECK_EQUAL(messages_count(), 0);
    check_row("setup", "setup 4.00 s");
}

static void test_each_session_has_its_own(void)
{
    session_open(0);
    measure_once("setup", 0, 1);
    session_close();
    session_open(0);
    measure_once("setup", 0, 2);
    check_row("setup", "setup 2.00 s");
}

static void test_warmup_does_not_matter(void)
{
    session_open(5);
    measure_once("in warm-up", 0, 1);
    CHECK_EQUAL(sw_start_one_time_measurement("over iterations"), SW_OK);
    for (int i = 2; i < 9; i++)
        finish_at(i);
    at(10);
    CHECK_EQUAL(sw_end_one_time_measurement("over iterations"), SW_OK);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, title, "in warm-up"), "in warm-up 1.00 s");
    CHECK_TEXT(row_of(summary, title, "over iterations"), "over iterations 9.00 s");
    free(summary);
}

static void test_running_one_is_told_with_its_time(void)
{
    session_open(0);
    CHECK_EQUAL(sw_start_one_time_measurement("training"), SW_OK);
    at(7);
    char *summary = summary_now();
    CHECK_TEXT(row_of(summary, title, "training"), "training 7.00 s running");
    free(summary);
    at(8);
    CHECK_EQUAL(sw_end_one_time_measurement("training"), SW_OK);
    check_row("training", "training 8.00 s");
}

static void *end_training(void *status)
{
    at(5);
    *(sw_status *)status = sw_end_one_time_measurement("training");
    return NULL;
}

static void test_start_and_end_on_different_threads(void)
{
    sw_status status = SW_NOT_RECORDED;
    session_open(0);
    CHECK_EQUAL(sw_start_one_time_measurement("training"), SW_OK);
    run_on_thread(end_training, &status);
    CHECK_EQUAL(status, SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    check_row("training", "training 5.00 s");
}

// The name of one kind of measurement says nothing about the other.
static void test_name_may_be_that_of_a_measurement(void)
{
    sw_meas_stats stats;
    session_open(0);
    measure_once("load", 0, 10);
    CHECK_EQUAL(sw_get_meas_stats("load", &stats), SW_ERR_UNKNOWN_NAME);
    measure("load", 10, 11);
    CHECK_EQUAL(stats_of_meas("load").total_ns, SECONDS(1));
    check_row("load", "load 10.0 s");
}

static void test_many_of_them(void)
{
    char name[32];
    session_open(0);
    for (int i = 0; i < 100; i++) {
        snprintf(name, sizeof name, "setup %d", i);
        measure_once(name, i, i + 1);
    }
    CHECK_EQUAL(messages_count(), 0);
    char *summary = session_close_printing();
    CHECK_EQUAL(times_in(summary, "\nsetup "), 100);
    free(summary);
}

CU_TestInfo one_time_tests[] = {
    {"the time stands in a table of its own", test_time_stands_in_a_table_of_its_own},
    {"a second one of a name is refused and changes nothing", test_second_one_of_a_name_is_refused},
    {"a second start while it runs is refused", test_second_start_while_it_runs_is_refused},
    {"an end without a start is refused", test_end_without_a_start_is_refused},
    {"one of a pause does not take the name", test_one_of_a_pause_does_not_take_the_name},
    {"each session has its own", test_each_session_has_its_own},
    {"warm-up and iterations do not matter", test_warmup_does_not_matter},
    {"one that runs is told with its time so far", test_running_one_is_told_with_its_time},
    {"start and end may be on different threads", test_start_and_end_on_different_threads},
    {"the name may be that of a measurement", test_name_may_be_that_of_a_measurement},
    {"many of them are kept", test_many_of_them},
    CU_TEST_INFO_NULL,
};
