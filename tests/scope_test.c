// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// SW_SCOPE(): what it measures, what it closes, and what it leaves alone.

#include "process.h"
#include "session_support.h"

#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_SECONDS = 60 };

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
    session_open(0);
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
    session_open(0);
    CHECK_EQUAL(return_early(true), 1);
    tick();
    check_closed("scope", 1, 1);
    CHECK_EQUAL(return_early(false), 2);
    check_closed("scope", 2, 3);
    session_close();
}

static void test_closed_on_break_and_continue(void)
{
    session_open(0);
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
    session_open(0);
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
    session_open(0);
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
    session_open(0);
    recurse(5);
    tick();
    check_closed("recursion", 1, 10);
    recurse(2);
    check_closed("recursion", 2, 14);
    session_close();
}

static void test_measurement_that_runs_already_is_left_alone(void)
{
    session_open(0);
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
    session_open(0);
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
    session_open(0);
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
    session_open(0);
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
    {"in C++ a scope is closed on every way out, exceptions included", test_cxx_closes_on_every_way_out},
    CU_TEST_INFO_NULL,
};
