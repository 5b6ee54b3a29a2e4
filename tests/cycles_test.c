// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Cycles: each is told to the program when it ends, with its numbers; also one that is cut short.

#include "support_profiler.h"

#include <stdlib.h>
#include <string.h>

#include "profiler/cycles.h"

enum { KEPT = 8 };

static struct {
    sw_cycle all[KEPT];
    unsigned count;
    double last_total;
    const char *user;
} told;

static void keep(const sw_cycle *cycle, void *user)
{
    if (told.count < KEPT)
        told.all[told.count] = *cycle;
    told.count++;
    told.user = user;
    told.last_total = metric("total_time_sec");
}

static void profile_cycles(const sw_profiler_options *options)
{
    memset(&told, 0, sizeof told);
    sw_set_cycle_handler(keep, "the user's");
    profile(options);
}

static void close_cycles(void)
{
    session_close();
    sw_set_cycle_handler(NULL, NULL);
}

static void run_iterations(int count)
{
    for (int i = 0; i < count; i++) {
        section("a", i, i + 0.5);
        finish_at(i + 1);
    }
}

static void check_cycle(unsigned number, uint64_t first, uint32_t iterations, uint64_t step, bool partial)
{
    const sw_cycle *cycle = &told.all[number];
    CHECK_EQUAL(cycle->number, number);
    CHECK_EQUAL(cycle->first_iteration, first);
    CHECK_EQUAL(cycle->iterations, iterations);
    CHECK_EQUAL(cycle->step, step);
    CHECK_EQUAL(cycle->partial, partial);
    CU_ASSERT_PTR_NULL(cycle->trace);
}

static void test_each_cycle_is_told_at_its_end(void)
{
    profile_cycles(&(sw_profiler_options){.skip_first = 1, .wait = 1, .warmup = 1, .active = 2, .repeat = 2});
    run_iterations(4);
    CHECK_EQUAL(told.count, 0);
    section("a", 4, 4.75);
    finish_at(5);
    CHECK_EQUAL(told.count, 1);
    check_cycle(0, 3, 2, 5, false);
    CHECK_TEXT(told.user, "the user's");
    CHECK_NEAR(told.last_total, 1, 1e-9); // the values of its last iteration are there
    run_iterations(10);
    CHECK_EQUAL(told.count, 2);
    check_cycle(1, 7, 2, 9, false);
    CHECK_EQUAL(messages_count(), 0);
    close_cycles();
    CHECK_EQUAL(told.count, 2);
}

static void test_cycles_may_follow_each_other_at_once(void)
{
    profile_cycles(&(sw_profiler_options){.active = 1, .repeat = 3});
    run_iterations(5);
    CHECK_EQUAL(told.count, 3);
    for (unsigned i = 0; i < 3; i++)
        check_cycle(i, i, 1, i + 1, false);
    close_cycles();
}

static void test_a_cycle_without_end_is_told_at_the_end_of_the_session(void)
{
    profile_cycles(NULL);
    run_iterations(5);
    CHECK_EQUAL(told.count, 0);
    close_cycles();
    CHECK_EQUAL(told.count, 1);
    check_cycle(0, 0, 5, 5, false);
}

static void test_a_cycle_that_is_cut_short_is_partial_and_warned_of(void)
{
    profile_cycles(&(sw_profiler_options){.skip_first = 1, .wait = 5, .warmup = 1, .active = 3, .repeat = 2});
    run_iterations(8);
    close_cycles();
    CHECK_EQUAL(told.count, 1);
    check_cycle(0, 7, 1, 8, true);
    CHECK_EQUAL(sw__cycles_now().partial, 1);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), "recorded iterations: 1 of 3");
}

static void test_a_later_cycle_that_is_cut_short_is_partial_too(void)
{
    profile_cycles(&(sw_profiler_options){.wait = 1, .active = 3, .repeat = SW_REPEAT_FOREVER});
    run_iterations(7);
    close_cycles();
    CHECK_EQUAL(told.count, 2);
    check_cycle(0, 1, 3, 4, false);
    check_cycle(1, 5, 2, 7, true);
}

static void test_a_cycle_that_just_began_at_the_end_is_none(void)
{
    profile_cycles(&(sw_profiler_options){.active = 2, .repeat = SW_REPEAT_FOREVER});
    run_iterations(4);
    close_cycles();
    CHECK_EQUAL(told.count, 2);
    check_cycle(1, 2, 2, 4, false);
    CHECK_EQUAL(sw__cycles_now().partial, 0);
    CHECK_EQUAL(messages_count(), 0);
}

static void check_nothing_recorded(const sw_profiler_options *options, int iterations, const char *message)
{
    profile_cycles(options);
    run_iterations(iterations);
    close_cycles();
    CHECK_EQUAL(told.count, 0);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_NOT_RECORDED);
    CHECK_HAS(messages_last(), "nothing was recorded");
    CHECK_HAS(messages_last(), message);
}

static void test_a_run_that_ends_before_its_first_cycle_is_warned_of(void)
{
    const sw_profiler_options five = {.wait = 1, .warmup = 1, .active = 3, .repeat = 2};
    check_nothing_recorded(&five, 0, "finished iterations: 0, needed: 5");
    check_nothing_recorded(&five, 1, "finished iterations: 1, needed: 5");
    check_nothing_recorded(&(sw_profiler_options){.warmup = 10}, 3, "finished iterations: 3, needed: 11");
}

// The first iteration to be recorded was begun, and is not finished.
static void test_a_run_that_finishes_no_recorded_iteration_is_warned_of(void)
{
    check_nothing_recorded(&(sw_profiler_options){.wait = 1, .warmup = 1, .active = 3}, 2,
                           "finished iterations: 2, needed: 5");
    check_nothing_recorded(NULL, 0, "finished iterations: 0, needed: 1");
}

static void test_null_warns_of_nothing(void)
{
    profile_cycles(&(sw_profiler_options){.mode = SW_PROFILER_NULL, .warmup = 5, .active = 1});
    close_cycles();
    CHECK_EQUAL(told.count, 0);
    CHECK_EQUAL(messages_count(), 0);
}

static void take_time(const sw_cycle *cycle, void *user)
{
    (void)user;
    at((double)cycle->step + 100);
}

static void test_the_handlers_time_is_no_part_of_the_next_iteration(void)
{
    sw_set_cycle_handler(take_time, NULL);
    profile(&(sw_profiler_options){.active = 1, .repeat = 2});
    section("a", 0, 1);
    finish_at(1);
    finish_at(103);
    CHECK_METRIC("total_time_sec", 2);
    sw_set_cycle_handler(NULL, NULL);
    session_close();
}

static void use_the_library(const sw_cycle *cycle, void *user)
{
    (void)cycle;
    FILE *nowhere = user;
    section("of the handler", 1, 2);
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_ERR_ALREADY);
    CHECK_EQUAL(sw_config_print(nowhere), SW_OK);
    CHECK_METRIC("a_count", 1);
    sw_set_cycle_handler(NULL, NULL);
}

static void test_a_handler_may_call_the_library(void)
{
    FILE *nowhere = fopen("/dev/null", "w");
    for (int finalize = 0; finalize < 2; finalize++) {
        sw_set_cycle_handler(use_the_library, nowhere);
        profile(&(sw_profiler_options){.active = finalize ? 2 : 1});
        section("a", 0, 1);
        finish_at(1);
        section("a", 1, 2);
        session_close();
    }
    fclose(nowhere);
}

static void test_a_handler_can_be_taken_away(void)
{
    profile_cycles(&(sw_profiler_options){.active = 1, .repeat = 2});
    run_iterations(1);
    sw_set_cycle_handler(NULL, NULL);
    run_iterations(1);
    CHECK_EQUAL(told.count, 1);
    close_cycles();
}

static void test_cycles_are_counted_anew_in_the_next_session(void)
{
    for (int i = 0; i < 2; i++) {
        profile_cycles(&(sw_profiler_options){.active = 1, .repeat = 2});
        run_iterations(2);
        CHECK_EQUAL(told.count, 2);
        check_cycle(1, 1, 1, 2, false);
        close_cycles();
    }
}

// The later ones go together; their numbers go on.
static void test_more_cycles_than_are_kept_apart(void)
{
    enum { MANY = SW__CYCLES_KEPT + 10 };
    profile_cycles(&(sw_profiler_options){.active = 1, .repeat = SW_REPEAT_FOREVER});
    run_iterations(MANY);
    const sw__cycles now = sw__cycles_now();
    CHECK_EQUAL(told.count, MANY);
    CHECK_EQUAL(now.begun, MANY + 1);
    CHECK_EQUAL(now.kept_count, SW__CYCLES_KEPT);
    CHECK_EQUAL(now.kept[0].iterations, 1);
    CHECK_EQUAL(now.kept[SW__CYCLES_KEPT - 1].iterations, MANY - SW__CYCLES_KEPT + 1);
    CHECK_METRIC("a_count", 1);
    CHECK_METRIC("a_time_sec", 0.5);
    close_cycles();
}

CU_TestInfo cycles_tests[] = {
    {"each cycle is told at its end", test_each_cycle_is_told_at_its_end},
    {"cycles may follow each other at once", test_cycles_may_follow_each_other_at_once},
    {"a cycle without end is told at the end of the session",
     test_a_cycle_without_end_is_told_at_the_end_of_the_session},
    {"a cycle that is cut short is partial, and warned of", test_a_cycle_that_is_cut_short_is_partial_and_warned_of},
    {"a later cycle that is cut short is partial, too", test_a_later_cycle_that_is_cut_short_is_partial_too},
    {"a cycle that just began at the end is none", test_a_cycle_that_just_began_at_the_end_is_none},
    {"a run that ends before its first cycle is warned of", test_a_run_that_ends_before_its_first_cycle_is_warned_of},
    {"a run that finishes no recorded iteration is warned of",
     test_a_run_that_finishes_no_recorded_iteration_is_warned_of},
    {"null warns of nothing", test_null_warns_of_nothing},
    {"the handler's time is no part of the next iteration", test_the_handlers_time_is_no_part_of_the_next_iteration},
    {"a handler may call the library", test_a_handler_may_call_the_library},
    {"a handler can be taken away", test_a_handler_can_be_taken_away},
    {"cycles are counted anew in the next session", test_cycles_are_counted_anew_in_the_next_session},
    {"more cycles than are kept apart", test_more_cycles_than_are_kept_apart},
    CU_TEST_INFO_NULL,
};
