// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The table of the sections: a tree in which all times add up, for people and for programs.

#include "support_profiler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_support.h"

#define SECOND 1e9

static void two_children(void)
{
    begin_at("P", 0);
    section("C1", 1, 4);
    section("C2", 5, 9);
    end_at("P", 10);
    finish_at(10);
}

static void test_self_is_the_total_without_what_lies_inside(void)
{
    double self = 0;
    profile(NULL);
    two_children();
    report_take();
    CHECK_NEAR(section_cell("P", "total_ns"), 10 * SECOND, 0);
    CHECK_NEAR(section_cell("P", "self_ns"), 3 * SECOND, 0);
    for (size_t row = 0; row < report_rows("sections"); row++)
        self += report_cell("sections", row, "self_ns");
    CHECK_NEAR(self, 10 * SECOND, 0);
    report_drop();
    session_close();
}

static void test_the_tree_is_indented(void)
{
    profile(NULL);
    two_children();
    char *text = section_table_now();
    CHECK_HAS(text, "\nSections\n"
                    "section         per iteration   share    total     self  count  threads\n"
                    "--------------  -------------  ------  -------  -------  -----  -------\n"
                    "P                     10.0 s    100 %  10.0 s   3.00 s       1        1\n"
                    "  C2                  4.00 s   40.0 %  4.00 s   4.00 s       1        1\n"
                    "  C1                  3.00 s   30.0 %  3.00 s   3.00 s       1        1\n"
                    "(unattributed)           0 ns     0 %     0 ns     0 ns     --       --\n");
    CHECK_HAS(text, "\nSpread of the sections\n"
                    "section  count     min     p50     p90     p99     max  in iteration  deviation\n"
                    "-------  -----  ------  ------  ------  ------  ------  ------------  ---------\n"
                    "P            1  10.0 s  10.0 s  10.0 s  10.0 s  10.0 s             0         --\n");
    free(text);
    session_close();
}

static void test_siblings_come_by_their_totals(void)
{
    profile(NULL);
    begin_at("short", 0);
    section("a", 0, 1);
    section("b", 1, 3);
    end_at("short", 3);
    section("long", 3, 9);
    finish_at(9);
    report_take();
    static const char *const paths[] = {"long", "short", "short/b", "short/a"};
    for (size_t i = 0; i < 4; i++)
        CHECK_TEXT(report_text("sections", i, "path"), paths[i]);
    report_drop();
    session_close();
}

static void test_a_section_inside_itself_has_a_row_of_its_own(void)
{
    profile(NULL);
    begin_at("A", 0);
    section("A", 2, 6);
    end_at("A", 10);
    finish_at(10);
    report_take();
    CHECK_NEAR(section_cell("A", "total_ns"), 10 * SECOND, 0);
    CHECK_NEAR(section_cell("A", "self_ns"), 6 * SECOND, 0);
    CHECK_EQUAL(section_cell("A", "count"), 1);
    CHECK_NEAR(section_cell("A/A", "total_ns"), 4 * SECOND, 0);
    CHECK_EQUAL(section_cell("A/A", "depth"), 1);
    report_drop();
    session_close();
}

static void test_a_name_under_two_parents_has_two_rows(void)
{
    profile(NULL);
    begin_at("load", 0);
    section("io", 0, 3);
    end_at("load", 4);
    begin_at("save", 4);
    section("io", 5, 6);
    section("io", 6, 7);
    end_at("save", 7);
    finish_at(7);
    report_take();
    CHECK_NEAR(section_cell("load/io", "total_ns"), 3 * SECOND, 0);
    CHECK_NEAR(section_cell("save/io", "total_ns"), 2 * SECOND, 0);
    CHECK_EQUAL(section_cell("save/io", "count"), 2);
    CHECK_NEAR(section_cell("save", "self_ns"), SECOND, 0);
    report_drop();
    session_close();
}

static void test_no_time_is_negative_where_sections_cross(void)
{
    profile(NULL);
    begin_at("A", 0);
    begin_at("B", 1);
    at(3);
    CHECK_EQUAL(sw_section_end("A"), SW_ERR_SECTION_CROSSED);
    end_at("B", 5);
    finish_at(5);
    report_take();
    CHECK_NEAR(section_cell("A", "total_ns"), 3 * SECOND, 0);
    CHECK_NEAR(section_cell("A", "self_ns"), 0, 0);
    CHECK_NEAR(section_cell("A/B", "total_ns"), 4 * SECOND, 0);
    CHECK_EQUAL(report_number("sections_crossed"), 1);
    report_drop();
    session_close();
}

static void test_what_was_left_open_is_unfinished_and_no_parent(void)
{
    profile(NULL);
    begin_at("A", 0);
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    section("B", 1, 2);
    finish_at(2);
    report_take();
    CHECK_EQUAL(section_cell("A", "unfinished"), 1);
    CHECK_EQUAL(section_cell("A", "count"), 0);
    CU_ASSERT_TRUE(isnan(section_cell("A", "total_ns")) && isnan(section_cell("A", "self_ns")) &&
                   isnan(section_cell("A", "share")));
    CHECK_NEAR(section_cell("B", "total_ns"), SECOND, 0);
    CHECK_EQUAL(report_number("sections_unfinished"), 1);
    report_drop();
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "A", "A -- -- -- -- 0 --");
    CHECK_TEXT(row_of(text, "Sections begun and not ended", "A"), "A 0 -- 1");
    free(text);
    session_close();
}

static void test_outermost_sections_and_the_rest_make_the_iteration(void)
{
    profile(NULL);
    section("a", 0, 3);
    section("b", 5, 9);
    finish_at(10);
    section("a", 10, 12);
    finish_at(14);
    report_take();
    CHECK_NEAR(report_number("recorded_time_ns"), 14 * SECOND, 0);
    CHECK_NEAR(report_number("unattributed_ns"), 5 * SECOND, 0);
    CHECK_NEAR(section_cell("a", "per_iteration_ns"), 2.5 * SECOND, 0);
    CHECK_NEAR(section_cell("b", "per_iteration_ns"), 2 * SECOND, 0);
    CHECK_NEAR(section_cell("a", "share") + section_cell("b", "share"), 9.0 / 14, 1e-12);
    report_drop();
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "(unattributed)", "(unattributed) 2.50 s 35.7 % 5.00 s 5.00 s -- --");
    free(text);
    session_close();
}

static void test_an_iteration_without_sections_is_unattributed(void)
{
    profile(NULL);
    finish_at(1); // its begin is not known
    finish_at(3);
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "(unattributed)", "(unattributed) 2.00 s 100 % 2.00 s 2.00 s -- --");
    free(text);
    session_close();
}

static void *work_for_two_seconds(void *argument)
{
    (void)argument;
    section("work", 1, 3);
    return NULL;
}

static void test_threads_are_added_up(void)
{
    profile(NULL);
    begin_at("work", 0);
    run_on_thread(work_for_two_seconds, NULL);
    end_at("work", 4);
    finish_at(4);
    report_take();
    CHECK_NEAR(section_cell("work", "total_ns"), 6 * SECOND, 0);
    CHECK_EQUAL(section_cell("work", "count"), 2);
    CHECK_EQUAL(section_cell("work", "threads"), 2);
    CHECK_NEAR(section_cell("work", "share"), 6.0 / 8, 1e-12);
    CHECK_NEAR(report_number("unattributed_ns"), 0, 0); // the other thread's sections leave it as it is
    report_drop();
    session_close();
}

static void test_a_slash_in_a_name_is_not_one_of_the_path(void)
{
    profile(NULL);
    begin_at("a/b", 0);
    section("c\\d", 0, 1);
    end_at("a/b", 1);
    finish_at(1);
    report_take();
    CHECK_TEXT(report_text("sections", 1, "path"), "a\\/b/c\\\\d");
    CHECK_TEXT(report_text("sections", 1, "section"), "c\\d");
    CU_ASSERT_PTR_NULL(report_text("sections", 2, "path")); // what is unattributed
    report_drop();
    session_close();
}

static void test_deep_sections_say_how_deep_they_are(void)
{
    profile(NULL);
    at(0);
    for (int i = 0; i < 1000; i++)
        sw_section_begin("recurse");
    CHECK_EQUAL(sw_section_begin("recurse"), SW_ERR_TOO_MANY_SECTIONS);
    at(1);
    for (int i = 0; i < 1001; i++)
        sw_section_end(NULL);
    finish_at(1);
    char *text = section_table_now();
    CHECK_SECTION_ROW(text, "                recurse", " recurse 1.00 s 100 % 1.00 s 0 ns 1 1");
    CHECK_SECTION_ROW(text, "                (999) recurse", " (999) recurse 1.00 s 100 % 1.00 s 1.00 s 1 1");
    free(text);
    report_take();
    CHECK_EQUAL(report_rows("sections"), 1001);
    CHECK_EQUAL(report_number("sections_dropped"), 1);
    CU_ASSERT_TRUE(strlen(report_text("sections", 999, "path")) < 5000);
    report_drop();
    session_close();
}

static void test_percentiles_of_a_few_are_those_few_and_say_so(void)
{
    profile(NULL);
    section("step", 0, 1);
    section("step", 1, 3);
    section("step", 3, 6);
    finish_at(6);
    char *text = section_table_now();
    CHECK_TEXT(row_of(text, "Spread of the sections", "step"), "step 3 1.00 s 2.00 s 3.00 s 3.00 s 3.00 s 0 816 ms");
    free(text);
    session_close();
}

CU_TestInfo section_table_tests[] = {
    {"self is the total without what lies inside", test_self_is_the_total_without_what_lies_inside},
    {"the tree is indented", test_the_tree_is_indented},
    {"siblings come by their totals", test_siblings_come_by_their_totals},
    {"a section inside itself has a row of its own", test_a_section_inside_itself_has_a_row_of_its_own},
    {"a name under two parents has two rows", test_a_name_under_two_parents_has_two_rows},
    {"no time is negative where sections cross", test_no_time_is_negative_where_sections_cross},
    {"what was left open is unfinished, and no parent", test_what_was_left_open_is_unfinished_and_no_parent},
    {"the outermost sections and the rest make the iteration", test_outermost_sections_and_the_rest_make_the_iteration},
    {"an iteration without sections is unattributed", test_an_iteration_without_sections_is_unattributed},
    {"threads are added up", test_threads_are_added_up},
    {"a slash in a name is not one of the path", test_a_slash_in_a_name_is_not_one_of_the_path},
    {"deep sections say how deep they are", test_deep_sections_say_how_deep_they_are},
    {"percentiles of a few are those few, and say so", test_percentiles_of_a_few_are_those_few_and_say_so},
    CU_TEST_INFO_NULL,
};
