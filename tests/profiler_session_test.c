// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler beside the stopwatch, and from session to session.

#include "support_profiler.h"

#include "base/clock.h"

static void test_the_warmup_of_the_stopwatch_is_none_of_the_profiler(void)
{
    session_open(2);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.active = 2}), SW_OK);
    for (int i = 0; i < 4; i++) {
        section("a", i, i + 0.5);
        measure("m", i, i + 0.25);
        finish_at(i + 1);
        CHECK_NEAR(metric("a_count"), i < 2 ? 1 : NO_METRIC, 0);
        CHECK_NEAR(metric("a_time_sec"), i < 2 ? 0.5 : NO_METRIC, 1e-9);
    }
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 2);
    CHECK_EQUAL(stats_of_meas("m").count, 2);
    session_close();
}

static void test_the_window_of_the_profiler_is_none_of_the_stopwatch(void)
{
    session_open(1);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.skip_first = 2, .active = 1}), SW_OK);
    for (int i = 0; i < 5; i++) {
        SW_SCOPE("scope");
        at(i + 0.5);
        sw_end_meas("scope");
        if (sw_profiler_is_recording())
            CHECK_EQUAL(sw_section_end("scope"), SW_OK);
        finish_at(i + 1);
    }
    CHECK_EQUAL(stats_of_meas("scope").count, 4);
    CHECK_EQUAL(stats_of_meas("scope").total_ns, SECONDS(2));
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_the_stopwatch_may_come_later(void)
{
    profile(&(sw_profiler_options){.skip_first = 1, .active = 2});
    finish_at(1);
    section("a", 1, 2);
    finish_at(2);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.num_warmup_iters = 5}), SW_OK);
    CU_ASSERT_TRUE(sw_profiler_is_recording());
    section("a", 2, 4);
    finish_at(4);
    CHECK_SECTION("a", 2, 2, 1);
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    session_close();
}

// Ticks of two clocks cannot be added up.
static void test_a_stopwatch_that_comes_later_has_the_profilers_clock(void)
{
    profile_real(NULL);
    const bool cycles = sw__clock_counts_cycles;
    const sw_clock other = cycles ? SW_CLOCK_MONOTONIC : SW_CLOCK_TSC;
    CHECK_EQUAL(sw_section_begin("over the change"), SW_OK);
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.clock = other}), SW_OK);
    CHECK_EQUAL(sw_section_end("over the change"), SW_OK);
    CHECK_EQUAL(sw__clock_counts_cycles, cycles);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), sw__clock_name());
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_METRIC("over the change_count", 1);
    CU_ASSERT_TRUE(metric("over the change_time_sec") > 0 && metric("over the change_time_sec") < 60);
    session_close();
}

static void test_the_profiler_may_come_later(void)
{
    session_open(0);
    measure("m", 0, 1);
    section("before", 1, 2);
    finish_at(3);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.skip_first = 1, .active = 1}), SW_OK);
    section("before", 3, 4);
    finish_at(4);
    CHECK_METRIC("total_time_sec", NO_METRIC);
    section("a", 5, 7);
    finish_at(8);
    CHECK_METRIC("total_time_sec", 4);
    CHECK_SECTION("a", 2, 2, 1);
    CHECK_NO_SECTION("before");
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 3);
    session_close();
}

static void test_a_second_session_starts_anew(void)
{
    for (int i = 0; i < 2; i++) {
        profile(&(sw_profiler_options){.warmup = 1, .active = 2});
        CHECK_METRIC("total_time_sec", NO_METRIC);
        CU_ASSERT_FALSE(sw_profiler_is_recording());
        finish_at(1);
        CHECK_EQUAL(sw_section_end("left open by the session before"), SW_OK); // may have begun before the window
        section("a", 1, 3);
        finish_at(4);
        CHECK_SECTION("a", 2, 2, 1);
        CHECK_METRIC("unattributed_sec", 1);
        CHECK_EQUAL(sw_section_end("left open by the session before"), SW_ERR_SECTION_NOT_OPEN);
        begin_at("left open by the session before", 5);
        session_close();
    }
}

static void test_the_end_of_what_an_earlier_session_began_is_told(void)
{
    profile(NULL);
    begin_at("of the first", 0);
    session_close();
    profile(NULL);
    CHECK_EQUAL(sw_section_end("of the first"), SW_ERR_SECTION_NOT_OPEN);
    section("a", 0, 1);
    finish_at(1);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_NO_SECTION("of the first");
    session_close();
}

CU_TestInfo profiler_session_tests[] = {
    {"the warm-up of the stopwatch is none of the profiler", test_the_warmup_of_the_stopwatch_is_none_of_the_profiler},
    {"the window of the profiler is none of the stopwatch", test_the_window_of_the_profiler_is_none_of_the_stopwatch},
    {"the stopwatch may come later", test_the_stopwatch_may_come_later},
    {"a stopwatch that comes later has the profiler's clock",
     test_a_stopwatch_that_comes_later_has_the_profilers_clock},
    {"the profiler may come later", test_the_profiler_may_come_later},
    {"a second session starts anew", test_a_second_session_starts_anew},
    {"the end of what an earlier session began is told", test_the_end_of_what_an_earlier_session_began_is_told},
    CU_TEST_INFO_NULL,
};
