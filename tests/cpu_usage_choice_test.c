// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage of the chosen measurement: which calls may choose it, and what there is without a choice.

#include "cpu_usage_support.h"
#include "host/machine_ticks.h"
#include "support_recording.h"

#include <stdlib.h>
#include <string.h>

static void test_nothing_is_recorded_before_an_interval(void)
{
    sw_cpu_usage usage;
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_NOT_RECORDED);
    open_choosing(NULL);
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_get_cpu_usage(NULL), SW_ERR_ARGUMENT);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "CPU usage", name), "work -- -- -- -- -- -- -- 0 --");
    free(summary);
}

static void test_without_a_choice_the_summary_has_no_usage(void)
{
    open_choosing("");
    measure_load(do_nothing_for_a_while);
    CHECK_EQUAL(sw__machine_ticks_descriptor(), -1);
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, "CPU usage"));
    free(summary);
}

static void test_same_name_may_be_chosen_again(void)
{
    session_open(0);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    measure(name, 1, 2);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_another_name_is_refused(void)
{
    session_open(0);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name("other work"), SW_ERR_ALREADY);
    CHECK_HAS(messages_last(), "sw_set_cpu_usage_meas_name(\"other work\")");
    CHECK_HAS(messages_last(), "the CPU usage of \"work\" is taken");
    session_close();
}

static void test_name_that_was_started_is_refused(void)
{
    session_open(3);
    measure(name, 1, 2);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_ERR_STARTED);
    CHECK_HAS(messages_last(), "choose it before its first start");
    CHECK_EQUAL(sw_set_cpu_usage_meas_name("other work"), SW_OK);
    session_close();
}

static void test_name_that_a_thread_started_that_ended_is_refused(void)
{
    open_choosing(NULL);
    run_on_thread(measure_on_thread, NULL);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_ERR_STARTED);
    session_close();
}

static void test_name_of_an_earlier_session_may_be_chosen(void)
{
    session_open(0);
    measure(name, 1, 2);
    session_close();
    session_open(0);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    session_close();
}

static void test_bad_names_are_refused_and_off_is_silent(void)
{
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    session_open(0);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(NULL), SW_ERR_NAME);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(""), SW_ERR_NAME);
    CHECK_EQUAL((sw_set_cpu_usage_meas_name)("by pointer"), SW_OK);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_ERR_ALREADY);
    session_close();
}

static void test_run_profile_chooses(void)
{
    char *path = file_of("profiles: {p: {stopwatch: {enable: true, cpu_usage_meas: work}}}\ndefault: p\n");
    messages_catch();
    CHECK_EQUAL(sw_init(path, NULL), SW_OK);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name(name), SW_OK);
    CHECK_EQUAL(sw_set_cpu_usage_meas_name("other work"), SW_ERR_ALREADY);
    measure_load(do_nothing_for_a_while);
    CHECK_EQUAL(usage_now().intervals, 1);
    session_close();
    file_remove(path);
}

static void check_child_is_off(void)
{
    CHECK_EQUAL(sw__machine_ticks_descriptor(), -1);
    sw_cpu_usage usage;
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.cpu_usage_meas = "of the child"}), SW_OK);
    CU_ASSERT_TRUE(sw__machine_ticks_now().total > 0);
}

static void test_forked_child_chooses_for_itself(void)
{
    open_choosing(name);
    check_in_child(check_child_is_off);
    measure_load(do_nothing_for_a_while);
    CU_ASSERT_TRUE(usage_now().machine_ticks > 0);
    session_close();
}

CU_TestInfo cpu_usage_choice_tests[] = {
    {"nothing is recorded before an interval", test_nothing_is_recorded_before_an_interval},
    {"without a choice the summary has no usage", test_without_a_choice_the_summary_has_no_usage},
    {"the same name may be chosen again", test_same_name_may_be_chosen_again},
    {"another name is refused", test_another_name_is_refused},
    {"a name that was started is refused", test_name_that_was_started_is_refused},
    {"a name is refused that an ended thread started", test_name_that_a_thread_started_that_ended_is_refused},
    {"a name of an earlier session may be chosen", test_name_of_an_earlier_session_may_be_chosen},
    {"bad names are refused, and off is silent", test_bad_names_are_refused_and_off_is_silent},
    {"a run profile chooses", test_run_profile_chooses},
    {"a forked child chooses for itself", test_forked_child_chooses_for_itself},
    CU_TEST_INFO_NULL,
};
