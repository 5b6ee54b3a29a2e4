// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Iterations: what is counted, and what the averages are over.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

// Iterations one behind the other, each with one measurement as long as itself.
static void run_iterations(const double *seconds, int count)
{
    double now = 0;
    for (int i = 0; i < count; i++) {
        measure("step", now, now + seconds[i]);
        now += seconds[i];
        finish_at(now);
    }
}

static void check_no_odd_numbers(const char *summary)
{
    CHECK_EQUAL(times_in(summary, "nan") + times_in(summary, "inf") + times_in(summary, "-1"), 0);
}

static void test_same_iterations_above_and_below_the_line(void)
{
    session_open(3);
    run_iterations((double[]){100, 100, 100, 1, 1, 1, 1, 1, 1, 1}, 10);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 7);
    CHECK_EQUAL(stats_of_meas("step").count, 7);
    CHECK_EQUAL(stats_of_meas("step").per_iteration_ns, SECONDS(1));
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  iterations  7 counted, 3 of warm-up left out\n");
    CHECK_HAS(summary, "\n  wall time   7.00 s, 1.00 s an iteration, 1 iterations/s\n");
    CHECK_TEXT(row_of(summary, "Time of an iteration", "iteration"), "iteration 1.00 s 100 % 1.00 s 7.00 s 7 1");
    free(summary);
}

static void test_run_that_is_shorter_than_the_warmup(void)
{
    session_open(10);
    run_iterations((double[]){1, 1, 1, 1}, 4);
    sw_meas_stats stats;
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    CHECK_EQUAL(sw_get_meas_stats("step", &stats), SW_NOT_RECORDED);
    CHECK_EQUAL(stats.per_iteration_ns, 0);
    CHECK_EQUAL(stats.share, 0);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  iterations  the warm-up is not finished: 4 of 10 iterations\n");
    CHECK_TEXT(row_of(summary, "Time of an iteration", "step"), "step -- -- -- -- 0 --");
    check_no_odd_numbers(summary);
    free(summary);
}

static void test_cold_first_iteration_is_left_out(void)
{
    session_open(1);
    run_iterations((double[]){1000, 1, 1, 1}, 4);
    CHECK_EQUAL(stats_of_meas("step").per_iteration_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("step").max_ns, SECONDS(1));
    session_close();
}

static void test_items_per_second(void)
{
    session_open(0);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    for (int i = 1; i <= 5; i++) {
        at(2 * i);
        CHECK_EQUAL(sw_finish_iter_items(4), SW_OK);
    }
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  wall time   10.0 s, 2.00 s an iteration, 0.5 iterations/s, 2 items/s\n");
    free(summary);
}

static void test_items_of_the_warmup_are_left_out(void)
{
    session_open(1);
    sw_begin_iter();
    at(1);
    sw_finish_iter_items(1000000);
    at(3);
    sw_finish_iter_items(10);
    char *summary = session_close_printing();
    CHECK_HAS(summary, " 5 items/s\n");
    free(summary);
}

static void test_summary_of_nothing(void)
{
    session_open(0);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  iterations  none was finished\n");
    check_no_odd_numbers(summary);
    CU_ASSERT_PTR_NULL(strstr(summary, "Time of an iteration"));
    free(summary);
}

static void test_iteration_that_was_broken_out_of(void)
{
    session_open(0);
    run_iterations((double[]){1, 1, 1}, 3);
    measure("step", 3, 10);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 3);
    CHECK_EQUAL(stats_of_meas("step").per_iteration_ns, SECONDS(1));
    CHECK_EQUAL(stats_of_meas("step").share, 1);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  iterations  3 counted, 0 of warm-up left out, 1 not finished\n");
    CHECK_HAS(summary, "\n  wall time   3.00 s, ");
    free(summary);
}

static void test_iteration_that_was_begun_and_not_finished(void)
{
    session_open(0);
    run_iterations((double[]){1, 1}, 2);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  iterations  2 counted, 0 of warm-up left out, 1 not finished\n");
    free(summary);
}

static void *five_seconds_of_work(void *unused)
{
    measure("step", 0, 5);
    return unused;
}

static void test_share_is_of_the_threads_that_took_part(void)
{
    session_open(0);
    sw_begin_iter();
    measure("step", 0, 5);
    run_on_thread(five_seconds_of_work, NULL);
    measure("alone", 5, 10);
    finish_at(10);
    CHECK_NEAR(stats_of_meas("step").share, 0.5, 1e-9);
    CHECK_NEAR(stats_of_meas("alone").share, 0.5, 1e-9);
    CHECK_EQUAL(stats_of_meas("step").threads, 2);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Time of an iteration", "step"), "step 10.0 s 50.0 % 5.00 s 10.0 s 2 2");
    free(summary);
}

static void test_number_measured_is_zero_until_the_warmup_is_over(void)
{
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    session_open(2);
    finish_at(1);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    finish_at(2);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    finish_at(3);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
}

CU_TestInfo iteration_tests[] = {
    {"averages are over the same iterations that were counted", test_same_iterations_above_and_below_the_line},
    {"a run that is shorter than the warm-up measures nothing, and says so", test_run_that_is_shorter_than_the_warmup},
    {"a cold first iteration is left out", test_cold_first_iteration_is_left_out},
    {"items per second are over the counted iterations", test_items_per_second},
    {"items of the warm-up are left out", test_items_of_the_warmup_are_left_out},
    {"a summary of nothing says so", test_summary_of_nothing},
    {"an iteration that was broken out of is not in the mean, and is told", test_iteration_that_was_broken_out_of},
    {"an iteration that was begun and not finished is told", test_iteration_that_was_begun_and_not_finished},
    {"the share is of the wall time and the threads that took part", test_share_is_of_the_threads_that_took_part},
    {"the number measured is 0 until the warm-up is over", test_number_measured_is_zero_until_the_warmup_is_over},
    CU_TEST_INFO_NULL,
};
