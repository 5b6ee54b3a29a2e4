// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// fork() in a session with the profiler on: the child is off and has no values, the parent goes on.

#include "support_profiler.h"

#include "profiler/capture.h"

static unsigned told;

static void tell(const sw_cycle *cycle, void *user)
{
    (void)cycle;
    (void)user;
    told++;
}

static void check_all_off(void)
{
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    CHECK_EQUAL(sw_get_metric("total_time_sec", &(double){0}), SW_NOT_RECORDED);
    CHECK_NO_SECTION("of the parent");
    CHECK_EQUAL(sw_section_end("of the parent, open"), SW_OK);
    CHECK_EQUAL(sw_section_begin(NULL), SW_OK);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_EQUAL(sw_finalize(), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(told, 0);
}

static void test_the_child_is_off_and_the_parent_goes_on(void)
{
    told = 0;
    sw_set_cycle_handler(tell, NULL);
    profile(NULL);
    section("of the parent", 0, 1);
    finish_at(2);
    begin_at("of the parent, open", 2);
    check_in_child(check_all_off);
    CHECK_SECTION("of the parent", 1, 1, 1);
    end_at("of the parent, open", 5);
    finish_at(5);
    CHECK_SECTION("of the parent, open", 3, 3, 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
    CHECK_EQUAL(told, 1);
    sw_set_cycle_handler(NULL, NULL);
}

static void profile_in_child(void)
{
    profile(&(sw_profiler_options){.active = 1});
    section("of the child", 0, 4);
    finish_at(5);
    CHECK_SECTION("of the child", 4, 4, 1);
    CHECK_NO_SECTION("of the parent");
    CHECK_METRIC("total_time_sec", 5);
    session_close();
}

static void test_a_session_of_the_child_has_only_its_own(void)
{
    profile(NULL);
    section("of the parent", 0, 1);
    finish_at(2);
    section("of the parent", 2, 3);
    begin_at("of the parent, open", 3);
    check_in_child(profile_in_child);
    session_close();
}

static void test_a_child_of_a_paused_session_is_not_paused(void)
{
    profile(NULL);
    section("of the parent", 0, 1);
    CHECK_EQUAL(sw_pause(), SW_OK);
    check_in_child(profile_in_child);
    session_close();
}

static void check_no_capture(void)
{
    CHECK_TEXT(sw__capture_state(), NULL);
    profile(NULL);
    CHECK_TEXT(sw__capture_state(), NULL);
    session_close();
}

static void test_a_session_of_the_child_has_its_own_mode(void)
{
    profile(&(sw_profiler_options){.mode = SW_PROFILER_NVIDIA});
    CU_ASSERT_PTR_NOT_NULL(sw__capture_state());
    check_in_child(check_no_capture);
    session_close();
}

static void fork_in_handler(const sw_cycle *cycle, void *user)
{
    (void)cycle;
    (void)user;
    sw_set_cycle_handler(NULL, NULL);
    check_in_child(profile_in_child);
}

static void test_a_cycles_handler_may_fork(void)
{
    profile(&(sw_profiler_options){.active = 1, .repeat = 2});
    sw_set_cycle_handler(fork_in_handler, NULL);
    section("of the parent", 0, 1);
    finish_at(2);
    section("of the parent", 2, 3);
    finish_at(4);
    CHECK_SECTION("of the parent", 1, 1, 1);
    session_close();
}

CU_TestInfo profiler_fork_tests[] = {
    {"the child is off, and the parent goes on", test_the_child_is_off_and_the_parent_goes_on},
    {"a session of the child has only its own", test_a_session_of_the_child_has_only_its_own},
    {"a child of a paused session is not paused", test_a_child_of_a_paused_session_is_not_paused},
    {"a session of the child has its own mode", test_a_session_of_the_child_has_its_own_mode},
    {"a cycle's handler may fork", test_a_cycles_handler_may_fork},
    CU_TEST_INFO_NULL,
};
