// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ops: where they are recorded, what is kept of them, and how they go with sections.

#include "support_ops.h"

#include <stdio.h>

#include "base/misuse.h"

static const sw_op_info gemm = {.shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT32, .flops = 641520, .bytes = 1000};

static void test_an_op_has_its_calls_and_its_time(void)
{
    profile_ops(NULL);
    op("ops gemm", &gemm, 0, 2);
    op("ops gemm", &gemm, 3, 6);
    CHECK_OP("ops gemm", 2, 5);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_an_op_needs_no_info(void)
{
    profile_all_of_ops();
    op("ops bare", NULL, 0, 1);
    CHECK_OP("ops bare", 1, 1);
    CHECK_EQUAL(ops_seen("ops bare").flops_calls, 0);
    CHECK_TEXT(shape_seen("ops bare"), " ");
    session_close();
}

static void test_ops_by_handle_are_those_by_name(void)
{
    const sw_name handle = sw_register("ops handle");
    profile_all_of_ops();
    op("ops handle", &gemm, 0, 1);
    at(2);
    CHECK_EQUAL(sw_op_begin_handle(handle, &gemm), SW_OK);
    at(4);
    CHECK_EQUAL(sw_op_end_handle(handle), SW_OK);
    CHECK_OP("ops handle", 2, 3);
    CU_ASSERT(ops_seen("ops handle").flops == 2 * 641520.0);
    session_close();
}

static void test_the_functions_behind_the_macros_do_the_same(void)
{
    const sw_name handle = sw_register("ops function");
    profile_all_of_ops();
    at(0);
    CHECK_EQUAL((sw_op_begin)("ops function", &gemm), SW_OK);
    at(1);
    CHECK_EQUAL((sw_op_end)("ops function"), SW_OK);
    CHECK_EQUAL((sw_op_begin_handle)(handle, &gemm), SW_OK);
    at(2);
    CHECK_EQUAL((sw_op_end_handle)(handle), SW_OK);
    CHECK_OP("ops function", 2, 2);
    CHECK_HAS(place_seen("ops function"), "+0x");
    session_close();
}

static void test_the_zero_handle_does_nothing(void)
{
    profile_ops(NULL);
    CHECK_EQUAL(sw_op_begin_handle((sw_name){0}, &gemm), SW_OK);
    CHECK_EQUAL(sw_op_end_handle((sw_name){0}), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_a_program_can_ask_whether_ops_are_recorded(void)
{
    CU_ASSERT_FALSE(sw_op_is_enabled());
    profile(&(sw_profiler_options){.mode = SW_PROFILER_CUSTOM, .profile_memory = true});
    CU_ASSERT_FALSE(sw_op_is_enabled());
    session_close();
    profile(&(sw_profiler_options){.mode = SW_PROFILER_TORCH, .wait = 1, .active = 1});
    CU_ASSERT_TRUE(sw_op_is_enabled());
    session_close();
    CU_ASSERT_FALSE(sw_op_is_enabled());
}

static void test_ops_are_of_mode_torch_alone(void)
{
    profile(&(sw_profiler_options){.mode = SW_PROFILER_CUSTOM});
    op("ops custom", &gemm, 0, 1);
    CHECK_OP("ops custom", 0, 0);
    session_close();
}

static void test_what_is_said_of_an_op_is_not_looked_at_where_none_are_recorded(void)
{
    unsigned looked = 0;
    profile(&(sw_profiler_options){.mode = SW_PROFILER_CUSTOM});
    CHECK_EQUAL(sw_op_begin("ops lazy", &(sw_op_info){.flops = ++looked}), SW_OK);
    CHECK_EQUAL(sw_op_end("ops lazy"), SW_OK);
    CHECK_EQUAL(looked, 0);
    session_close();
}

static void test_outside_of_the_window_no_op_is_recorded(void)
{
    profile_ops(&(sw_profiler_options){.warmup = 1, .active = 1});
    op("ops window", &gemm, 0, 1);
    finish_at(2);
    op("ops window", &gemm, 3, 5);
    finish_at(6);
    op("ops window", &gemm, 7, 11);
    CHECK_OP("ops window", 1, 2);
    session_close();
}

static void test_a_section_and_an_op_of_one_name_are_two(void)
{
    profile_ops(NULL);
    begin_at("ops both", 0);
    begin_op_at("ops both", NULL, 1);
    end_op_at("ops both", 3);
    end_at("ops both", 10);
    finish_at(10);
    CHECK_OP("ops both", 1, 2);
    CHECK_METRIC("ops both_time_sec", 10);
    CHECK_METRIC("ops both_count", 1);
    session_close();
}

static void test_ops_are_no_values_of_an_iteration(void)
{
    profile_ops(NULL);
    begin_at("ops section", 0);
    op("ops inner", NULL, 1, 3);
    end_at("ops section", 10);
    finish_at(10);
    CHECK_NO_SECTION("ops inner");
    CHECK_SECTION("ops section", 10, 10, 1);
    session_close();
}

static void test_a_section_inside_an_op_lies_in_the_section_around_it(void)
{
    profile_ops(NULL);
    begin_at("ops outer", 0);
    begin_op_at("ops between", NULL, 1);
    section("ops nested", 2, 5);
    end_op_at("ops between", 6);
    end_at("ops outer", 10);
    finish_at(10);
    CHECK_SECTION("ops outer", 10, 7, 1);
    CHECK_METRIC("unattributed_sec", 0);
    session_close();
}

static void test_an_end_of_no_name_ends_the_last_of_its_kind(void)
{
    profile_ops(NULL);
    begin_at("ops around", 0);
    begin_op_at("ops last", NULL, 1);
    end_op_at(NULL, 2);
    at(3);
    CHECK_EQUAL(sw_op_end(NULL), SW_ERR_SECTION_NOT_OPEN);
    CHECK_EQUAL(sw_section_end(NULL), SW_OK);
    CHECK_OP("ops last", 1, 1);
    session_close();
}

static void test_ops_recurse(void)
{
    profile_ops(&(sw_profiler_options){.with_flops = true});
    begin_op_at("ops recurse", &gemm, 0);
    op("ops recurse", &gemm, 1, 3);
    end_op_at("ops recurse", 4);
    CHECK_EQUAL(ops_seen("ops recurse").calls, 2);
    CHECK_EQUAL(ops_seen("ops recurse").records, 2);
    session_close();
}

static void test_ops_that_cross_have_their_own_work(void)
{
    const sw_op_info small = {.flops = 7};
    profile_ops(&(sw_profiler_options){.with_flops = true});
    begin_op_at("ops a", &gemm, 0);
    begin_op_at("ops b", &small, 1);
    at(3);
    CHECK_EQUAL(sw_op_end("ops a"), SW_ERR_SECTION_CROSSED);
    end_op_at("ops b", 5);
    CHECK_OP("ops a", 1, 3);
    CHECK_OP("ops b", 1, 4);
    CU_ASSERT(ops_seen("ops a").flops == 641520);
    CU_ASSERT(ops_seen("ops b").flops == 7);
    session_close();
}

static void test_a_wrong_end_is_told_with_its_place(void)
{
    char told[128];
    profile_ops(NULL);
    snprintf(told, sizeof told, "%s:%d: sw_op_end(\"ops never\")", __FILE__, __LINE__ + 1);
    CHECK_EQUAL(sw_op_end("ops never"), SW_ERR_SECTION_NOT_OPEN);
    CHECK_HAS(messages_last(), told);
    CHECK_EQUAL(sw_op_begin("", NULL), SW_ERR_NAME);
    CHECK_EQUAL(sw_op_begin(NULL, NULL), SW_ERR_NAME);
    session_close();
}

static void test_what_an_iteration_cuts_off_is_told(void)
{
    profile_ops(NULL);
    begin_op_at("ops open", NULL, 0);
    at(1);
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_SECTION_UNFINISHED);
    CHECK_HAS(messages_last(), "\"ops open\"");
    CHECK_OP("ops open", 0, 0);
    session_close();
}

static void test_a_pause_leaves_ops_out(void)
{
    profile_ops(NULL);
    sw_pause();
    op("ops paused", NULL, 0, 1);
    sw_resume();
    op("ops paused", NULL, 2, 4);
    CHECK_OP("ops paused", 1, 2);
    session_close();
}

CU_TestInfo ops_tests[] = {
    {"an op has its calls and its time", test_an_op_has_its_calls_and_its_time},
    {"an op needs no info", test_an_op_needs_no_info},
    {"ops by handle are those by name", test_ops_by_handle_are_those_by_name},
    {"the functions behind the macros do the same", test_the_functions_behind_the_macros_do_the_same},
    {"the zero handle does nothing", test_the_zero_handle_does_nothing},
    {"ops are of mode torch alone", test_ops_are_of_mode_torch_alone},
    {"a program can ask whether ops are recorded", test_a_program_can_ask_whether_ops_are_recorded},
    {"what is said of an op is not looked at where none are recorded",
     test_what_is_said_of_an_op_is_not_looked_at_where_none_are_recorded},
    {"outside of the window no op is recorded", test_outside_of_the_window_no_op_is_recorded},
    {"a section and an op of one name are two", test_a_section_and_an_op_of_one_name_are_two},
    {"ops are no values of an iteration", test_ops_are_no_values_of_an_iteration},
    {"a section inside an op lies in the section around it", test_a_section_inside_an_op_lies_in_the_section_around_it},
    {"an end of no name ends the last of its kind", test_an_end_of_no_name_ends_the_last_of_its_kind},
    {"ops recurse", test_ops_recurse},
    {"ops that cross have their own work", test_ops_that_cross_have_their_own_work},
    {"a wrong end is told with its place", test_a_wrong_end_is_told_with_its_place},
    {"what an iteration cuts off is told", test_what_an_iteration_cuts_off_is_told},
    {"a pause leaves ops out", test_a_pause_leaves_ops_out},
    CU_TEST_INFO_NULL,
};
