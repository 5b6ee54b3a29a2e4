// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections on one thread, and what they add up to in an iteration.

#include "support_profiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_an_iteration_has_its_values_under_their_names(void)
{
    profile(NULL);
    at(1);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    section("gradient", 2, 4);
    section("denoise", 5, 8);
    finish_at(11);
    CHECK_METRIC("total_time_sec", 10);
    CHECK_METRIC("unattributed_sec", 5);
    CHECK_METRIC("gradient_time_sec", 2);
    CHECK_METRIC("gradient_self_sec", 2);
    CHECK_METRIC("gradient_count", 1);
    CHECK_METRIC("denoise_time_sec", 3);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_sections_of_a_name_add_up(void)
{
    profile(NULL);
    section("step", 0, 1);
    section("step", 2, 4);
    section("step", 7, 7.5);
    finish_at(8);
    CHECK_SECTION("step", 3.5, 3.5, 3);
    session_close();
}

static void test_self_is_without_the_sections_inside(void)
{
    profile(NULL);
    begin_at("parent", 0);
    section("child 1", 1, 4);
    section("child 2", 5, 9);
    end_at("parent", 10);
    finish_at(10);
    CHECK_SECTION("parent", 10, 3, 1);
    CHECK_SECTION("child 1", 3, 3, 1);
    CHECK_SECTION("child 2", 4, 4, 1);
    CHECK_METRIC("unattributed_sec", 0);
    session_close();
}

static void test_a_section_in_several_others_is_one(void)
{
    profile(NULL);
    section("shared", 0, 1);
    begin_at("a", 1);
    section("shared", 2, 4);
    end_at("a", 5);
    begin_at("b", 5);
    section("shared", 5, 8);
    end_at("b", 8);
    finish_at(8);
    CHECK_SECTION("shared", 6, 6, 3);
    CHECK_SECTION("a", 4, 2, 1);
    CHECK_SECTION("b", 3, 0, 1);
    session_close();
}

static void test_of_a_recursion_the_outermost_counts_once(void)
{
    profile(NULL);
    begin_at("recursion", 0);
    begin_at("recursion", 1);
    section("recursion", 2, 3);
    end_at("recursion", 4);
    section("recursion", 5, 7);
    end_at("recursion", 10);
    finish_at(10);
    CHECK_SECTION("recursion", 10, 10, 4);
    session_close();
}

static void test_a_recursion_may_have_another_section_between(void)
{
    profile(NULL);
    begin_at("even", 0);
    begin_at("odd", 1);
    section("even", 2, 4);
    end_at("odd", 5);
    end_at("even", 8);
    finish_at(8);
    CHECK_SECTION("even", 8, 6, 2);
    CHECK_SECTION("odd", 4, 2, 1);
    session_close();
}

static void test_values_are_of_the_last_iteration_only(void)
{
    profile(NULL);
    section("always", 0, 1);
    section("at first", 1, 3);
    finish_at(4);
    CHECK_METRIC("at first_time_sec", 2);
    section("always", 5, 8);
    finish_at(9);
    CHECK_SECTION("always", 3, 3, 1);
    CHECK_NO_SECTION("at first");
    CHECK_EQUAL(sw_get_metric("at first_time_sec", &(double){0}), SW_NOT_RECORDED);
    session_close();
}

static void test_values_stay_while_the_next_iteration_runs(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    section("a", 1, 6);
    begin_at("b", 6);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_NO_SECTION("b");
    session_close();
}

static void test_by_handle_and_by_name_are_the_same(void)
{
    const sw_name handle = sw_register("both ways");
    profile(NULL);
    CHECK_EQUAL(sw_section_begin_handle(handle), SW_OK);
    at(1);
    CHECK_EQUAL(sw_section_end("both ways"), SW_OK);
    CHECK_EQUAL(sw_section_begin("both ways"), SW_OK);
    at(3);
    CHECK_EQUAL(sw_section_end_handle(handle), SW_OK);
    finish_at(4);
    CHECK_SECTION("both ways", 3, 3, 2);
    session_close();
}

static void test_the_zero_handle_is_inert(void)
{
    const sw_name zero = {0}, never_given_out = {12345678};
    profile(NULL);
    begin_at("a", 0);
    CHECK_EQUAL(sw_section_begin_handle(zero), SW_OK);
    CHECK_EQUAL(sw_section_begin_handle(never_given_out), SW_OK);
    at(1);
    CHECK_EQUAL(sw_section_end_handle(never_given_out), SW_OK);
    CHECK_EQUAL(sw_section_end_handle(zero), SW_OK);
    end_at("a", 2);
    finish_at(2);
    CHECK_SECTION("a", 2, 2, 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_the_end_of_null_ends_the_one_that_was_begun_last(void)
{
    profile(NULL);
    begin_at("outer", 0);
    begin_at("inner", 1);
    end_at(NULL, 3);
    end_at(NULL, 4);
    finish_at(4);
    CHECK_SECTION("outer", 4, 2, 1);
    CHECK_SECTION("inner", 2, 2, 1);
    session_close();
}

static void test_the_functions_behind_the_macros_do_the_same(void)
{
    profile(NULL);
    CHECK_EQUAL((sw_section_begin)("by pointer"), SW_OK);
    CHECK_EQUAL((sw_section_begin_handle)(sw_register("by pointer, inside")), SW_OK);
    at(2);
    CHECK_EQUAL((sw_section_end_handle)(sw_register("by pointer, inside")), SW_OK);
    at(3);
    CHECK_EQUAL((sw_section_end)("by pointer"), SW_OK);
    finish_at(3);
    CHECK_SECTION("by pointer", 3, 1, 1);
    CHECK_SECTION("by pointer, inside", 2, 2, 1);
    session_close();
}

static void test_an_address_with_another_text_is_another_section(void)
{
    char name[16] = "first text";
    profile(NULL);
    section(name, 0, 1);
    strcpy(name, "second text");
    section(name, 1, 4);
    finish_at(4);
    CHECK_SECTION("first text", 1, 1, 1);
    CHECK_SECTION("second text", 3, 3, 1);
    session_close();
}

// 40 bits of nanoseconds are 18 minutes.
static void test_a_section_may_take_days(void)
{
    profile(NULL);
    section("long", 0, 300000);
    section("long", 300000, 300001);
    finish_at(300002);
    CHECK_SECTION("long", 300001, 300001, 2);
    session_close();
}

// The log of a thread is drained in the middle of the iteration, several times.
static void test_an_iteration_may_have_very_many(void)
{
    enum { MANY = 50000 };
    profile_real(NULL);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < MANY; j++) {
            sw_section_begin("many");
            sw_section_end("many");
        }
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        CHECK_METRIC("many_count", MANY);
    }
    session_close();
}

// Operations nested at random, of which some recurse: no time is counted twice, and none is lost.
static void nest_at_random(int depth, double *now, int *left)
{
    static const char *const names[] = {"random a", "random b", "random c", "random d"};
    const char *name = names[rand() % 4];
    const double started = *now;
    begin_at(name, *now);
    while (*left > 0 && depth < 8 && rand() % 4) {
        *now += rand() % 3;
        (*left)--;
        nest_at_random(depth + 1, now, left);
    }
    *now += rand() % 3;
    end_at(name, *now);
    CU_ASSERT_TRUE(*now >= started);
}

static void test_self_times_add_up_to_the_attributed_time(void)
{
    double now = 0, self = 0, count = 0;
    int left = 10000, outermost = 0;
    srand(1);
    profile(NULL);
    for (; left > 0; outermost++)
        nest_at_random(0, &now, &left);
    finish_at(now + 5);
    for (const char *suffix = "abcd"; *suffix; suffix++) {
        char name[16];
        snprintf(name, sizeof name, "random %c", *suffix);
        self += metric_of(name, "_self_sec");
        count += metric_of(name, "_count");
        CU_ASSERT_TRUE(metric_of(name, "_self_sec") <= metric("total_time_sec"));
        CU_ASSERT_TRUE(metric_of(name, "_time_sec") <= now);
    }
    CHECK_NEAR(self, now, 1e-6);
    CHECK_METRIC("unattributed_sec", 5);
    CHECK_NEAR(count, 10000 + outermost, 0);
    session_close();
}

CU_TestInfo sections_tests[] = {
    {"an iteration has its values under their names", test_an_iteration_has_its_values_under_their_names},
    {"sections of a name add up", test_sections_of_a_name_add_up},
    {"self is without the sections inside", test_self_is_without_the_sections_inside},
    {"a section in several others is one", test_a_section_in_several_others_is_one},
    {"of a recursion the outermost counts once, and all are counted", test_of_a_recursion_the_outermost_counts_once},
    {"a recursion may have another section between", test_a_recursion_may_have_another_section_between},
    {"values are of the last iteration only", test_values_are_of_the_last_iteration_only},
    {"values stay while the next iteration runs", test_values_stay_while_the_next_iteration_runs},
    {"by handle and by name are the same", test_by_handle_and_by_name_are_the_same},
    {"the zero handle is inert", test_the_zero_handle_is_inert},
    {"the end of NULL ends the one that was begun last", test_the_end_of_null_ends_the_one_that_was_begun_last},
    {"the functions behind the macros do the same", test_the_functions_behind_the_macros_do_the_same},
    {"an address with another text is another section", test_an_address_with_another_text_is_another_section},
    {"a section may take days", test_a_section_may_take_days},
    {"an iteration may have very many", test_an_iteration_may_have_very_many},
    {"self times add up to the attributed time", test_self_times_add_up_to_the_attributed_time},
    CU_TEST_INFO_NULL,
};
