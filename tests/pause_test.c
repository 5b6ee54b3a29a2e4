// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// sw_pause() and sw_resume().

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

static void pause_at(double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_pause(), SW_OK);
}

static void resume_at(double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_resume(), SW_OK);
}

static void test_what_starts_while_paused_is_ignored_with_its_end(void)
{
    session_open(0);
    measure("a", 0, 1);
    pause_at(1);
    measure("a", 1, 9);
    measure("of the pause", 1, 9);
    resume_at(10);
    measure("a", 10, 11);
    CHECK_EQUAL(stats_of_meas("a").count, 2);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("of the pause").count, 0);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_end_after_the_resume_is_ignored_too(void)
{
    session_open(0);
    pause_at(0);
    sw_start_meas("a");
    resume_at(2);
    at(3);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").count, 0);
    CHECK_EQUAL(sw_end_meas("a"), SW_ERR_NOT_RUNNING);
    measure("a", 4, 5);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(1));
    session_close();
}

static void test_start_before_the_pause_can_end_inside(void)
{
    session_open(0);
    sw_start_meas("a");
    pause_at(1);
    at(3);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    resume_at(4);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(3));
    session_close();
}

static void test_start_before_the_pause_can_end_after_it(void)
{
    session_open(0);
    sw_start_meas("a");
    pause_at(1);
    resume_at(4);
    at(5);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(5));
    session_close();
}

// One that was ignored is open all the same: a second start is a mistake, in the pause as outside.
static void test_misuse_is_told_while_paused(void)
{
    session_open(0);
    pause_at(0);
    CHECK_EQUAL(sw_start_meas("a"), SW_OK);
    CHECK_EQUAL(sw_start_meas("a"), SW_ERR_RUNNING);
    CHECK_EQUAL(sw_end_meas("never started in a pause"), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    session_close();
}

static void test_open_since_the_pause_is_no_error_at_the_end_of_an_iteration(void)
{
    session_open(0);
    pause_at(0);
    sw_start_meas("a");
    resume_at(1);
    finish_at(2);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(stats_of_meas("a").running, 0);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    session_close();
}

static void test_finish_counts_nothing_while_paused(void)
{
    session_open(2);
    finish_at(1);
    pause_at(1);
    for (int i = 2; i < 10; i++)
        finish_at(i);
    CHECK_EQUAL(sw_finish_iter_items(5), SW_OK);
    resume_at(10);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    finish_at(11); // the second one of the warm-up
    finish_at(12);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
}

static void test_paused_time_belongs_to_no_iteration(void)
{
    session_open(0);
    sw_begin_iter();
    measure("step", 0, 1);
    pause_at(1);
    resume_at(50);
    pause_at(51);
    resume_at(100);
    finish_at(101);
    finish_at(104);
    CHECK_NEAR(stats_of_meas("step").share, 1.0 / 6, 1e-9);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  wall time   6.00 s, 3.00 s an iteration, ");
    free(summary);
}

static void test_iteration_begun_after_the_pause_has_all_of_its_time(void)
{
    session_open(0);
    sw_begin_iter();
    finish_at(1);
    pause_at(2);
    resume_at(20);
    at(30);
    sw_begin_iter();
    finish_at(35);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  wall time   6.00 s, 3.00 s an iteration, ");
    free(summary);
}

static void test_pause_before_the_first_call(void)
{
    session_open(0);
    pause_at(0);
    measure("a", 1, 2);
    resume_at(10);
    measure("a", 12, 13);
    finish_at(14);
    // The first call that counts, or any in the pause: its time after the resume is all there is.
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(1));
    char *summary = session_close_printing();
    CU_ASSERT_TRUE(strstr(summary, "  wall time   4.00 s, ") || strstr(summary, "  wall time   2.00 s, "));
    free(summary);
}

static void test_what_is_added_while_paused_is_ignored(void)
{
    session_open(0);
    pause_at(0);
    CHECK_EQUAL(sw_add_meas("added", 5), SW_OK);
    CHECK_EQUAL(sw_value("loss", 5), SW_OK);
    CHECK_EQUAL(sw_start_one_time_measurement("once"), SW_OK);
    CHECK_EQUAL(sw_end_one_time_measurement("once"), SW_OK);
    resume_at(1);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(stats_of_meas("added").count, 0);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Values", "loss"), "");
    CHECK_TEXT(row_of(summary, "One-time measurements", "once"), "");
    free(summary);
}

// One that was ignored with its start has an end, too, and that may come later.
static void test_one_time_measurement_of_the_pause_can_end_after_it(void)
{
    session_open(0);
    pause_at(0);
    CHECK_EQUAL(sw_start_one_time_measurement("once"), SW_OK);
    resume_at(1);
    CHECK_EQUAL(sw_end_one_time_measurement("once"), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_second_pause_is_refused(void)
{
    session_open(0);
    sw_begin_iter();
    pause_at(1);
    at(2);
    CHECK_EQUAL(sw_pause(), SW_ERR_ALREADY);
    resume_at(5);
    finish_at(6);
    CHECK_EQUAL(messages_count(), 1);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  wall time   2.00 s, "); // the first pause stands
    free(summary);
}

static void test_resume_without_a_pause_is_refused(void)
{
    session_open(0);
    sw_begin_iter();
    at(1);
    CHECK_EQUAL(sw_resume(), SW_ERR_NOT_PAUSED);
    CHECK_HAS(messages_last(), "sw_resume(");
    measure("a", 1, 2);
    finish_at(4);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  wall time   4.00 s, ");
    free(summary);
}

static void test_ranges_of_the_pause_are_ignored_with_their_pops(void)
{
    session_open(0);
    CHECK_EQUAL(sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true}), SW_OK);
    sw_range_push("before");
    pause_at(1);
    CHECK_EQUAL(sw_range_push("of the pause"), SW_OK);
    CHECK_EQUAL(sw_range_push("over its end"), SW_OK);
    CHECK_EQUAL(sw_mark("of the pause"), SW_OK);
    resume_at(2);
    CHECK_EQUAL(sw_range_pop("over its end"), SW_OK);
    CHECK_EQUAL(sw_range_pop("of the pause"), SW_OK);
    CHECK_EQUAL(sw_range_pop("before"), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    sw_range_stats stats = {0};
    (void)sw_get_range_stats("of the pause", &stats);
    CHECK_EQUAL(stats.pushed + stats.marked, 0);
    session_close();
}

static void test_module_that_is_switched_on_while_paused_waits_too(void)
{
    session_open(0);
    sw_begin_iter();
    pause_at(1);
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    measure("a", 2, 3);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    resume_at(5);
    measure("a", 5, 7);
    finish_at(8);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(2));
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "  wall time   4.00 s, ");
    free(summary);
}

static void test_session_that_was_closed_paused_does_not_pause_the_next(void)
{
    session_open(0);
    pause_at(1);
    session_close();
    session_open(0);
    measure("a", 0, 1);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    CHECK_EQUAL(sw_resume(), SW_ERR_NOT_PAUSED);
    session_close();
}

CU_TestInfo pause_tests[] = {
    {"what starts while paused is ignored with its end", test_what_starts_while_paused_is_ignored_with_its_end},
    {"its end is ignored after the resume, too", test_end_after_the_resume_is_ignored_too},
    {"what was started before can end in the pause", test_start_before_the_pause_can_end_inside},
    {"what was started before can end after the pause", test_start_before_the_pause_can_end_after_it},
    {"misuse is told while paused", test_misuse_is_told_while_paused},
    {"what is open since the pause is no error at the end of an iteration",
     test_open_since_the_pause_is_no_error_at_the_end_of_an_iteration},
    {"sw_finish_iter() counts nothing while paused", test_finish_counts_nothing_while_paused},
    {"paused time belongs to no iteration", test_paused_time_belongs_to_no_iteration},
    {"an iteration begun after the pause has all of its time",
     test_iteration_begun_after_the_pause_has_all_of_its_time},
    {"a pause may come before the first call", test_pause_before_the_first_call},
    {"what is added while paused is ignored", test_what_is_added_while_paused_is_ignored},
    {"a one-time measurement of the pause can end after it", test_one_time_measurement_of_the_pause_can_end_after_it},
    {"a second pause is refused, and the first one stands", test_second_pause_is_refused},
    {"a resume without a pause is refused and changes nothing", test_resume_without_a_pause_is_refused},
    {"ranges of the pause are ignored with their pops", test_ranges_of_the_pause_are_ignored_with_their_pops},
    {"a module that is switched on while paused waits for the resume",
     test_module_that_is_switched_on_while_paused_waits_too},
    {"a session that was closed while paused does not pause the next one",
     test_session_that_was_closed_paused_does_not_pause_the_next},
    CU_TEST_INFO_NULL,
};
