// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The recorded iterations and those around them: what is recorded, and that nothing is done outside.

#include "support_profiler.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/state.h"

// The numbers of the recorded iterations among the first `count`, as "3 4 5".
static const char *recorded_of(const sw_profiler_options *options, int count)
{
    static char text[256];
    size_t length = 0;
    text[0] = '\0';
    profile(options);
    for (int i = 0; i < count; i++) {
        const bool recording = sw_profiler_is_recording();
        section("step", i, i + 0.5);
        finish_at(i + 1);
        CHECK_EQUAL(metric_of("step", "_count"), recording ? 1 : NO_METRIC);
        if (recording)
            length += (size_t)snprintf(text + length, sizeof text - length, length ? " %d" : "%d", i);
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
    return text;
}

static void test_recorded_iterations_are_those_of_the_schedule(void)
{
    CHECK_TEXT(recorded_of(NULL, 4), "0 1 2 3");
    CHECK_TEXT(recorded_of(&(sw_profiler_options){.wait = 1, .warmup = 2, .active = 3}, 9), "3 4 5");
    CHECK_TEXT(recorded_of(&(sw_profiler_options){.warmup = 2}, 5), "2 3 4");
    CHECK_TEXT(recorded_of(&(sw_profiler_options){.skip_first = 1, .wait = 1, .active = 1, .repeat = 2}, 9), "2 4");
    CHECK_TEXT(recorded_of(&(sw_profiler_options){.wait = 2, .active = 1, .repeat = 2, .skip_first_wait = true}, 9),
               "0 3");
    CHECK_TEXT(recorded_of(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = SW_REPEAT_FOREVER}, 8), "1 3 5 7");
}

static void test_a_window_far_out_has_nothing_of_before(void)
{
    profile(&(sw_profiler_options){.skip_first = 1000, .active = 1});
    for (int i = 0; i < 1000; i++) {
        section("before", i, i + 0.5);
        finish_at(i + 1);
    }
    section("inside", 1000.5, 1001);
    finish_at(1002);
    CHECK_SECTION("inside", 0.5, 0.5, 1);
    CHECK_METRIC("total_time_sec", 2);
    CHECK_NO_SECTION("before");
    session_close();
}

static void check_no_values(void)
{
    CHECK_EQUAL(sw_get_metric("total_time_sec", &(double){0}), SW_NOT_RECORDED);
    CHECK_NO_SECTION("a");
}

static void test_outside_there_are_no_values_and_no_old_ones(void)
{
    profile(&(sw_profiler_options){.skip_first = 1, .active = 1});
    check_no_values();
    section("a", 0, 1);
    finish_at(1);
    check_no_values();
    section("a", 1, 2);
    finish_at(2);
    CHECK_SECTION("a", 1, 1, 1);
    section("a", 2, 3);
    CHECK_SECTION("a", 1, 1, 1); // still the last one that was finished
    finish_at(3);
    check_no_values();
    session_close();
    check_no_values();
}

// How often the sections of an iteration read the clock, and its end.
typedef struct clock_reads {
    uint64_t sections;
    uint64_t end;
} clock_reads;

static clock_reads reads_of_an_iteration(void)
{
    const uint64_t before = sw__clock_reads();
    section("a", 0, 0);
    {
        SW_SCOPE("b");
        CHECK_EQUAL(sw_section_begin_handle(sw_register("c")), SW_OK);
        CHECK_EQUAL(sw_section_end_handle(sw_register("c")), SW_OK);
    }
    const uint64_t at_end = sw__clock_reads();
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    return (clock_reads){at_end - before, sw__clock_reads() - at_end};
}

static void test_no_clock_is_read_outside(void)
{
    profile(&(sw_profiler_options){.wait = 3, .warmup = 2, .active = 2, .repeat = 2});
    for (int i = 0; i < 20; i++) {
        const bool active = i == 5 || i == 6 || i == 12 || i == 13;
        const bool next_is_active = i == 4 || i == 5 || i == 11 || i == 12;
        const clock_reads reads = reads_of_an_iteration();
        CHECK_EQUAL(reads.sections >= 6, active);
        CHECK_EQUAL(reads.sections > 0, active);
        CHECK_EQUAL(reads.end > 0, active || next_is_active);
    }
    session_close();
}

static void test_a_section_reads_the_clock_twice(void)
{
    profile(NULL);
    section("a", 0, 1);
    const uint64_t before = sw__clock_reads();
    section("a", 1, 2);
    CHECK_EQUAL(sw__clock_reads() - before, 2);
    session_close();
}

static void test_null_reads_no_clock_and_has_no_values(void)
{
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_NULL}), SW_OK);
    const uint64_t before = sw__clock_reads();
    section("a", 0, 1);
    CHECK_EQUAL(sw_section_end("never begun"), SW_OK);
    CHECK_EQUAL(sw__clock_reads() - before, 0);
    finish_at(1);
    check_no_values();
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_the_bits_are_in_the_state_word_only_inside(void)
{
    profile(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = 2});
    for (int i = 0; i < 6; i++) {
        const bool active = i == 1 || i == 3;
        CHECK_EQUAL(sw__state() & SW__PROFILER_STATE, active ? SW__PROFILER_BITS : 0);
        CHECK_EQUAL(sw_profiler_is_recording(), active);
        CU_ASSERT_TRUE(sw_profiler_is_enabled());
        finish_at(i + 1);
    }
    session_close();
    CHECK_EQUAL(sw__state() & SW__ALL_BITS, 0);
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
}

static void test_the_end_of_what_began_before_the_window_is_silent_at_first(void)
{
    profile(&(sw_profiler_options){.skip_first = 1, .active = 2});
    begin_at("before", 0);
    begin_at("before, too", 0);
    finish_at(1);
    end_at("before, too", 2);
    section("a", 2, 3);
    end_at("before", 4);
    finish_at(4);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_NO_SECTION("before");
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(sw_section_end("before"), SW_ERR_SECTION_NOT_OPEN);
    session_close();
}

static void test_an_end_in_the_first_iteration_of_all_is_told(void)
{
    profile(NULL);
    CHECK_EQUAL(sw_section_end("never begun"), SW_ERR_SECTION_NOT_OPEN);
    session_close();
}

static void test_what_is_open_at_the_end_of_the_window_is_cut_off(void)
{
    profile(&(sw_profiler_options){.active = 1});
    begin_at("over the edge", 0);
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    end_at("over the edge", 2); // nothing is looked at any more
    finish_at(3);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_what_reaches_over_the_whole_window_is_left_out(void)
{
    profile(&(sw_profiler_options){.skip_first = 3, .active = 1});
    finish_at(1);
    finish_at(2);
    begin_at("over the window", 2);
    finish_at(3);
    finish_at(4);
    CHECK_NO_SECTION("over the window");
    CHECK_METRIC("total_time_sec", 1);
    CHECK_METRIC("unattributed_sec", 1);
    end_at("over the window", 5);
    finish_at(5);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_scope_that_begins_before_the_window_ends_silently_inside(void)
{
    profile(&(sw_profiler_options){.skip_first = 1});
    {
        SW_SCOPE("before");
        finish_at(1);
        section("a", 1, 2);
    }
    finish_at(3);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_NO_SECTION("before");
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_scope_over_two_windows_ends_nothing_in_the_second(void)
{
    profile(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = 2, .skip_first_wait = true});
    {
        SW_SCOPE("of the first");
        at(1);
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
        finish_at(2);
        begin_at("of the second", 2);
    }
    end_at("of the second", 4);
    finish_at(4);
    CHECK_SECTION("of the second", 2, 2, 1);
    session_close();
}

// What a call does that saw the window open when it was on its way, and comes when it is closed.
static void *call_too_late(void *argument)
{
    const sw_name handle = sw_register("too late");
    CHECK_EQUAL(sw__section_begin("too late", __FILE__, __LINE__), SW_OK);
    CHECK_EQUAL(sw__section_begin_handle(handle, __FILE__, __LINE__), SW_OK);
    CHECK_EQUAL(sw__section_end_handle(handle, __FILE__, __LINE__), SW_OK);
    CHECK_EQUAL(sw__section_end(NULL, __FILE__, __LINE__), SW_OK);
    const sw_scope scope = sw__scope_begin("too late", __FILE__, __LINE__);
    sw__scope_end(&scope);
    return argument;
}

static void test_a_call_that_comes_too_late_for_the_window_does_nothing(void)
{
    profile(&(sw_profiler_options){.skip_first = 1, .active = 1});
    run_on_thread(call_too_late, NULL); // a thread that was in no window
    finish_at(1);
    section("a", 1, 2);
    finish_at(2);
    call_too_late(NULL); // one that was in it
    CHECK_EQUAL(messages_count(), 0);
    session_close();
    call_too_late(NULL);
}

CU_TestInfo window_tests[] = {
    {"recorded iterations are those of the schedule", test_recorded_iterations_are_those_of_the_schedule},
    {"a window far out has nothing of before", test_a_window_far_out_has_nothing_of_before},
    {"outside there are no values, and no old ones", test_outside_there_are_no_values_and_no_old_ones},
    {"no clock is read outside", test_no_clock_is_read_outside},
    {"a section reads the clock twice", test_a_section_reads_the_clock_twice},
    {"null reads no clock and has no values", test_null_reads_no_clock_and_has_no_values},
    {"the bits are in the state word only inside", test_the_bits_are_in_the_state_word_only_inside},
    {"the end of what began before the window is silent at first",
     test_the_end_of_what_began_before_the_window_is_silent_at_first},
    {"an end in the first iteration of all is told", test_an_end_in_the_first_iteration_of_all_is_told},
    {"what is open at the end of the window is cut off", test_what_is_open_at_the_end_of_the_window_is_cut_off},
    {"what reaches over the whole window is left out", test_what_reaches_over_the_whole_window_is_left_out},
    {"a scope that begins before the window ends silently inside",
     test_a_scope_that_begins_before_the_window_ends_silently_inside},
    {"a scope over two windows ends nothing in the second", test_a_scope_over_two_windows_ends_nothing_in_the_second},
    {"a call that comes too late for the window does nothing",
     test_a_call_that_comes_too_late_for_the_window_does_nothing},
    CU_TEST_INFO_NULL,
};
