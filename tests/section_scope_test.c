// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// SW_SCOPE() as a section.

#include "support_profiler.h"

#include "base/misuse.h"
#include "profiler/sections.h"

static void test_a_scope_is_a_section(void)
{
    profile(NULL);
    {
        SW_SCOPE("scope");
        section("inside", 1, 3);
        at(4);
    }
    finish_at(5);
    CHECK_SECTION("scope", 4, 2, 1);
    CHECK_SECTION("inside", 2, 2, 1);
    session_close();
}

static void test_a_scope_by_handle_is_a_section(void)
{
    const sw_name handle = sw_register("scope by handle");
    profile(NULL);
    for (int i = 0; i < 3; i++) {
        SW_SCOPE_HANDLE(handle);
        tick();
    }
    finish_at(4);
    CHECK_SECTION("scope by handle", 3, 3, 3);
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

static void test_each_scope_of_a_recursion_is_counted(void)
{
    profile(NULL);
    recurse(5);
    finish_at(10);
    CHECK_SECTION("recursion", 10, 10, 5);
    session_close();
}

static void test_a_scope_closes_what_was_left_open_inside(void)
{
    profile(NULL);
    {
        SW_SCOPE("scope");
        begin_at("left open", 1);
        begin_at("left open, too", 2);
        at(4);
    }
    section("after", 4, 5);
    finish_at(5);
    CHECK_SECTION("scope", 4, 4, 1);
    CHECK_SECTION("after", 1, 1, 1);
    CHECK_NO_SECTION("left open");
    CHECK_METRIC("unattributed_sec", 0);
    session_close();
}

static void test_a_scope_that_was_ended_by_hand_ends_nothing_else(void)
{
    profile(NULL);
    begin_at("scope", 0);
    {
        SW_SCOPE("scope");
        end_at("scope", 1);
        at(2);
    }
    end_at("scope", 5);
    finish_at(5);
    CHECK_SECTION("scope", 5, 5, 2);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_scope_inside_a_section_of_its_name(void)
{
    profile(NULL);
    begin_at("both", 0);
    {
        at(1);
        SW_SCOPE("both");
        at(3);
    }
    end_at("both", 4);
    finish_at(4);
    CHECK_SECTION("both", 4, 4, 2);
    session_close();
}

static void test_a_scope_over_the_end_of_the_iteration_is_cut_off(void)
{
    profile(NULL);
    {
        SW_SCOPE("scope");
        at(1);
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
        CHECK_NO_SECTION("scope");
        begin_at("next", 1);
        at(2);
    }
    end_at("next", 3);
    finish_at(3);
    CHECK_SECTION("next", 2, 2, 1);
    CHECK_NO_SECTION("scope");
    CHECK_EQUAL(sw_section_end("scope"), SW_ERR_SECTION_NOT_OPEN); // its end was the scope's
    session_close();
}

static void test_a_scope_is_measurement_and_section_at_once(void)
{
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    for (int i = 0; i < 2; i++) {
        SW_SCOPE("scope");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").total_ns, SECONDS(2));
    finish_at(2);
    CHECK_SECTION("scope", 2, 2, 2);
    session_close();
}

static void begin_many(int count)
{
    for (int i = 0; i < count; i++)
        (void)sw_section_begin("left open");
}

static void test_too_deep_sections_end_with_the_scope_around_them(void)
{
    profile(NULL);
    {
        SW_SCOPE("scope");
        begin_many(SW__SECTION_DEPTH + 5);
    }
    section("after", 1, 2);
    finish_at(2);
    CHECK_METRIC("scope_count", 1);
    CHECK_SECTION("after", 1, 1, 1);
    session_close();
}

static void test_a_scope_that_is_too_deep_ends_with_itself(void)
{
    profile(NULL);
    begin_many(SW__SECTION_DEPTH);
    {
        SW_SCOPE("scope");
        SW_SCOPE("scope inside");
    }
    CHECK_EQUAL(sw__misuse_count(SW_ERR_TOO_MANY_SECTIONS), 2);
    for (int i = 0; i < SW__SECTION_DEPTH; i++)
        CHECK_EQUAL(sw_section_end("left open"), SW_OK);
    finish_at(1);
    CHECK_METRIC("left open_count", SW__SECTION_DEPTH);
    session_close();
}

CU_TestInfo section_scope_tests[] = {
    {"a scope is a section", test_a_scope_is_a_section},
    {"a scope by handle is a section", test_a_scope_by_handle_is_a_section},
    {"each scope of a recursion is counted", test_each_scope_of_a_recursion_is_counted},
    {"a scope closes what was left open inside", test_a_scope_closes_what_was_left_open_inside},
    {"a scope that was ended by hand ends nothing else", test_a_scope_that_was_ended_by_hand_ends_nothing_else},
    {"a scope may lie inside a section of its name", test_a_scope_inside_a_section_of_its_name},
    {"a scope over the end of the iteration is cut off", test_a_scope_over_the_end_of_the_iteration_is_cut_off},
    {"a scope is a measurement and a section at once", test_a_scope_is_measurement_and_section_at_once},
    {"too deep sections end with the scope around them", test_too_deep_sections_end_with_the_scope_around_them},
    {"a scope that is too deep ends with itself", test_a_scope_that_is_too_deep_ends_with_itself},
    CU_TEST_INFO_NULL,
};
