// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage of the chosen measurement: what it says of loads of known size.

#include "cpu_load.h"
#include "cpu_usage_support.h"
#include "host/machine_ticks.h"
#include "support_recording.h"

#include <stdlib.h>

static void burn_on_two(void)
{
    burn_cpu_on_threads(2, MILLISECONDS(200));
}

static void burn_in_child(void)
{
    burn_cpu_in_child(MILLISECONDS(150));
}

static void test_one_busy_thread_is_one_core(void)
{
    open_choosing(name);
    const double expected = measure_load(burn_on_one);
    const sw_cpu_usage usage = usage_now();
    CHECK_NEAR(usage.core_percent, expected, 5);
    CU_ASSERT_TRUE(usage.core_percent <= 105);
    CHECK_NEAR(usage.cpu_ns, 200e6, 20e6);
    CHECK_NEAR(usage.user_percent + usage.system_percent, usage.core_percent, 8);
    CHECK_EQUAL(usage.intervals, 1);
    session_close();
}

static void test_two_busy_threads_are_two_cores(void)
{
    if (!has_two_cpus())
        return;
    open_choosing(name);
    const double expected = measure_load(burn_on_two);
    const sw_cpu_usage usage = usage_now();
    CHECK_NEAR(usage.core_percent, expected, 15);
    CHECK_NEAR(usage.cpu_ns, 400e6, 40e6);
    session_close();
}

static void test_percent_of_allowed_cpus_is_on_that_scale(void)
{
    open_choosing(name);
    measure_load(burn_on_one);
    const sw_cpu_usage usage = usage_now();
    CU_ASSERT_TRUE(usage.allowed_cpus > 0);
    CHECK_NEAR(usage.allowed_percent * usage.allowed_cpus, usage.core_percent, 1e-6);
    session_close();
}

static void test_idle_interval_is_near_zero(void)
{
    open_choosing(name);
    measure_load(do_nothing_for_a_while);
    const sw_cpu_usage usage = usage_now();
    CHECK_NEAR(usage.core_percent, 0, 10);
    CU_ASSERT_TRUE(usage.wall_ns >= 60e6);
    session_close();
}

// At 30 % duty, against a clock read here at the same edges.
static void test_duty_cycle_of_short_intervals(void)
{
    uint64_t cpu_ns = 0;
    uint64_t wall_ns = 0;
    open_choosing(name);
    for (int i = 0; i < 100; i++) {
        CHECK_EQUAL(sw_start_meas(name), SW_OK);
        const uint64_t wall = monotonic_now();
        const uint64_t cpu = process_cpu_now();
        burn_cpu(MILLISECONDS(0.9));
        sleep_for(MILLISECONDS(2.1));
        cpu_ns += process_cpu_now() - cpu;
        wall_ns += monotonic_now() - wall;
        CHECK_EQUAL(sw_end_meas(name), SW_OK);
    }
    const sw_cpu_usage usage = usage_now();
    CHECK_EQUAL(usage.intervals, 100);
    CHECK_NEAR(usage.core_percent, 100.0 * (double)cpu_ns / (double)wall_ns, 4);
    session_close();
}

// One long busy interval among 40 short idle ones: the mean of the ratios would be a few percent.
static void test_intervals_weigh_by_their_length(void)
{
    open_choosing(name);
    measure_load(burn_on_one);
    measure_idle(40, 0.5);
    const sw_cpu_usage usage = usage_now();
    CHECK_EQUAL(usage.intervals, 41);
    CHECK_NEAR(usage.core_percent, 100 * usage.cpu_ns / usage.wall_ns, 1e-6);
    CHECK_NEAR(usage.cpu_ns, 200e6, 30e6);
    session_close();
}

static void test_short_spans_never_show_more_than_a_core(void)
{
    unsigned too_high = 0;
    unsigned not_yet = 0;
    open_choosing(name);
    for (int i = 0; i < 1000; i++) {
        sw_cpu_usage usage;
        CHECK_EQUAL(sw_start_meas(name), SW_OK);
        spin_for(50 * 1000);
        CHECK_EQUAL(sw_end_meas(name), SW_OK);
        const sw_status status = sw_get_cpu_usage(&usage);
        not_yet += status == SW_NOT_RECORDED;
        too_high += usage.core_percent > 110;
        // Of what is too short for a ratio there is none.
        CU_ASSERT_TRUE(status == SW_OK || usage.core_percent == 0);
    }
    CHECK_EQUAL(too_high, 0);
    CU_ASSERT_TRUE(not_yet >= 1 && not_yet <= 200);
    session_close();
}

static void test_child_has_a_column_of_its_own(void)
{
    open_choosing(name);
    measure_load(burn_in_child);
    const sw_cpu_usage usage = usage_now();
    CHECK_NEAR(usage.children_ns, 150e6, 45e6);
    CHECK_NEAR(usage.cpu_ns, 0, 40e6);
    CHECK_NEAR(usage.children_percent, 100 * usage.children_ns / usage.wall_ns, 1e-6);
    session_close();
}

static void test_machine_is_as_busy_as_its_ticks_say(void)
{
    open_choosing(name);
    const sw__machine_ticks begin = sw__machine_ticks_now();
    measure_load(burn_on_one);
    const sw__machine_ticks end = sw__machine_ticks_now();
    const sw_cpu_usage usage = usage_now();
    CU_ASSERT_TRUE(usage.machine_ticks > 0 && usage.machine_ticks <= end.total - begin.total);
    CHECK_NEAR(usage.machine_busy_percent, 100.0 * (double)(end.busy - begin.busy) / (double)(end.total - begin.total),
               20);
    CU_ASSERT_TRUE(usage.machine_iowait_percent >= 0 && usage.machine_iowait_percent <= 100);
    session_close();
}

static void test_summary_has_the_usage_and_its_scales(void)
{
    open_choosing(name);
    measure_load(burn_on_one);
    char *summary = session_close_printing();
    CHECK_HAS(row_of(summary, "CPU usage", name), " % ");
    CHECK_HAS(summary, "Of one core: 100 % is one core");
    CHECK_HAS(summary, "; CPU usage of 1 intervals: ");
    free(summary);
}

CU_TestInfo cpu_usage_tests[] = {
    {"a busy thread is one core", test_one_busy_thread_is_one_core},
    {"two busy threads are two cores", test_two_busy_threads_are_two_cores},
    {"percent of the allowed CPUs is on that scale", test_percent_of_allowed_cpus_is_on_that_scale},
    {"an idle interval is near zero", test_idle_interval_is_near_zero},
    {"a duty cycle of short intervals is right", test_duty_cycle_of_short_intervals},
    {"intervals weigh by their length", test_intervals_weigh_by_their_length},
    {"short spans never show more than a core", test_short_spans_never_show_more_than_a_core},
    {"a child that was waited for has a column of its own", test_child_has_a_column_of_its_own},
    {"the machine is as busy as its ticks say", test_machine_is_as_busy_as_its_ticks_say},
    {"the summary has the usage and its scales", test_summary_has_the_usage_and_its_scales},
    CU_TEST_INFO_NULL,
};
