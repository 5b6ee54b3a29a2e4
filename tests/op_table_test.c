// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The operator table: what it says of ops whose times and work are known.

#include "support_op_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ops.h"

#define SECOND 1e9

static const sw_op_info gemm = {
    .shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT32, .flops = 4000000000, .bytes = 2000000000};
static const sw_op_info small_gemm = {.shape = {4, 4, 4}, .dtype = SW_DTYPE_FLOAT64, .flops = 1000000000};

// An iteration of ten seconds, nine of them in ops.
static void forward(void)
{
    begin_at("forward", 0);
    begin_op_at("mlp", NULL, 0);
    op("gemm", &gemm, 1, 5);
    op("relu", NULL, 5, 6);
    end_op_at("mlp", 8);
    op("gemm", &small_gemm, 8, 9);
    end_at("forward", 10);
    finish_at(10);
}

static void profile_forward(void)
{
    profile_ops(&(sw_profiler_options){.record_shapes = true, .with_flops = true});
    forward();
}

static void test_the_table_is_as_a_person_reads_it(void)
{
    profile_forward();
    check_op_table(NULL, "Operators\n"
                         "name  self CPU   share  CPU total  CPU avg  calls       FLOPs        FLOP/s\n"
                         "----  --------  ------  ---------  -------  -----  ----------  ------------\n"
                         "gemm    5.00 s  55.6 %     5.00 s   2.50 s      2  5.00 GFLOP  1.00 GFLOP/s\n"
                         "mlp     3.00 s  33.3 %     8.00 s   8.00 s      1  4.00 GFLOP   500 MFLOP/s\n"
                         "relu    1.00 s  11.1 %     1.00 s   1.00 s      1          --            --\n"
                         "Self CPU time total: 9.00 s, 90.0 % of the recorded time\n"
                         "FLOPs total: 5.00 GFLOP, 500 MFLOP/s over the recorded time\n"
                         "FLOPs are declared for 1 of 3 ops, by 2 of 4 calls\n"
                         "Self: without the ops inside; total and FLOPs: with them. Avg: total / calls. Share: of all "
                         "self CPU.\n"
                         "FLOP/s: FLOPs / CPU total, where each call or what lies inside declares its FLOPs.\n");
    session_close();
}

static void test_shapes_have_rows_of_their_own(void)
{
    profile_forward();
    char *text = op_table_now(&(sw_op_table_options){.by_shape = true, .sort_by = "calls"});
    CHECK_HAS(text, "name  shape          self CPU   share  CPU total  CPU avg  calls       FLOPs        FLOP/s\n"
                    "----  -------------  --------  ------  ---------  -------  -----  ----------  ------------\n");
    CHECK_TEXT(row_of(text, "Operators", "gemm  40x33x243 f32"),
               "gemm 40x33x243 f32 4.00 s 44.4 % 4.00 s 4.00 s 1 4.00 GFLOP 1.00 GFLOP/s");
    CHECK_TEXT(row_of(text, "Operators", "gemm  4x4x4 f64"),
               "gemm 4x4x4 f64 1.00 s 11.1 % 1.00 s 1.00 s 1 1.00 GFLOP 1.00 GFLOP/s");
    CHECK_TEXT(row_of(text, "Operators", "relu  --"), "relu -- 1.00 s 11.1 % 1.00 s 1.00 s 1 -- --");
    CHECK_HAS(text, "FLOPs are declared for 2 of 4 ops, by 2 of 4 calls\n");
    free(text);
    session_close();
}

static void test_places_have_rows_of_their_own(void)
{
    char row[64];
    profile_ops(&(sw_profiler_options){.with_stack = true});
    at(0);
    for (int i = 0; i < 2; i++) {
        sw_op_begin("gemm", NULL);
        at(i + 1);
        sw_op_end("gemm");
    }
    const int line = __LINE__ - 4;
    sw_op_begin("gemm", NULL);
    at(4);
    sw_op_end("gemm");
    char *text = op_table_now(&(sw_op_table_options){.by_place = true});
    snprintf(row, sizeof row, "gemm  op_table_test.c:%d", line);
    CHECK_HAS(text, row);
    snprintf(row, sizeof row, "gemm  op_table_test.c:%d", line + 5);
    CHECK_HAS(text, row);
    CHECK_HAS(text, "  2.00 s  50.0 %     2.00 s   1.00 s      2\n");
    CHECK_HAS(text, "  2.00 s  50.0 %     2.00 s   2.00 s      1\n");
    free(text);
    check_op_table_has(NULL, "\ngemm    4.00 s  100 %     4.00 s   1.33 s      3\n");
    session_close();
}

static void test_programs_get_all_numbers(void)
{
    profile_forward();
    report_take();
    CHECK_EQUAL(report_rows("operators"), 4); // by shape
    CHECK_TEXT(report_text("operators", 0, "op"), "gemm");
    CHECK_TEXT(report_text("operators", 0, "shape"), "40x33x243");
    CHECK_TEXT(report_text("operators", 0, "dtype"), "float32");
    CHECK_TEXT(report_text("operators", 0, "place"), NULL);
    static const struct {
        const char *column;
        double value;
    } gemm_row[] = {
        {"self_cpu_ns", 4 * SECOND},
        {"share", 4.0 / 9},
        {"cpu_ns", 4 * SECOND},
        {"avg_ns", 4 * SECOND},
        {"calls", 1},
        {"flops", 4e9},
        {"self_flops", 4e9},
        {"flops_calls", 1},
        {"flops_per_s", 1e9},
        {"moved_bytes", 2e9},
        {"moved_calls", 1},
        {"moved_bytes_per_s", 5e8},
        {"self_memory_bytes", NAN},
        {"memory_bytes", NAN},
        {"peak_memory_bytes", NAN},
        {"of_peak", NAN},
        {"cuda_ns", NAN},
        {"self_cuda_ns", NAN},
        {"comm_ns", NAN},
    };
    for (size_t i = 0; i < sizeof gemm_row / sizeof *gemm_row; i++) {
        const double is = report_cell("operators", 0, gemm_row[i].column);
        CU_ASSERT_TRUE(isnan(gemm_row[i].value) ? isnan(is) : fabs(is - gemm_row[i].value) <= 1e-12 * is);
    }
    CHECK_NEAR(op_cell("mlp", "self_flops"), 0, 0);
    CU_ASSERT_TRUE(isnan(op_cell("relu", "flops")) && isnan(op_cell("relu", "self_flops")));
    CHECK_NEAR(report_number("op_self_cpu_ns"), 9 * SECOND, 0);
    CHECK_NEAR(report_number("op_share_of_recorded"), 0.9, 1e-12);
    CHECK_NEAR(report_number("op_flops"), 5e9, 0);
    CHECK_NEAR(report_number("op_flops_per_s"), 5e8, 1e-3);
    CHECK_EQUAL(report_number("ops"), 4);
    CHECK_EQUAL(report_number("ops_with_flops"), 2);
    CHECK_EQUAL(report_number("op_calls"), 4);
    CHECK_EQUAL(report_number("op_calls_with_flops"), 2);
    report_drop();
    session_close();
}

static void *work_for_two_seconds(void *argument)
{
    (void)argument;
    op("work", &gemm, 1, 3);
    return NULL;
}

static void test_threads_add_up_and_that_is_said(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
    begin_op_at("work", &gemm, 0);
    run_on_thread(work_for_two_seconds, NULL);
    end_op_at("work", 4);
    finish_at(4);
    char *text = op_table_now(NULL);
    CHECK_TEXT(row_of(text, "Operators", "work"), "work 6.00 s 100 % 6.00 s 3.00 s 2 8.00 GFLOP 1.33 GFLOP/s");
    CHECK_HAS(text, "Self CPU time total: 6.00 s, 150 % of the recorded time; threads add up\n");
    free(text);
    session_close();
}

static void test_without_iterations_the_time_until_now_is_the_recorded_one(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
    op("gemm", &gemm, 0, 2);
    op("gemm", &gemm, 4, 6);
    at(8);
    char *text = session_close_printing();
    CHECK_EQUAL(messages_count(), 0);
    CHECK_HAS(text, "\n  recorded    0 of 0 iterations, 1 not finished\n");
    CHECK_TEXT(row_of(text, "Operators", "gemm"), "gemm 4.00 s 100 % 4.00 s 2.00 s 2 8.00 GFLOP 2.00 GFLOP/s");
    CHECK_HAS(text, "\nSelf CPU time total: 4.00 s, 50.0 % of the recorded time\n"
                    "FLOPs total: 8.00 GFLOP, 1.00 GFLOP/s over the recorded time\n");
    free(text);
}

static void test_a_pause_is_no_recorded_time(void)
{
    profile_ops(NULL);
    op("relu", NULL, 0, 2);
    sw_pause();
    at(10);
    sw_resume();
    at(12);
    check_op_table_has(NULL, "Self CPU time total: 2.00 s, 50.0 % of the recorded time\n");
    session_close();
}

static void test_an_iteration_that_only_began_is_no_recorded_time(void)
{
    profile_forward();
    at(100);
    check_op_table_has(NULL, "Self CPU time total: 9.00 s, 90.0 % of the recorded time\n");
    session_close();
}

static void test_a_run_without_ops_has_no_rows(void)
{
    profile_ops(NULL);
    section("solve", 0, 1);
    finish_at(1);
    check_op_table_has(NULL, "(none)\n");
    char *text = session_close_printing();
    CHECK_EQUAL(times_in(text, "Operators"), 0);
    free(text);
}

static void use_too_many_names(void)
{
    char name[32];
    profile_ops(NULL);
    for (int i = 0; i <= SW__NAME_CAP; i++) {
        snprintf(name, sizeof name, "filler %d", i);
        (void)sw_register(name);
    }
    at(0);
    CHECK_EQUAL(sw_op_begin("one op too many", NULL), SW_ERR_TOO_MANY_NAMES);
    at(2);
    (void)sw_op_end("one op too many");
    char *text = op_table_now(NULL);
    CHECK_TEXT(row_of(text, "Operators", "(other)"), "(other) 2.00 s 100 % 2.00 s 2.00 s 1");
    free(text);
    session_close();
}

static void test_names_beyond_the_last_one_have_a_row(void)
{
    check_in_child(use_too_many_names);
}

static void use_too_many_shapes(void)
{
    enum { MORE = 10, SHAPES = SW__OP_CAP - SW__NAME_CAP + MORE };
    profile_ops(&(sw_profiler_options){.record_shapes = true});
    for (int i = 0; i < SHAPES; i++)
        op("relu", &(sw_op_info){.shape = {i + 1}}, i, i + 1);
    report_take();
    CHECK_NEAR(report_number("op_self_cpu_ns"), SHAPES * SECOND, 0);
    CU_ASSERT_TRUE(report_number("ops_simplified") >= MORE);
    report_drop();
    check_op_table_has(NULL, "\nToo many different shapes, types and places: under their names alone count ");
    session_close();
}

static void test_shapes_beyond_the_last_one_count_under_their_name(void)
{
    check_in_child(use_too_many_shapes);
}

CU_TestInfo op_table_tests[] = {
    {"the table is as a person reads it", test_the_table_is_as_a_person_reads_it},
    {"shapes have rows of their own", test_shapes_have_rows_of_their_own},
    {"places have rows of their own", test_places_have_rows_of_their_own},
    {"programs get all numbers", test_programs_get_all_numbers},
    {"threads add up, and that is said", test_threads_add_up_and_that_is_said},
    {"without iterations the time until now is the recorded one",
     test_without_iterations_the_time_until_now_is_the_recorded_one},
    {"a pause is no recorded time", test_a_pause_is_no_recorded_time},
    {"an iteration that only began is no recorded time", test_an_iteration_that_only_began_is_no_recorded_time},
    {"a run without ops has no rows", test_a_run_without_ops_has_no_rows},
    {"names beyond the last one have a row", test_names_beyond_the_last_one_have_a_row},
    {"shapes beyond the last one count under their name", test_shapes_beyond_the_last_one_count_under_their_name},
    CU_TEST_INFO_NULL,
};
