// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// FLOPs in the operator table: whose they are, what is not known of them, and the peak that they are compared with.

#include "support_op_table.h"

#include <math.h>
#include <stdlib.h>

static const sw_op_info gemm = {.flops = 4000000000};
static const sw_op_info mm = {.flops = 641520}; // 40x33 by 33x243

static void profile_flops(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
}

// Of an iteration of ten seconds gemm takes two inside an op that declares nothing, and two by itself.
static void forward(void)
{
    begin_op_at("mlp", NULL, 0);
    op("gemm", &gemm, 1, 3);
    end_op_at("mlp", 8);
    op("gemm", &gemm, 8, 10);
    finish_at(10);
}

static void test_flops_of_a_wrapper_and_its_kernel_count_once(void)
{
    profile_flops();
    begin_op_at("matmul", &mm, 0);
    op("mm", &mm, 0, 1);
    end_op_at("matmul", 1);
    finish_at(1);
    report_take();
    CHECK_NEAR(op_cell("matmul", "flops"), 641520, 0);
    CHECK_NEAR(op_cell("matmul", "self_flops"), 0, 0);
    CHECK_NEAR(op_cell("mm", "self_flops"), 641520, 0);
    CHECK_NEAR(report_number("op_flops"), 641520, 0);
    report_drop();
    session_close();
}

static void test_where_no_op_declares_flops_there_are_no_columns_of_them(void)
{
    profile_flops();
    op("relu", NULL, 0, 1);
    finish_at(2);
    check_op_table(NULL, "Operators\n"
                         "name  self CPU  share  CPU total  CPU avg  calls\n"
                         "----  --------  -----  ---------  -------  -----\n"
                         "relu    1.00 s  100 %     1.00 s   1.00 s      1\n"
                         "Self CPU time total: 1.00 s, 50.0 % of the recorded time\n"
                         "Self: without the ops inside; total: with them. Avg: total / calls. Share: of all "
                         "self CPU.\n");
    session_close();
}

static void test_calls_that_do_not_declare_leave_the_rate_unknown(void)
{
    profile_flops();
    op("gemm", &gemm, 0, 1);
    op("gemm", NULL, 1, 2);
    finish_at(2);
    check_op_table_has(NULL, "\ngemm    2.00 s  100 %     2.00 s   1.00 s      2  4.00 GFLOP\n");
    check_op_table_has(NULL, "\nFLOPs are declared for 1 of 1 op, by 1 of 2 calls\n");
    report_take();
    CHECK_EQUAL(op_cell("gemm", "flops_calls"), 1);
    report_drop();
    session_close();
}

static void test_the_peak_makes_a_column(void)
{
    CHECK_EQUAL(sw_set_peak_flops(8e9), SW_OK);
    profile_flops();
    forward();
    char *text = op_table_now(NULL);
    CHECK_HAS(text, "       FLOPs        FLOP/s  of peak\n");
    CHECK_TEXT(row_of(text, "Operators", "gemm"), "gemm 4.00 s 40.0 % 4.00 s 2.00 s 2 8.00 GFLOP 2.00 GFLOP/s 25.0 %");
    CHECK_HAS(text,
              "FLOPs total: 8.00 GFLOP, 800 MFLOP/s over the recorded time, 10.0 % of the peak of 8.00 GFLOP/s\n");
    free(text);
    report_take();
    CHECK_NEAR(op_cell("mlp", "of_peak"), 0.0625, 1e-12);
    CHECK_NEAR(report_number("peak_flops_per_s"), 8e9, 0);
    report_drop();
    CHECK_EQUAL(sw_set_peak_flops(-1), SW_OK); // no longer known
    text = op_table_now(NULL);
    CHECK_EQUAL(times_in(text, "peak"), 0);
    free(text);
    session_close();
}

static void test_what_is_no_number_is_no_peak(void)
{
    CHECK_EQUAL(sw_set_peak_flops(2e9), SW_OK);
    profile_flops();
    forward();
    CHECK_EQUAL(sw_set_peak_flops(NAN), SW_ERR_ARGUMENT);
    CHECK_HAS(messages_last(), "sw_set_peak_flops: ");
    CHECK_EQUAL(sw_set_peak_flops(INFINITY), SW_ERR_ARGUMENT);
    check_op_table_has(NULL, "of the peak of 2.00 GFLOP/s\n");
    CHECK_EQUAL(sw_set_peak_flops(0), SW_OK);
    session_close();
}

CU_TestInfo op_table_flops_tests[] = {
    {"FLOPs of a wrapper and its kernel count once", test_flops_of_a_wrapper_and_its_kernel_count_once},
    {"where no op declares FLOPs there are no columns of them",
     test_where_no_op_declares_flops_there_are_no_columns_of_them},
    {"calls that do not declare leave the rate unknown", test_calls_that_do_not_declare_leave_the_rate_unknown},
    {"the peak makes a column", test_the_peak_makes_a_column},
    {"what is no number is no peak", test_what_is_no_number_is_no_peak},
    CU_TEST_INFO_NULL,
};
