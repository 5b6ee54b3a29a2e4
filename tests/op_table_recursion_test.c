// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ops inside themselves in the operator table.

#include "support_op_table.h"

#define SECOND 1e9

// walk { walk { leaf } }, of which each walk declares what lies inside, too.
static void recurse(void)
{
    const sw_op_info outer = {.flops = 3000000000}, inner = {.flops = 2000000000};
    begin_op_at("walk", &outer, 0);
    begin_op_at("walk", &inner, 2);
    op("leaf", NULL, 3, 4);
    end_op_at("walk", 8);
    end_op_at("walk", 10);
    finish_at(10);
}

static void test_of_an_op_inside_itself_the_outer_one_counts(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
    recurse();
    report_take();
    CHECK_EQUAL(report_rows("operators"), 2);
    CHECK_NEAR(op_cell("walk", "cpu_ns"), 10 * SECOND, 0);
    CHECK_NEAR(op_cell("walk", "self_cpu_ns"), 9 * SECOND, 0); // of both
    CHECK_EQUAL(op_cell("walk", "calls"), 2);
    CHECK_NEAR(op_cell("walk", "flops"), 3e9, 0);
    CHECK_NEAR(op_cell("walk", "self_flops"), 3e9, 0);
    CHECK_NEAR(report_number("op_flops"), 3e9, 0);
    CHECK_NEAR(report_number("op_self_cpu_ns"), 10 * SECOND, 0);
    report_drop();
    session_close();
}

static void test_an_op_inside_itself_that_goes_on_does_not_hide_the_inner_one(void)
{
    profile_ops(NULL);
    begin_op_at("walk", NULL, 0);
    op("walk", NULL, 1, 3);
    report_take();
    CHECK_NEAR(op_cell("walk", "cpu_ns"), 2 * SECOND, 0);
    CHECK_NEAR(op_cell("walk", "self_cpu_ns"), 2 * SECOND, 0);
    report_drop();
    end_op_at("walk", 4);
    session_close();
}

static void test_self_is_never_more_than_the_total(void)
{
    profile_ops(NULL);
    begin_op_at("walk", NULL, 0);
    begin_op_at("step", NULL, 1);
    begin_op_at("walk", NULL, 1);
    end_op_at("walk", 3); // the inner one
    at(4);
    CHECK_EQUAL(sw_op_end("walk"), SW_ERR_SECTION_CROSSED);
    begin_op_at("walk", NULL, 4); // in step
    end_op_at("walk", 9);
    end_op_at("step", 9);
    finish_at(9);
    report_take();
    for (size_t row = 0; row < report_rows("operators"); row++)
        CU_ASSERT_TRUE(report_cell("operators", row, "self_cpu_ns") <= report_cell("operators", row, "cpu_ns"));
    CHECK_NEAR(op_cell("walk", "cpu_ns"), 4 * SECOND, 0);
    CHECK_NEAR(op_cell("walk", "self_cpu_ns"), 4 * SECOND, 0);
    report_drop();
    session_close();
}

CU_TestInfo op_table_recursion_tests[] = {
    {"of an op inside itself the outer one counts", test_of_an_op_inside_itself_the_outer_one_counts},
    {"an op inside itself that goes on does not hide the inner one",
     test_an_op_inside_itself_that_goes_on_does_not_hide_the_inner_one},
    {"self is never more than the total", test_self_is_never_more_than_the_total},
    CU_TEST_INFO_NULL,
};
