// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The tables that compare the cycles of a run, and how cycles add up to the run.

#include "support_profiler.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_support.h"

#define SECOND 1e9

// Each iteration has a section "step" with a section "inner" of half its length in it, and another half second of nothing.
static void run_iterations(const sw_profiler_options *options, const double *lengths, size_t count)
{
    double now = 0;
    profile(options);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    for (size_t i = 0; i < count; i++) {
        sw_section_begin("step");
        sw_section_begin("inner");
        at(now + lengths[i] / 2);
        sw_section_end("inner");
        at(now + lengths[i]);
        sw_section_end("step");
        now += lengths[i] + 0.5;
        finish_at(now);
    }
}

static const sw_profiler_options two_of_two = {.warmup = 1, .active = 2, .repeat = 2};
static const double six[] = {100, 1, 2, 100, 3, 6};

static void test_the_run_is_all_cycles_together(void)
{
    run_iterations(&two_of_two, six, 6);
    report_take();
    CHECK_EQUAL(section_cell("step", "count"), 4);
    CHECK_NEAR(section_cell("step", "total_ns"), 12 * SECOND, 0);
    CHECK_NEAR(section_cell("step", "self_ns"), 6 * SECOND, 0);
    CHECK_NEAR(section_cell("step", "per_iteration_ns"), 3 * SECOND, 0);
    CHECK_NEAR(section_cell("step", "share"), 12.0 / 14, 1e-12);
    CHECK_NEAR(section_cell("step", "min_ns"), SECOND, 0);
    CHECK_NEAR(section_cell("step", "p50_ns"), 2 * SECOND, 0.01 * SECOND);
    CHECK_NEAR(section_cell("step", "p90_ns"), 6 * SECOND, 0);
    CHECK_NEAR(section_cell("step", "stddev_ns"), sqrt(3.5) * SECOND, 1);
    CHECK_EQUAL(section_cell("step", "max_iteration"), 5);
    CHECK_EQUAL(section_cell("step", "threads"), 1);
    CHECK_NEAR(report_number("recorded_time_ns"), 14 * SECOND, 0);
    CHECK_NEAR(report_number("unattributed_ns"), 2 * SECOND, 0);
    report_drop();
    session_close();
}

static void test_each_cycle_has_rows_of_its_own(void)
{
    run_iterations(&two_of_two, six, 6);
    report_take();
    CHECK_EQUAL(report_rows("cycle_sections"), 6); // of each cycle two sections, and the rest
    static const struct {
        const char *path;
        double cycle, total, self, per_iteration, share, max;
    } rows[] = {
        {"step", 0, 3, 1.5, 1.5, 3.0 / 4, 2},
        {"step/inner", 0, 1.5, 1.5, 0.75, 1.5 / 4, 1},
        {NULL, 0, 1, 1, 0.5, 1.0 / 4, NAN},
        {"step", 1, 9, 4.5, 4.5, 9.0 / 10, 6},
        {"step/inner", 1, 4.5, 4.5, 2.25, 4.5 / 10, 3},
        {NULL, 1, 1, 1, 0.5, 1.0 / 10, NAN},
    };
    for (size_t i = 0; i < 6; i++) {
        CHECK_TEXT(report_text("cycle_sections", i, "path"), rows[i].path);
        CHECK_EQUAL(report_cell("cycle_sections", i, "cycle"), rows[i].cycle);
        CHECK_NEAR(report_cell("cycle_sections", i, "total_ns"), rows[i].total * SECOND, 0);
        CHECK_NEAR(report_cell("cycle_sections", i, "self_ns"), rows[i].self * SECOND, 0);
        CHECK_NEAR(report_cell("cycle_sections", i, "per_iteration_ns"), rows[i].per_iteration * SECOND, 0);
        CHECK_NEAR(report_cell("cycle_sections", i, "share"), rows[i].share, 1e-12);
        const double max = report_cell("cycle_sections", i, "max_ns");
        CU_ASSERT_TRUE(isnan(rows[i].max) ? isnan(max) : max == rows[i].max * SECOND);
    }
    report_drop();
    session_close();
}

static void test_a_few_cycles_are_side_by_side(void)
{
    run_iterations(&two_of_two, six, 6);
    char *text = session_close_printing();
    CHECK_HAS(text, "\n  profiler    custom; iterations: 2 cycles of 1 of warm-up, 2 recorded\n"
                    "  recorded    4 of 6 iterations, 3.50 s an iteration, in 2 cycles\n");
    CHECK_HAS(text, "\nCycles\n"
                    "cycle  first iteration  iterations  per iteration   total  (unattributed)\n"
                    "-----  ---------------  ----------  -------------  ------  --------------\n"
                    "    0                1           2         2.00 s  4.00 s          1.00 s\n"
                    "    1                4           2         5.00 s  10.0 s          1.00 s\n"
                    "\n"
                    "Sections by cycle, per iteration\n"
                    "section         cycle 0  cycle 1\n"
                    "--------------  -------  -------\n"
                    "step            1.50 s   4.50 s\n");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "  inner"), " inner 750 ms 2.25 s");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "(unattributed)"), "(unattributed) 500 ms 500 ms");
    free(text);
}

static void test_many_cycles_are_shown_by_their_extremes(void)
{
    static const double lengths[] = {4, 3, 2, 5, 6, 7, 12, 8, 7, 5};
    run_iterations(&(sw_profiler_options){.active = 1, .repeat = 10}, lengths, 10);
    char *text = session_close_printing();
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "section"),
               "section first cycle last change fastest in cycle slowest in cycle");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "step"),
               "step 4.00 s 5.00 s +25.0 % 2.00 s 2 12.0 s 6");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "(unattributed)"),
               "(unattributed) 500 ms 500 ms 0 % 500 ms 0 500 ms 0");
    CHECK_TEXT(row_of(text, "Cycles", "    9"), " 9 9 1 5.50 s 5.50 s 500 ms");
    free(text);
}

static void test_a_single_cycle_is_not_compared(void)
{
    run_iterations(&(sw_profiler_options){.active = 2}, six, 2);
    report_take();
    CHECK_EQUAL(report_rows("cycles"), 1);
    CHECK_EQUAL(report_rows("cycle_sections"), 3);
    report_drop();
    char *text = session_close_printing();
    CHECK_EQUAL(times_in(text, "ycle"), 0);
    free(text);
}

static void test_a_cycle_that_was_cut_short_is_partial(void)
{
    run_iterations(&two_of_two, six, 5);
    report_take();
    CHECK_TEXT(report_text("cycles", 0, "state"), "");
    CHECK_TEXT(report_text("cycles", 1, "state"), "running");
    CHECK_EQUAL(report_number("cycles_partial"), 0);
    report_drop();
    char *text = session_close_printing();
    CHECK_HAS(text, "\n  recorded    3 of 5 iterations, 2.50 s an iteration, in 2 cycles, 1 cut short\n");
    CHECK_TEXT(row_of(text, "Cycles", "    1"), " 1 4 1 3.50 s 3.50 s 500 ms partial");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "step"), "step 1.50 s 3.00 s");
    free(text);
}

static void test_a_single_cycle_may_be_cut_short_too(void)
{
    run_iterations(&(sw_profiler_options){.active = 3}, six, 2);
    char *text = session_close_printing();
    CHECK_HAS(text, "\n  recorded    2 of 2 iterations, 51.0 s an iteration, in a cycle that was cut short\n");
    free(text);
}

static void test_a_section_of_one_cycle_only_is_absent_in_the_others(void)
{
    profile(&(sw_profiler_options){.active = 1, .repeat = 2});
    section("early", 0, 1);
    finish_at(1);
    section("late", 1, 3);
    finish_at(3);
    char *text = section_table_now();
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "early"), "early 1.00 s --");
    CHECK_TEXT(row_of(text, "Sections by cycle, per iteration", "late"), "late -- 2.00 s");
    CHECK_TEXT(row_of(text, "Sections", "early"), "early 500 ms 33.3 % 1.00 s 1.00 s 1 1");
    free(text);
    session_close();
}

static void test_the_last_cycle_that_is_kept_has_the_later_ones(void)
{
    double lengths[70];
    for (size_t i = 0; i < 70; i++)
        lengths[i] = 1;
    run_iterations(&(sw_profiler_options){.active = 1, .repeat = SW_REPEAT_FOREVER}, lengths, 70);
    report_take();
    CHECK_EQUAL(report_number("cycles"), 71); // one has begun
    CHECK_EQUAL(report_rows("cycles"), 64);
    CHECK_EQUAL(report_cell("cycles", 63, "iterations"), 7);
    CHECK_EQUAL(section_cell("step", "count"), 70);
    report_drop();
    char *text = section_table_now();
    CHECK_TEXT(row_of(text, "Cycles", "63:"), "63: this cycle and the 7 after it.");
    free(text);
    session_close();
}

static void test_a_later_session_has_nothing_of_an_earlier_one(void)
{
    run_iterations(&two_of_two, six, 6);
    session_close();
    profile(&two_of_two);
    report_take();
    CHECK_EQUAL(report_rows("sections"), 0);
    CHECK_EQUAL(report_rows("cycles"), 0);
    report_drop();
    session_close();
}

CU_TestInfo cycle_tables_tests[] = {
    {"the run is all cycles together", test_the_run_is_all_cycles_together},
    {"each cycle has rows of its own", test_each_cycle_has_rows_of_its_own},
    {"a few cycles are side by side", test_a_few_cycles_are_side_by_side},
    {"many cycles are shown by their extremes", test_many_cycles_are_shown_by_their_extremes},
    {"a single cycle is not compared", test_a_single_cycle_is_not_compared},
    {"a cycle that was cut short is partial", test_a_cycle_that_was_cut_short_is_partial},
    {"a single cycle may be cut short, too", test_a_single_cycle_may_be_cut_short_too},
    {"a section of one cycle only is absent in the others", test_a_section_of_one_cycle_only_is_absent_in_the_others},
    {"the last cycle that is kept has the later ones", test_the_last_cycle_that_is_kept_has_the_later_ones},
    {"a later session has nothing of an earlier one", test_a_later_session_has_nothing_of_an_earlier_one},
    CU_TEST_INFO_NULL,
};
