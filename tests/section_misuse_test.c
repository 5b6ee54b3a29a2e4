// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections that do not nest, are not ended, or are too many: a status, one message, and values that stay right.

#include "support_profiler.h"

#include <stdio.h>
#include <string.h>

#include "base/misuse.h"
#include "base/records.h"
#include "profiler/section_counts.h"

// The last message is of a call in this line, and has these parts.
static void check_told(int line, const char *call, const char *name, sw_status status)
{
    char text[256];
    snprintf(text, sizeof text, "%s:%d: %s(\"%s\"): %s", __FILE__, line, call, name, sw_status_text(status));
    CHECK_HAS(messages_last(), text);
    CHECK_EQUAL(messages_last_status(), status);
}

static void test_an_end_without_a_begin_is_told_once_and_counted(void)
{
    int line = 0;
    profile(NULL);
    for (int i = 0; i < 3; i++) {
        line = __LINE__ + 1;
        CHECK_EQUAL(sw_section_end("never begun"), SW_ERR_SECTION_NOT_OPEN);
    }
    check_told(line, "sw_section_end", "never begun", SW_ERR_SECTION_NOT_OPEN);
    CHECK_EQUAL(sw_last_error(), SW_ERR_SECTION_NOT_OPEN);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_SECTION_NOT_OPEN), 3);
    CHECK_EQUAL(sw_section_end(NULL), SW_ERR_SECTION_NOT_OPEN);
    CHECK_EQUAL(sw_section_end_handle(sw_register("never begun either")), SW_ERR_SECTION_NOT_OPEN);
    session_close();
}

static void test_the_end_of_another_name_ends_nothing_and_names_what_is_open(void)
{
    profile(NULL);
    begin_at("open", 0);
    at(1);
    const int line = __LINE__ + 1;
    CHECK_EQUAL(sw_section_end("another"), SW_ERR_SECTION_NOT_OPEN);
    check_told(line, "sw_section_end", "another", SW_ERR_SECTION_NOT_OPEN);
    CHECK_HAS(messages_last(), "the innermost is \"open\"");
    end_at("open", 2);
    finish_at(2);
    CHECK_SECTION("open", 2, 2, 1);
    session_close();
}

static void test_sections_that_cross_have_their_own_times(void)
{
    profile(NULL);
    begin_at("a", 0);
    begin_at("b", 1);
    at(3);
    const int line = __LINE__ + 1;
    CHECK_EQUAL(sw_section_end("a"), SW_ERR_SECTION_CROSSED);
    check_told(line, "sw_section_end", "a", SW_ERR_SECTION_CROSSED);
    CHECK_HAS(messages_last(), "\"b\"");
    end_at("b", 5);
    CHECK_EQUAL(sw__section_counts_now().crossed, 1);
    finish_at(5);
    CHECK_METRIC("a_time_sec", 3);
    CHECK_METRIC("b_time_sec", 4);
    CHECK_METRIC("a_self_sec", 0);
    CHECK_METRIC("b_self_sec", 4);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_what_was_crossed_is_no_parent_of_what_follows(void)
{
    profile(NULL);
    begin_at("a", 0);
    begin_at("b", 1);
    at(2);
    CHECK_EQUAL(sw_section_end("a"), SW_ERR_SECTION_CROSSED);
    end_at("b", 3);
    section("c", 3, 7);
    finish_at(7);
    CHECK_SECTION("c", 4, 4, 1);
    CHECK_METRIC("unattributed_sec", 7 - 2 - 4); // b lay in a
    session_close();
}

static void test_names_that_are_none_are_refused(void)
{
    profile(NULL);
    CHECK_EQUAL(sw_section_begin(NULL), SW_ERR_NAME);
    CHECK_EQUAL(sw_section_begin(""), SW_ERR_NAME);
    begin_at("a", 0);
    CHECK_EQUAL(sw_section_end(""), SW_ERR_NAME);
    end_at("a", 1);
    finish_at(1);
    CHECK_SECTION("a", 1, 1, 1);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_NAME), 3);
    session_close();
}

static void test_what_is_open_at_the_end_of_the_iteration_is_cut_off_and_told(void)
{
    char place[256];
    profile(NULL);
    begin_at("outer", 0);
    const int inner_line = __LINE__ + 1;
    CHECK_EQUAL(sw_section_begin("inner"), SW_OK);
    at(2);
    const int line = __LINE__ + 1;
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    check_told(line, "sw_finish_iter", "inner", SW_ERR_SECTION_UNFINISHED);
    snprintf(place, sizeof place, ", \"inner\" (%s:%d)", __FILE__, inner_line);
    CHECK_HAS(messages_last(), "outermost first: \"outer\" (");
    CHECK_HAS(messages_last(), place);
    CHECK_NO_SECTION("outer");
    CHECK_NO_SECTION("inner");
    CHECK_METRIC("total_time_sec", 2);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_the_next_iteration_begins_with_nothing_open(void)
{
    profile(NULL);
    begin_at("left open", 0);
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    section("b", 1, 2);
    finish_at(3);
    CHECK_SECTION("b", 1, 1, 1);
    CHECK_METRIC("unattributed_sec", 1);
    CHECK_NO_SECTION("left open");
    session_close();
}

static void test_the_late_end_of_what_was_cut_off_is_counted_without_a_message(void)
{
    profile(NULL);
    begin_at("outer", 0);
    begin_at("inner", 0);
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    CHECK_EQUAL(sw_section_end("inner"), SW_ERR_SECTION_UNFINISHED);
    CHECK_EQUAL(sw_section_end("outer"), SW_ERR_SECTION_UNFINISHED);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_SECTION_UNFINISHED), 3);
    CHECK_EQUAL(sw_section_end("outer"), SW_ERR_SECTION_NOT_OPEN); // there were no more
    section("outer", 2, 3);
    finish_at(3);
    CHECK_SECTION("outer", 1, 1, 1);
    session_close();
}

// A loop that always leaves a section open: each iteration is told of in the same place, once.
static void test_what_is_left_open_in_each_iteration_is_told_once(void)
{
    profile(NULL);
    for (int i = 0; i < 5; i++) {
        begin_at("left open", i);
        at(i + 1);
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    }
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_SECTION_UNFINISHED), 5);
    session_close();
}

static void test_too_deep_sections_are_not_recorded_and_can_be_ended(void)
{
    enum { DEPTH = SW__SECTION_DEPTH };
    profile(NULL);
    for (int i = 0; i < DEPTH; i++)
        begin_at("deep", i);
    int line = 0;
    for (int i = 0; i < 3; i++) {
        line = __LINE__ + 1;
        CHECK_EQUAL(sw_section_begin("too deep"), SW_ERR_TOO_MANY_SECTIONS);
    }
    check_told(line, "sw_section_begin", "too deep", SW_ERR_TOO_MANY_SECTIONS);
    CHECK_HAS(messages_last(), "1000 are open on this thread");
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(sw_section_end("too deep"), SW_OK);
    for (int i = 0; i < DEPTH; i++)
        end_at("deep", DEPTH + i);
    section("after", 2 * DEPTH, 2 * DEPTH + 1);
    finish_at(2 * DEPTH + 1);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(sw__section_counts_now().dropped, 3);
    CHECK_NO_SECTION("too deep");
    CHECK_METRIC("deep_count", DEPTH);
    CHECK_METRIC("deep_time_sec", 2 * DEPTH - 1);
    CHECK_SECTION("after", 1, 1, 1);
    session_close();
}

// Those that the tests before have left.
static uint32_t children(void)
{
    uint32_t count = 0;
    for (uint32_t record = 1; record < sw__record_end(); record++)
        count += sw__record_nests(record);
    return count;
}

// More than there is room for: each of some names in each of some others.
static void begin_too_many(void)
{
    enum { OUTER = 250, INNER = 150 };
    char outer[16], inner[16];
    unsigned refused = 0;
    const uint32_t room = SW__RECORD_CHILD_CAP - children();
    profile(NULL);
    for (int i = 0; i < OUTER; i++) {
        snprintf(outer, sizeof outer, "outer %d", i);
        refused += sw_section_begin(outer) != SW_OK;
        for (int j = 0; j < INNER; j++) {
            snprintf(inner, sizeof inner, "inner %d", j);
            refused += sw_section_begin(inner) == SW_ERR_TOO_MANY_SECTIONS;
            CHECK_EQUAL(sw_section_end(inner), SW_OK);
        }
        CHECK_EQUAL(sw_section_end(outer), SW_OK);
    }
    CU_ASSERT_TRUE(refused > 0 && refused <= OUTER * (INNER + 1) - room);
    CHECK_EQUAL(sw__section_counts_now().dropped, refused);
    CHECK_EQUAL(messages_count(), 2); // the two lines above
    CHECK_HAS(messages_last(), "different ones");
    finish_at(1);
    CHECK_METRIC("outer 0_count", 1);
    CU_ASSERT_TRUE(metric("inner 0_count") > OUTER / 2);
}

// A second cycle, when there is no room for anything new: it says so, too.
static void record_another_cycle(void)
{
    messages_catch();
    CHECK_EQUAL(sw_section_begin("in the next cycle"), SW_ERR_TOO_MANY_SECTIONS);
    CHECK_EQUAL(sw_section_end("in the next cycle"), SW_OK);
    finish_at(2);
    CHECK_METRIC("total_time_sec", 1);
    session_close();
}

static void begin_too_many_in_cycles(void)
{
    begin_too_many();
    session_close();
    profile(&(sw_profiler_options){.active = 1, .repeat = 2});
    finish_at(1);
    record_another_cycle();
}

static void test_too_many_different_sections_are_not_recorded_and_can_be_ended(void)
{
    check_in_child(begin_too_many_in_cycles);
}

CU_TestInfo section_misuse_tests[] = {
    {"an end without a begin is told once and counted", test_an_end_without_a_begin_is_told_once_and_counted},
    {"the end of another name ends nothing and names what is open",
     test_the_end_of_another_name_ends_nothing_and_names_what_is_open},
    {"sections that cross have their own times", test_sections_that_cross_have_their_own_times},
    {"what was crossed is no parent of what follows", test_what_was_crossed_is_no_parent_of_what_follows},
    {"names that are none are refused", test_names_that_are_none_are_refused},
    {"what is open at the end of the iteration is cut off and told",
     test_what_is_open_at_the_end_of_the_iteration_is_cut_off_and_told},
    {"the next iteration begins with nothing open", test_the_next_iteration_begins_with_nothing_open},
    {"the late end of what was cut off is counted, without a message",
     test_the_late_end_of_what_was_cut_off_is_counted_without_a_message},
    {"what is left open in each iteration is told once", test_what_is_left_open_in_each_iteration_is_told_once},
    {"too deep sections are not recorded, and can be ended", test_too_deep_sections_are_not_recorded_and_can_be_ended},
    {"too many different sections are not recorded, and can be ended",
     test_too_many_different_sections_are_not_recorded_and_can_be_ended},
    CU_TEST_INFO_NULL,
};
