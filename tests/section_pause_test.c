// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// sw_pause() and sw_resume(), and the sections around and inside.

#include "support_profiler.h"

#include "base/clock.h"
#include "base/misuse.h"

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

static void test_a_pause_is_no_part_of_the_iteration(void)
{
    profile(NULL);
    section("a", 0, 1);
    pause_at(1);
    section("evaluation", 2, 50);
    section("a", 50, 90);
    resume_at(100);
    section("a", 100, 102);
    finish_at(103);
    CHECK_METRIC("total_time_sec", 4);
    CHECK_SECTION("a", 3, 3, 2);
    CHECK_NO_SECTION("evaluation");
    CHECK_METRIC("unattributed_sec", 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_no_clock_is_read_by_sections_in_a_pause(void)
{
    profile(NULL);
    section("a", 0, 1);
    pause_at(1);
    const uint64_t reads = sw__clock_reads();
    section("a", 2, 3);
    {
        SW_SCOPE("b");
    }
    CHECK_EQUAL(sw__clock_reads() - reads, 0);
    resume_at(3);
    session_close();
}

static void test_a_section_over_a_pause_goes_on(void)
{
    profile(NULL);
    begin_at("a", 0);
    pause_at(1);
    resume_at(4);
    end_at("a", 6);
    finish_at(6);
    CHECK_SECTION("a", 6, 6, 1);
    CHECK_METRIC("total_time_sec", 3);
    CHECK_METRIC("unattributed_sec", 0); // and not less
    session_close();
}

static void test_a_section_can_be_ended_in_a_pause(void)
{
    profile(NULL);
    begin_at("a", 0);
    begin_at("b", 1);
    pause_at(2);
    end_at("b", 3);
    end_at("a", 4);
    resume_at(5);
    finish_at(5);
    CHECK_SECTION("a", 4, 2, 1);
    CHECK_SECTION("b", 2, 2, 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_the_end_of_what_was_begun_in_a_pause_is_ignored_after_it(void)
{
    profile(NULL);
    begin_at("outer", 0);
    pause_at(1);
    begin_at("of the pause", 1);
    resume_at(2);
    section("inner", 2, 3);
    end_at("of the pause", 4);
    end_at("outer", 6);
    finish_at(6);
    CHECK_SECTION("outer", 6, 5, 1);
    CHECK_SECTION("inner", 1, 1, 1);
    CHECK_NO_SECTION("of the pause");
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_misuse_is_told_in_a_pause(void)
{
    profile(NULL);
    pause_at(0);
    CHECK_EQUAL(sw_section_end("never begun"), SW_ERR_SECTION_NOT_OPEN);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_what_is_open_since_a_pause_is_not_unfinished(void)
{
    profile(NULL);
    pause_at(0);
    begin_at("of the pause", 0);
    resume_at(1);
    finish_at(2);
    CHECK_EQUAL(messages_count(), 0);
    section("a", 2, 5);
    end_at("of the pause", 6);
    finish_at(6);
    CHECK_SECTION("a", 3, 3, 1);
    CHECK_NO_SECTION("of the pause");
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_is_open_since_a_pause_is_not_told_of_with_others(void)
{
    profile(NULL);
    begin_at("cut off", 0);
    pause_at(1);
    begin_at("of the pause", 1);
    resume_at(2);
    begin_at("cut off, too", 2);
    pause_at(3);
    begin_at("of the pause, too", 3);
    resume_at(4);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    CHECK_HAS(messages_last(), "sw_finish_iter(\"cut off, too\")");
    CHECK_EQUAL(times_in(messages_last(), "of the pause"), 0);
    section("a", 4, 6);
    end_at("of the pause, too", 6);
    end_at("of the pause", 6);
    CHECK_EQUAL(sw_section_end("cut off, too"), SW_ERR_SECTION_UNFINISHED);
    CHECK_EQUAL(sw_section_end("cut off"), SW_ERR_SECTION_UNFINISHED);
    CHECK_EQUAL(sw_section_end("a"), SW_ERR_SECTION_NOT_OPEN);
    finish_at(7);
    CHECK_SECTION("a", 2, 2, 1);
    CHECK_METRIC("unattributed_sec", 1);
    session_close();
}

// One that is left open in each iteration does not fill the stack.
static void test_what_is_left_open_since_pauses_takes_no_room(void)
{
    profile(NULL);
    for (int i = 0; i < 1010; i++) {
        pause_at(i);
        begin_at("of the pause", i);
        resume_at(i);
        section("a", i, i + 1);
        finish_at(i + 1);
        CHECK_SECTION("a", 1, 1, 1);
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_paused_iteration_is_not_finished(void)
{
    profile(&(sw_profiler_options){.active = 2});
    section("a", 0, 1);
    pause_at(1);
    for (int i = 2; i < 9; i++)
        finish_at(i);
    CHECK_METRIC("total_time_sec", NO_METRIC);
    CU_ASSERT_TRUE(sw_profiler_is_recording());
    resume_at(9);
    finish_at(10);
    CHECK_METRIC("total_time_sec", 2);
    CU_ASSERT_TRUE(sw_profiler_is_recording());
    finish_at(11);
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    session_close();
}

static void test_a_profiler_that_is_switched_on_in_a_pause_waits_for_its_end(void)
{
    session_open(0);
    pause_at(0);
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    section("a", 0, 1);
    resume_at(2);
    section("a", 2, 5);
    finish_at(5);
    CHECK_SECTION("a", 3, 3, 1);
    session_close();
}

// A handler that is called between two iterations pauses: the second begins only with the resume.
static void pause_between(const sw_cycle *cycle, void *user)
{
    (void)cycle;
    (void)user;
    CHECK_EQUAL(sw_pause(), SW_OK);
}

static void test_a_pause_from_a_cycles_handler_holds_for_the_next_cycle(void)
{
    sw_set_cycle_handler(pause_between, NULL);
    profile(&(sw_profiler_options){.active = 1, .repeat = 2});
    section("a", 0, 1);
    finish_at(1);
    sw_set_cycle_handler(NULL, NULL);
    section("a", 1, 3);
    resume_at(4);
    section("a", 4, 5);
    finish_at(6);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_METRIC("total_time_sec", 2);
    session_close();
}

CU_TestInfo section_pause_tests[] = {
    {"a pause is no part of the iteration", test_a_pause_is_no_part_of_the_iteration},
    {"no clock is read by sections in a pause", test_no_clock_is_read_by_sections_in_a_pause},
    {"a section over a pause goes on", test_a_section_over_a_pause_goes_on},
    {"a section can be ended in a pause", test_a_section_can_be_ended_in_a_pause},
    {"the end of what was begun in a pause is ignored after it",
     test_the_end_of_what_was_begun_in_a_pause_is_ignored_after_it},
    {"misuse is told in a pause", test_misuse_is_told_in_a_pause},
    {"what is open since a pause is not unfinished", test_what_is_open_since_a_pause_is_not_unfinished},
    {"what is open since a pause is not told of with others",
     test_what_is_open_since_a_pause_is_not_told_of_with_others},
    {"what is left open since pauses takes no room", test_what_is_left_open_since_pauses_takes_no_room},
    {"a paused iteration is not finished", test_a_paused_iteration_is_not_finished},
    {"a profiler that is switched on in a pause waits for its end",
     test_a_profiler_that_is_switched_on_in_a_pause_waits_for_its_end},
    {"a pause from a cycle's handler holds for the next cycle",
     test_a_pause_from_a_cycles_handler_holds_for_the_next_cycle},
    CU_TEST_INFO_NULL,
};
