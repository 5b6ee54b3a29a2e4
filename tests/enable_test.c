// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Switching the stopwatch on from code.

#include "session_support.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void test_all_is_silent_while_off(void)
{
    messages_catch();
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CHECK_EQUAL(sw_start_meas(NULL), SW_OK);
    CHECK_EQUAL(sw_end_meas("never started"), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(sw_register("a")), SW_OK);
    CHECK_EQUAL(sw_end_one_time_measurement("never started"), SW_OK);
    CHECK_EQUAL(sw_add_meas("", 1), SW_OK);
    CHECK_EQUAL(sw_resume(), SW_OK);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_enabled_until_finalize(void)
{
    session_open(0);
    CU_ASSERT_TRUE(sw_stopwatch_is_enabled());
    sw_pause();
    CU_ASSERT_TRUE(sw_stopwatch_is_enabled());
    session_close();
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
}

static void test_second_enable_changes_nothing(void)
{
    session_open(2);
    finish_at(1);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.num_warmup_iters = 50}), SW_ERR_ALREADY);
    finish_at(2);
    finish_at(3);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
}

static void test_what_came_before_is_ignored(void)
{
    messages_catch();
    sw_start_meas("a");
    messages_release();
    session_open(0);
    CHECK_EQUAL(sw_end_meas("a"), SW_ERR_UNKNOWN_NAME);
    session_close();
}

static void test_no_options_are_the_defaults(void)
{
    session_open_with(NULL);
    measure("a", 0, 1);
    stderr_keep();
    finish_at(2);
    char *printed = stderr_kept();
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    CHECK_TEXT(printed, "");
    free(printed);
    session_close();
}

static void test_a_clock_that_is_none_is_refused(void)
{
    session_prepare();
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.clock = (sw_clock)77}), SW_ERR_ARGUMENT);
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    session_close();
}

// A program that was built with an older header passes fewer fields; what it lacks is at its default.
static void test_options_of_an_older_header(void)
{
    const sw_stopwatch_options options = {.num_warmup_iters = 1, .print_every_n_iters = 1};
    session_prepare();
    CHECK_EQUAL(sw__stopwatch_enable(&options, offsetof(sw_stopwatch_options, print_every_n_iters)), SW_OK);
    stderr_keep();
    for (int i = 0; i < 3; i++)
        finish_at(i);
    char *printed = stderr_kept();
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 2);
    CHECK_TEXT(printed, "");
    free(printed);
    session_close();
}

static void test_options_of_a_newer_header(void)
{
    const struct {
        sw_stopwatch_options known;
        uint64_t later[4];
    } options = {{.num_warmup_iters = 1}, {1, 2, 3, 4}};
    session_prepare();
    CHECK_EQUAL(sw__stopwatch_enable(&options.known, sizeof options), SW_OK);
    finish_at(1);
    finish_at(2);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
}

static void test_each_clock_is_named(void)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.clock = SW_CLOCK_MONOTONIC}), SW_OK);
    sw_start_meas("a");
    sw_end_meas("a");
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n  clock       monotonic, wall time without waiting for a GPU, ");
    CHECK_HAS(summary, " a read\n");
    CHECK_HAS(summary, "\n  own cost    ");
    free(summary);
}

// Ranges come first and the stopwatch later: its iterations are counted from there on.
static void test_enabled_in_the_middle_of_a_session(void)
{
    session_prepare();
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    finish_at(5);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.num_warmup_iters = 1}), SW_OK);
    finish_at(6);
    measure("a", 6, 8);
    finish_at(9);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    CHECK_EQUAL(stats_of_meas("a").per_iteration_ns, SECONDS(2));
    CHECK_NEAR(stats_of_meas("a").share, 2.0 / 3, 1e-9);
    session_close();
}

CU_TestInfo enable_tests[] = {
    {"all is silent while off", test_all_is_silent_while_off},
    {"the stopwatch is enabled until the session ends, paused or not", test_enabled_until_finalize},
    {"a second enable is refused and changes nothing", test_second_enable_changes_nothing},
    {"what was started before is ignored", test_what_came_before_is_ignored},
    {"no options are the defaults", test_no_options_are_the_defaults},
    {"a clock that is none is refused", test_a_clock_that_is_none_is_refused},
    {"options of an older header are completed by defaults", test_options_of_an_older_header},
    {"options of a newer header work as far as they are known", test_options_of_a_newer_header},
    {"the summary names the clock, its cost and the own cost", test_each_clock_is_named},
    {"the stopwatch can be switched on in the middle of a session", test_enabled_in_the_middle_of_a_session},
    CU_TEST_INFO_NULL,
};
