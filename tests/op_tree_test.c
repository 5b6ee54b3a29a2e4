// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Call paths of sections and ops: as a table, and in the tables of the sections.

#include "support_op_table.h"

#include <stdlib.h>

#define SECOND 1e9

static const sw_op_info work = {.flops = 2000000000};

// forward { mlp { gemm, gemm } gemm }, loss.
static void run(void)
{
    begin_at("forward", 0);
    begin_op_at("mlp", NULL, 0);
    op("gemm", &work, 1, 2);
    op("gemm", &work, 2, 4);
    end_op_at("mlp", 5);
    op("gemm", &work, 5, 9);
    end_at("forward", 10);
    section("loss", 10, 16);
    finish_at(20);
}

static void test_call_paths_are_indented_and_add_up(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
    run();
    check_op_table(&(sw_op_table_options){.as_tree = true},
                   "Operators by call path\n"
                   "name      self CPU   share  CPU total  CPU avg  calls       FLOPs        FLOP/s\n"
                   "--------  --------  ------  ---------  -------  -----  ----------  ------------\n"
                   "loss        6.00 s  37.5 %     6.00 s   6.00 s      1          --            --\n"
                   "forward     1.00 s  6.25 %     10.0 s   10.0 s      1  6.00 GFLOP   600 MFLOP/s\n"
                   "  gemm      4.00 s  25.0 %     4.00 s   4.00 s      1  2.00 GFLOP   500 MFLOP/s\n"
                   "  mlp       2.00 s  12.5 %     5.00 s   5.00 s      1  4.00 GFLOP   800 MFLOP/s\n"
                   "    gemm    3.00 s  18.8 %     3.00 s   1.50 s      2  4.00 GFLOP  1.33 GFLOP/s\n"
                   "Self CPU time total: 16.0 s, 80.0 % of the recorded time\n"
                   "FLOPs total: 6.00 GFLOP, 300 MFLOP/s over the recorded time\n"
                   "FLOPs are declared for 2 of 3 ops, by 3 of 4 calls\n"
                   "Self: without what lies inside; total and FLOPs: with it. Avg: total / calls. Share: of all self "
                   "CPU.\n"
                   "FLOP/s: FLOPs / CPU total, where each call or what lies inside declares its FLOPs.\n");
    session_close();
}

static void test_paths_side_by_side_are_sorted(void)
{
    profile_ops(NULL);
    run();
    check_op_table_has(&(sw_op_table_options){.as_tree = true, .sort_by = "CPU total"}, "\nforward ");
    char *text = op_table_now(&(sw_op_table_options){.as_tree = true, .sort_by = "cpu_ns", .row_limit = 4});
    CHECK_HAS(text, "\nforward     1.00 s  6.25 %     10.0 s   10.0 s      1\n"
                    "  mlp       2.00 s  12.5 %     5.00 s   5.00 s      1\n"
                    "    gemm    3.00 s  18.8 %     3.00 s   1.50 s      2\n"
                    "  gemm      4.00 s  25.0 %     4.00 s   4.00 s      1\n"
                    "(1 row omitted)\n");
    free(text);
    session_close();
}

static void test_shapes_are_told_apart_in_a_tree_on_request(void)
{
    const sw_op_info a = {.shape = {2}}, b = {.shape = {3}};
    profile_ops(&(sw_profiler_options){.record_shapes = true});
    op("relu", &a, 0, 1);
    op("relu", &b, 1, 3);
    finish_at(3);
    check_op_table_has(&(sw_op_table_options){.as_tree = true}, "\nrelu    3.00 s  100 %");
    check_op_table_has(&(sw_op_table_options){.as_tree = true, .by_shape = true},
                       "\nrelu  3        2.00 s  66.7 %     2.00 s   2.00 s      1\n"
                       "relu  2        1.00 s  33.3 %     1.00 s   1.00 s      1\n");
    session_close();
}

static void test_what_goes_on_is_shown_around_what_has_ended(void)
{
    profile_ops(NULL);
    begin_at("forward", 0);
    begin_op_at("mlp", NULL, 0);
    op("gemm", NULL, 1, 3);
    check_op_table_has(&(sw_op_table_options){.as_tree = true},
                       "\nforward         --     --         --       --      0\n"
                       "  mlp           --     --         --       --      0\n"
                       "    gemm    2.00 s  100 %     2.00 s   2.00 s      1\n");
    end_op_at("mlp", 3);
    end_at("forward", 3);
    session_close();
}

static void test_a_run_without_anything_has_no_paths(void)
{
    profile_ops(NULL);
    check_op_table_has(&(sw_op_table_options){.as_tree = true}, "Operators by call path\n");
    check_op_table_has(&(sw_op_table_options){.as_tree = true}, "\n(none)\n");
    session_close();
}

static void test_an_op_that_is_never_ended_is_unfinished(void)
{
    profile_ops(NULL);
    begin_at("forward", 0);
    begin_op_at("mlp", NULL, 1);
    op("gemm", NULL, 1, 2);
    char *text = section_table_now();
    CHECK_HAS(text, "\nSections begun and not ended\n"
                    "section      running     for  unfinished\n"
                    "-----------  -------  ------  ----------\n"
                    "forward            1  2.00 s           0\n"
                    "forward/mlp        1  1.00 s           0\n");
    free(text);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    report_take();
    CHECK_EQUAL(report_rows("open_sections"), 2);
    CHECK_TEXT(report_text("open_sections", 1, "path"), "forward/mlp");
    CHECK_EQUAL(report_cell("open_sections", 1, "unfinished"), 1);
    CHECK_EQUAL(report_number("sections_unfinished"), 2);
    CHECK_EQUAL(report_rows("sections"), 2); // forward, and what is in none
    report_drop();
    session_close();
}

// solve { a { inner } b { inner } }: for the sections, inner lies in solve.
static void test_a_section_in_several_ops_of_a_section_has_one_row(void)
{
    enum { OPS = 70 }; // more than there may be cycles
    char name[16];
    profile_ops(NULL);
    begin_at("solve", 0);
    for (int i = 0; i < OPS; i++) {
        snprintf(name, sizeof name, "tree op %d", i);
        begin_op_at(name, NULL, i);
        section("inner", i, i + 0.5);
        end_op_at(name, i + 1);
    }
    end_at("solve", OPS);
    finish_at(OPS);
    report_take();
    CHECK_EQUAL(section_cell("solve/inner", "count"), OPS);
    CHECK_NEAR(section_cell("solve/inner", "total_ns"), OPS / 2.0 * SECOND, 0);
    CHECK_NEAR(section_cell("solve", "self_ns"), OPS / 2.0 * SECOND, 0);
    CHECK_EQUAL(report_rows("cycle_sections"), 3);
    CHECK_EQUAL(report_cell("cycle_sections", 1, "count"), OPS);
    report_drop();
    session_close();
}

CU_TestInfo op_tree_tests[] = {
    {"call paths are indented, and add up", test_call_paths_are_indented_and_add_up},
    {"paths side by side are sorted", test_paths_side_by_side_are_sorted},
    {"shapes are told apart in a tree on request", test_shapes_are_told_apart_in_a_tree_on_request},
    {"what goes on is shown around what has ended", test_what_goes_on_is_shown_around_what_has_ended},
    {"a run without anything has no paths", test_a_run_without_anything_has_no_paths},
    {"an op that is never ended is unfinished", test_an_op_that_is_never_ended_is_unfinished},
    {"a section in several ops of a section has one row", test_a_section_in_several_ops_of_a_section_has_one_row},
    CU_TEST_INFO_NULL,
};
