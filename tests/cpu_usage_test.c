// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU usage of the chosen measurement: what it says of loads of known size, and which calls may choose it.

#include "cpu_load.h"
#include "host/machine_ticks.h"
#include "support_recording.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char name[] = "work";

static void open_choosing(const char *chosen)
{
    wait_until_idle();
    session_open_real(&(sw_stopwatch_options){.cpu_usage_meas = chosen});
}

static sw_cpu_usage usage_now(void)
{
    sw_cpu_usage usage;
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_OK);
    return usage;
}

// One interval around a load; returns the CPU time that it took, in percent of one core, measured here.
static double measure_load(void (*load)(void))
{
    const uint64_t wall = monotonic_now();
    const uint64_t cpu = process_cpu_now();
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    load();
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    const uint64_t cpu_ns = process_cpu_now() - cpu;
    return 100.0 * (double)cpu_ns / (double)(monotonic_now() - wall);
}

static void burn_on_one(void)
{
    burn_cpu(MILLISECONDS(200));
}

static void burn_on_two(void)
{
    burn_cpu_on_threads(2, MILLISECONDS(200));
}

static void do_nothing_for_a_while(void)
{
    sleep_for(MILLISECONDS(60));
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

// Without checks: threads run it at once.
static void measure_idle(int count, double milliseconds)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas(name);
        sleep_for(MILLISECONDS(milliseconds));
        sw_end_meas(name);
    }
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

static void *measure_on_thread(void *argument)
{
    (void)argument;
    measure_idle(1, 60);
    return NULL;
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
    {"nothing is recorded before an interval", test_nothing_is_recorded_before_an_interval},
    {"the summary has the usage and its scales", test_summary_has_the_usage_and_its_scales},
    {"without a choice the summary has no usage", test_without_a_choice_the_summary_has_no_usage},
    {"the same name may be chosen again", test_same_name_may_be_chosen_again},
    {"another name is refused", test_another_name_is_refused},
    {"a name that was started is refused", test_name_that_was_started_is_refused},
    {"a name is refused that an ended thread started", test_name_that_a_thread_started_that_ended_is_refused},
    {"a name of an earlier session may be chosen", test_name_of_an_earlier_session_may_be_chosen},
    {"bad names are refused, and off is silent", test_bad_names_are_refused_and_off_is_silent},
    {"a run profile chooses", test_run_profile_chooses},
    {"warm-up is not counted", test_warm_up_is_not_counted},
    {"what starts in a pause is not counted", test_what_starts_in_a_pause_is_not_counted},
    {"threads are added up, also after their end", test_threads_are_added_up_after_their_end},
    {"it can be read while threads measure", test_reading_while_threads_measure},
    {"scopes and handles are counted", test_scopes_and_handles_are_counted},
    {"the readings are outside of the interval", test_readings_are_outside_of_the_interval},
    {"the readings are outside, too, when the end is in a pause",
     test_readings_are_outside_also_when_the_end_is_in_a_pause},
    {"its times are those of any measurement", test_times_are_those_of_any_measurement},
    {"a forked child chooses for itself", test_forked_child_chooses_for_itself},
    CU_TEST_INFO_NULL,
};
