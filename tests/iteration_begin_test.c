// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where an iteration begins, and so how long it is.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

static void check_wall(const char *expected)
{
    char *summary = session_close_printing();
    char line[128];
    snprintf(line, sizeof line, "\n  wall time   %s, ", expected);
    CHECK_HAS(summary, line);
    free(summary);
}

static void test_first_iteration_begins_at_its_begin_call(void)
{
    session_open(0);
    measure("before", 1, 2);
    at(5);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    finish_at(7);
    check_wall("2.00 s");
}

static void test_first_iteration_begins_at_the_first_measurement(void)
{
    session_open(0);
    measure("step", 3, 4);
    finish_at(7);
    check_wall("4.00 s");
}

static void test_first_iteration_begins_at_the_first_range(void)
{
    session_open(0);
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    at(2);
    sw_range_push("range");
    at(4);
    sw_range_pop("range");
    finish_at(7);
    check_wall("5.00 s");
}

static void test_first_iteration_begins_at_the_first_scope(void)
{
    session_open(0);
    {
        at(1);
        SW_SCOPE("scope");
        at(2);
    }
    finish_at(7);
    check_wall("6.00 s");
}

static void test_one_time_measurement_begins_no_iteration(void)
{
    session_open(0);
    sw_start_one_time_measurement("setup");
    at(5);
    sw_end_one_time_measurement("setup");
    measure("step", 6, 7);
    finish_at(7);
    check_wall("1.00 s");
}

// An iteration whose begin nobody saw is counted; its length is unknown, and no average of lengths has it.
static void test_first_iteration_without_any_call_has_no_length(void)
{
    session_open(0);
    finish_at(100);
    finish_at(102);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 2);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  wall time   2.00 s, 2.00 s an iteration, 0.5 iterations/s\n");
    CHECK_TEXT(row_of(summary, "Spread of the intervals", "iteration"),
               "iteration 2.00 s 2.00 s 2.00 s 2.00 s 2.00 s 1 --");
    free(summary);
}

// The same on a clock that runs: the first call must not seem to come after the end.
static void test_first_iteration_without_any_call_on_a_real_clock(void)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    sw_finish_iter();
    sw_finish_iter();
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, " h"));
    free(summary);
}

// Another thread may have begun it in the moment in which this one was about to finish it.
static void test_iteration_that_seems_to_end_before_its_begin(void)
{
    session_open(0);
    at(10);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    finish_at(9);
    finish_at(12);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 2);
    check_wall("3.00 s");
}

static void test_second_begin_is_refused_and_the_first_stands(void)
{
    session_open(0);
    at(1);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    at(4);
    CHECK_EQUAL(sw_begin_iter(), SW_ERR_ITER_BEGUN);
    finish_at(6);
    at(7);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    finish_at(8);
    check_wall("6.00 s");
}

static void test_time_before_a_begin_call_belongs_to_no_iteration(void)
{
    session_open(0);
    sw_begin_iter();
    finish_at(1);
    at(50);
    sw_begin_iter();
    finish_at(51);
    finish_at(53);
    check_wall("4.00 s");
}

static void test_items_of_an_iteration_without_a_length_are_left_out(void)
{
    session_open(0);
    at(10);
    sw_finish_iter_items(1000000); // nobody saw its begin
    at(12);
    sw_finish_iter_items(10);
    char *summary = session_close_printing();
    CHECK_HAS(summary, " 5 items/s\n");
    free(summary);
}

static void *finish_at_two(void *unused)
{
    finish_at(2);
    return unused;
}

static void test_any_thread_finishes_the_iteration_of_all(void)
{
    session_open(0);
    measure("step", 0, 1);
    run_on_thread(finish_at_two, NULL);
    measure("step", 2, 5);
    finish_at(6);
    CHECK_EQUAL(stats_of_meas("step").per_iteration_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("step").max_iteration, 1);
    check_wall("6.00 s");
}

CU_TestInfo iteration_begin_tests[] = {
    {"items of an iteration without a length are left out", test_items_of_an_iteration_without_a_length_are_left_out},
    {"the first iteration begins at its begin call", test_first_iteration_begins_at_its_begin_call},
    {"the first iteration begins at the first measurement", test_first_iteration_begins_at_the_first_measurement},
    {"the first iteration begins at the first range", test_first_iteration_begins_at_the_first_range},
    {"the first iteration begins at the first scope", test_first_iteration_begins_at_the_first_scope},
    {"a one-time measurement begins no iteration", test_one_time_measurement_begins_no_iteration},
    {"a first iteration without any call is counted without a length",
     test_first_iteration_without_any_call_has_no_length},
    {"a first iteration without any call has no odd length on a real clock",
     test_first_iteration_without_any_call_on_a_real_clock},
    {"an iteration that seems to end before its begin has no length",
     test_iteration_that_seems_to_end_before_its_begin},
    {"a second begin is refused and the first one stands", test_second_begin_is_refused_and_the_first_stands},
    {"time before a begin call belongs to no iteration", test_time_before_a_begin_call_belongs_to_no_iteration},
    {"any thread finishes the iteration of all", test_any_thread_finishes_the_iteration_of_all},
    CU_TEST_INFO_NULL,
};
