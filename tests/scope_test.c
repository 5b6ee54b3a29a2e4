// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// SW_SCOPE(): what it measures, what it closes, and what it leaves alone.

#include "process.h"
#include "session_support.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_SECONDS = 60 };

// The clock goes on by a second at each call.
static double now;

static void tick(void)
{
    at(++now);
}

static void open_at_zero(void)
{
    now = 0;
    session_open(0);
}

static void check_closed(const char *name, unsigned count, double seconds)
{
    const sw_meas_stats stats = stats_of_meas(name);
    CHECK_EQUAL(stats.count, count);
    CHECK_EQUAL(stats.total_ns, SECONDS(seconds));
    CHECK_EQUAL(stats.running, 0);
    CHECK_EQUAL(messages_count(), 0);
}

static void test_closed_at_the_end_of_its_block(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
    }
    tick();
    check_closed("scope", 1, 1);
    session_close();
}

static int return_early(bool early)
{
    SW_SCOPE("scope");
    tick();
    if (early)
        return 1;
    tick();
    return 2;
}

static void test_closed_on_return(void)
{
    open_at_zero();
    CHECK_EQUAL(return_early(true), 1);
    tick();
    check_closed("scope", 1, 1);
    CHECK_EQUAL(return_early(false), 2);
    check_closed("scope", 2, 3);
    session_close();
}

static void test_closed_on_break_and_continue(void)
{
    open_at_zero();
    for (int i = 0; i < 10; i++) {
        SW_SCOPE("scope");
        tick();
        if (i < 3)
            continue;
        if (i == 3)
            break;
        tick();
    }
    tick();
    check_closed("scope", 4, 4);
    session_close();
}

static void test_closed_on_goto_out(void)
{
    open_at_zero();
    {
        SW_SCOPE("outer scope");
        {
            SW_SCOPE("inner scope");
            tick();
            goto out;
        }
    }
out:
    tick();
    check_closed("inner scope", 1, 1);
    check_closed("outer scope", 1, 1);
    session_close();
}

static void test_two_scopes_in_one_block(void)
{
    open_at_zero();
    {
        SW_SCOPE("first");
        tick();
        SW_SCOPE("second");
        tick();
    }
    check_closed("first", 1, 2);
    check_closed("second", 1, 1);
    session_close();
}

static void recurse(int depth)
{
    SW_SCOPE("recursion");
    tick();
    if (depth > 1)
        recurse(depth - 1);
    tick();
}

static void test_recursion_times_the_outermost(void)
{
    open_at_zero();
    recurse(5);
    tick();
    check_closed("recursion", 1, 10);
    recurse(2);
    check_closed("recursion", 2, 14);
    session_close();
}

static void test_measurement_that_runs_already_is_left_alone(void)
{
    open_at_zero();
    sw_start_meas("by hand");
    tick();
    {
        SW_SCOPE("by hand");
        tick();
    }
    tick();
    CHECK_EQUAL(sw_end_meas("by hand"), SW_OK);
    check_closed("by hand", 1, 3);
    session_close();
}

static void test_measurement_that_was_ended_by_hand_inside_is_not_ended_again(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        CHECK_EQUAL(sw_end_meas("scope"), SW_OK);
        tick();
    }
    check_closed("scope", 1, 1);
    session_close();
}

static void test_measurement_that_was_restarted_by_hand_inside_is_left_alone(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        sw_end_meas("scope");
        tick();
        sw_start_meas("scope");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").running, 1);
    tick();
    CHECK_EQUAL(sw_end_meas("scope"), SW_OK);
    check_closed("scope", 2, 3);
    session_close();
}

static void test_start_by_hand_inside_is_misuse_and_the_scope_stands(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        CHECK_EQUAL(sw_start_meas("scope"), SW_ERR_RUNNING);
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("scope").running, 0);
    session_close();
}

static void test_by_handle(void)
{
    const sw_name handle = sw_register("scope by handle");
    open_at_zero();
    {
        SW_SCOPE_HANDLE(handle);
        SW_SCOPE("scope by handle"); // a recursion
        tick();
    }
    check_closed("scope by handle", 1, 1);
    session_close();
}

static void test_zero_handle_is_inert(void)
{
    open_at_zero();
    {
        SW_SCOPE_HANDLE((sw_name){0});
        SW_SCOPE_HANDLE((sw_name){16383}); // never given out
        tick();
    }
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, "Time of an iteration"));
    free(summary);
}

static void test_null_and_empty_names_are_told_and_open_nothing(void)
{
    open_at_zero();
    for (int i = 0; i < 2; i++) {
        SW_SCOPE(NULL);
        SW_SCOPE("");
        tick();
    }
    CHECK_EQUAL(messages_count(), 2);
    CHECK_EQUAL(messages_last_status(), SW_ERR_NAME);
    CHECK_HAS(messages_last(), "SW_SCOPE(");
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    session_close();
}

static void test_with_ranges_alone(void)
{
    now = 0;
    session_prepare();
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    return_early(true);
    sw_range_stats stats = {0};
    CHECK_EQUAL(sw_get_range_stats("scope", &stats), SW_OK);
    CHECK_EQUAL(stats.pushed, 1);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(stats_of_meas("scope").count, 0);
    session_close();
}

static void test_with_both(void)
{
    open_at_zero();
    CHECK_EQUAL(sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true}), SW_OK);
    recurse(3);
    sw_range_stats stats = {0};
    CHECK_EQUAL(sw_get_range_stats("recursion", &stats), SW_OK);
    CHECK_EQUAL(stats.pushed, 3); // each level is a range
    CHECK_EQUAL(stats.deepest, 3);
    CHECK_EQUAL(stats.leaked, 0);
    check_closed("recursion", 1, 6); // the outermost is the measurement
    session_close();
}

static void test_with_nothing_on(void)
{
    messages_catch();
    now = 0;
    return_early(true);
    {
        SW_SCOPE(NULL);
    }
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_opened_before_the_session(void)
{
    {
        SW_SCOPE("early");
        open_at_zero();
        sw_start_meas("early");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("early").running, 1); // the scope has opened nothing
    CHECK_EQUAL(sw_end_meas("early"), SW_OK);
    check_closed("early", 1, 1);
    session_close();
}

static void test_open_across_finalize(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        session_close();
        open_at_zero();
        tick();
        tick();
        sw_start_meas("scope"); // of the new session
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").running, 1);
    CHECK_EQUAL(sw_end_meas("scope"), SW_OK);
    check_closed("scope", 1, 1);
    session_close();
}

static void test_opened_before_a_pause(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        sw_pause();
        tick();
    }
    sw_resume();
    check_closed("scope", 1, 2);
    session_close();
}

static void test_opened_in_a_pause(void)
{
    open_at_zero();
    sw_pause();
    {
        SW_SCOPE("scope");
        tick();
        sw_resume();
        tick();
    }
    check_closed("scope", 0, 0);
    {
        SW_SCOPE("scope");
        tick();
    }
    check_closed("scope", 1, 1);
    session_close();
}

static void test_over_the_end_of_an_iteration(void)
{
    open_at_zero();
    {
        SW_SCOPE("scope");
        tick();
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
        CHECK_HAS(messages_last(), "\"scope\"");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("scope").running, 0);
    session_close();
}

static void test_cxx_closes_on_every_way_out(void)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/scope_cxx", NULL};
    process_result result = process_run(program, NULL, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "end 1\nreturn 1\nexception 2\nlambda 1\nrunning 0\n");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

CU_TestInfo scope_tests[] = {
    {"a scope is closed at the end of its block", test_closed_at_the_end_of_its_block},
    {"a scope is closed on return", test_closed_on_return},
    {"a scope is closed on break and continue", test_closed_on_break_and_continue},
    {"scopes are closed on goto out of two blocks", test_closed_on_goto_out},
    {"two scopes in one block are both closed", test_two_scopes_in_one_block},
    {"a recursion counts and times its outermost scope", test_recursion_times_the_outermost},
    {"a measurement that runs already is left alone", test_measurement_that_runs_already_is_left_alone},
    {"a measurement that was ended by hand inside is not ended again",
     test_measurement_that_was_ended_by_hand_inside_is_not_ended_again},
    {"a measurement that was restarted by hand inside is left alone",
     test_measurement_that_was_restarted_by_hand_inside_is_left_alone},
    {"a start by hand inside is misuse, and the scope stands",
     test_start_by_hand_inside_is_misuse_and_the_scope_stands},
    {"a scope by handle is one by name", test_by_handle},
    {"handles of no name are inert", test_zero_handle_is_inert},
    {"NULL and empty names are told and open nothing", test_null_and_empty_names_are_told_and_open_nothing},
    {"with ranges alone a scope is a range", test_with_ranges_alone},
    {"with both on a scope is a range and a measurement", test_with_both},
    {"with nothing on a scope is silent", test_with_nothing_on},
    {"a scope opened before the session closes nothing in it", test_opened_before_the_session},
    {"a scope open across sw_finalize() closes nothing in the next session", test_open_across_finalize},
    {"a scope opened before a pause closes in it", test_opened_before_a_pause},
    {"a scope opened in a pause is ignored", test_opened_in_a_pause},
    {"a scope over the end of an iteration is told, and closes", test_over_the_end_of_an_iteration},
    {"in C++ a scope is closed on every way out, exceptions included", test_cxx_closes_on_every_way_out},
    CU_TEST_INFO_NULL,
};
