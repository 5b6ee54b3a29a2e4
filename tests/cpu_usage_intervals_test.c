// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage of the chosen measurement: which intervals are counted, on which threads, and what the readings leave of
// their times.

#include "cpu_load.h"
#include "cpu_usage_support.h"
#include "support_recording.h"

#include <string.h>

static void test_warm_up_is_not_counted(void)
{
    wait_until_idle();
    session_open_real(&(sw_stopwatch_options){.num_warmup_iters = 1, .cpu_usage_meas = name});
    sw_cpu_usage usage;
    measure_load(do_nothing_for_a_while);
    sw_start_meas(name);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    sw_end_meas(name);
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_NOT_RECORDED);
    CHECK_EQUAL(usage.intervals, 0);
    measure_load(do_nothing_for_a_while);
    CHECK_EQUAL(usage_now().intervals, 1);
    session_close();
}

static void test_what_starts_in_a_pause_is_not_counted(void)
{
    open_choosing(name);
    sw_pause();
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    sw_resume();
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    measure_load(do_nothing_for_a_while);
    CHECK_EQUAL(usage_now().intervals, 1);
    session_close();
}

static void test_threads_are_added_up_after_their_end(void)
{
    open_choosing(name);
    run_on_threads(3, measure_on_thread, NULL, 0);
    measure_load(do_nothing_for_a_while);
    const sw_cpu_usage usage = usage_now();
    CHECK_EQUAL(usage.intervals, 4);
    CU_ASSERT_TRUE(usage.wall_ns >= 4 * 60e6);
    session_close();
}

static void *measure_often(void *argument)
{
    (void)argument;
    measure_idle(100, 0.5);
    return NULL;
}

static unsigned went_back;

static void *read_often(void *argument)
{
    (void)argument;
    sw_cpu_usage last = {0};
    for (int i = 0; i < 100; i++) {
        sw_cpu_usage usage;
        (void)sw_get_cpu_usage(&usage);
        went_back += usage.intervals < last.intervals || usage.wall_ns < last.wall_ns;
        last = usage;
        sleep_for(MILLISECONDS(0.3));
    }
    return NULL;
}

static void *measure_or_read(void *argument)
{
    void *(*function)(void *) = *(void *(**)(void *))argument;
    return function(NULL);
}

static void test_reading_while_threads_measure(void)
{
    void *(*functions[])(void *) = {measure_often, measure_often, read_often};
    open_choosing(name);
    run_on_threads(3, measure_or_read, functions, sizeof *functions);
    CHECK_EQUAL(went_back, 0);
    CHECK_EQUAL(usage_now().intervals, 200);
    session_close();
}

static void measure_by_scope(void)
{
    SW_SCOPE("work");
    sleep_for(MILLISECONDS(10));
}

static void test_scopes_and_handles_are_counted(void)
{
    const sw_name handle = sw_register(name);
    open_choosing(name);
    measure_by_scope();
    measure_by_scope();
    CHECK_EQUAL(sw_start_meas_handle(handle), SW_OK);
    CHECK_EQUAL(sw_start_meas(name), SW_ERR_RUNNING);
    CHECK_EQUAL(sw_end_meas_handle(handle), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(handle), SW_ERR_NOT_RUNNING);
    CHECK_EQUAL(usage_now().intervals, 3);
    CHECK_EQUAL(stats_of_meas(name).count, 3);
    session_close();
}

static void test_readings_are_outside_of_the_interval(void)
{
    open_choosing(name);
    make_pairs(name, 300);
    sw_cpu_usage usage;
    (void)sw_get_cpu_usage(&usage);
    CHECK_EQUAL(usage.intervals, 300);
    CU_ASSERT_TRUE(usage.cost_ns > 1000);
    CU_ASSERT_TRUE(stats_of_meas(name).p50_ns < usage.cost_ns / 4);
    session_close();
}

static void test_readings_are_outside_also_when_the_end_is_in_a_pause(void)
{
    open_choosing(name);
    for (int i = 0; i < 300; i++) {
        sw_start_meas(name);
        sw_pause();
        sw_end_meas(name);
        sw_resume();
    }
    sw_cpu_usage usage;
    (void)sw_get_cpu_usage(&usage);
    CHECK_EQUAL(usage.intervals, 300);
    CU_ASSERT_TRUE(stats_of_meas(name).p50_ns < usage.cost_ns / 4);
    session_close();
}

static void measure_both(double begin, double end)
{
    at(begin);
    sw_start_meas("plain");
    sw_start_meas(name);
    at(end);
    sw_end_meas("plain");
    sw_end_meas(name);
}

static void test_times_are_those_of_any_measurement(void)
{
    session_open_with(&(sw_stopwatch_options){.num_warmup_iters = 1, .cpu_usage_meas = name});
    measure_both(1, 2);
    finish_at(3);
    measure_both(4, 6);
    measure_both(7, 8);
    finish_at(10);
    measure_both(11, 16);
    finish_at(20);
    measure_both(21, 22);
    const sw_meas_stats plain = stats_of_meas("plain");
    const sw_meas_stats chosen = stats_of_meas(name);
    CHECK_EQUAL(chosen.count, 4);
    CHECK_EQUAL(memcmp(&plain, &chosen, sizeof plain), 0);
    session_close();
}

CU_TestInfo cpu_usage_intervals_tests[] = {
    {"warm-up is not counted", test_warm_up_is_not_counted},
    {"what starts in a pause is not counted", test_what_starts_in_a_pause_is_not_counted},
    {"threads are added up, also after their end", test_threads_are_added_up_after_their_end},
    {"it can be read while threads measure", test_reading_while_threads_measure},
    {"scopes and handles are counted", test_scopes_and_handles_are_counted},
    {"the readings are outside of the interval", test_readings_are_outside_of_the_interval},
    {"the readings are outside, too, when the end is in a pause",
     test_readings_are_outside_also_when_the_end_is_in_a_pause},
    {"its times are those of any measurement", test_times_are_those_of_any_measurement},
    CU_TEST_INFO_NULL,
};
