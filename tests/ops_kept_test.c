// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is kept of ops beyond their times: shapes, places, FLOPs and bytes, as the options say.

#include "support_ops.h"

#include <stddef.h>
#include <stdio.h>

static const sw_op_info gemm = {.shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT32, .flops = 641520, .bytes = 1000};

static void test_shapes_and_types_are_told_apart_where_they_are_recorded(void)
{
    const sw_op_info other_shape = {.shape = {40, 33, 244}, .dtype = SW_DTYPE_FLOAT32};
    const sw_op_info other_type = {.shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT64};
    profile_ops(&(sw_profiler_options){.record_shapes = true});
    op("ops shapes", &gemm, 0, 1);
    op("ops shapes", &other_shape, 1, 2);
    op("ops shapes", &other_type, 2, 3);
    op("ops shapes", &gemm, 3, 4);
    CHECK_EQUAL(ops_seen("ops shapes").records, 3);
    CHECK_TEXT(shape_seen("ops shapes"), "40x33x243 float64");
    CHECK_TEXT(place_seen("ops shapes"), "");
    session_close();
}

static void test_without_record_shapes_they_are_one(void)
{
    const sw_op_info other = {.shape = {1, 2}};
    profile_ops(NULL);
    op("ops one", &gemm, 0, 1);
    op("ops one", &other, 1, 2);
    CHECK_EQUAL(ops_seen("ops one").records, 1);
    CHECK_TEXT(shape_seen("ops one"), " ");
    session_close();
}

static void test_a_zero_inside_a_shape_is_a_part_of_it(void)
{
    const sw_op_info info = {.shape = {0, 5, 0, 7}};
    profile_ops(&(sw_profiler_options){.record_shapes = true});
    op("ops zero", &info, 0, 1);
    CHECK_TEXT(shape_seen("ops zero"), "0x5x0x7 ");
    session_close();
}

static void test_places_are_told_apart_with_stack(void)
{
    char here[64];
    profile_ops(&(sw_profiler_options){.with_stack = true});
    for (int i = 0; i < 2; i++) {
        CHECK_EQUAL(sw_op_begin("ops place", NULL), SW_OK);
        CHECK_EQUAL(sw_op_end("ops place"), SW_OK);
    }
    snprintf(here, sizeof here, "%s:%d", __FILE__, __LINE__ + 1);
    CHECK_EQUAL(sw_op_begin("ops place", NULL), SW_OK);
    CHECK_EQUAL(sw_op_end("ops place"), SW_OK);
    CHECK_EQUAL(ops_seen("ops place").records, 2);
    CHECK_TEXT(place_seen("ops place"), here);
    session_close();
}

static void test_flops_and_bytes_add_up_with_those_who_declared_them(void)
{
    const sw_op_info flops_alone = {.flops = 10};
    profile_ops(&(sw_profiler_options){.with_flops = true});
    op("ops work", &gemm, 0, 1);
    op("ops work", &flops_alone, 1, 2);
    op("ops work", NULL, 2, 3);
    const seen_op seen = ops_seen("ops work");
    CU_ASSERT(seen.flops == 641530);
    CHECK_EQUAL(seen.flops_calls, 2);
    CU_ASSERT(seen.bytes == 1000);
    CHECK_EQUAL(seen.calls, 3);
    session_close();
}

static void test_without_with_flops_none_are_kept(void)
{
    profile_ops(NULL);
    op("ops idle", &gemm, 0, 1);
    CHECK_EQUAL(ops_seen("ops idle").flops_calls, 0);
    session_close();
}

static void test_flops_beyond_all_measure_are_cut_not_wrapped(void)
{
    const sw_op_info info = {.flops = UINT64_MAX};
    profile_ops(&(sw_profiler_options){.with_flops = true});
    op("ops huge", &info, 0, 1);
    op("ops huge", &info, 1, 2);
    CHECK_NEAR(ops_seen("ops huge").flops, 0x1p63, 1e10);
    session_close();
}

static void test_a_full_log_loses_no_work(void)
{
    enum { CALLS = 20000 };
    profile_ops(&(sw_profiler_options){.with_flops = true});
    for (int i = 0; i < CALLS; i++)
        op("ops many", i % 3 ? &gemm : NULL, i, i + 0.5);
    const seen_op seen = ops_seen("ops many");
    CHECK_EQUAL(seen.calls, CALLS);
    CHECK_EQUAL(seen.flops_calls, CALLS - (CALLS + 2) / 3);
    CU_ASSERT(seen.flops == 641520.0 * (CALLS - (CALLS + 2) / 3));
    session_close();
}

static void test_an_info_of_an_older_header_is_known_as_far_as_it_goes(void)
{
    const uint32_t older = offsetof(sw_op_info, flops);
    profile_ops(&(sw_profiler_options){.record_shapes = true, .with_flops = true});
    CHECK_EQUAL(sw__op_begin("ops older", &gemm, older, __FILE__, __LINE__), SW_OK);
    CHECK_EQUAL(sw_op_end("ops older"), SW_OK);
    CHECK_TEXT(shape_seen("ops older"), "40x33x243 float32");
    CHECK_EQUAL(ops_seen("ops older").flops_calls, 0);
    session_close();
}

static void test_an_activity_that_is_not_wanted_is_not_recorded(void)
{
    const sw_op_info blas = {.activity = SW_ACTIVITY_BLAS};
    profile_ops(&(sw_profiler_options){.activities = 1u << SW_ACTIVITY_BLAS});
    op("ops own", NULL, 0, 1);
    op("ops blas", &blas, 1, 3);
    CHECK_OP("ops own", 0, 0);
    CHECK_OP("ops blas", 1, 2);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

CU_TestInfo ops_kept_tests[] = {
    {"shapes and types are told apart where they are recorded",
     test_shapes_and_types_are_told_apart_where_they_are_recorded},
    {"without record_shapes they are one", test_without_record_shapes_they_are_one},
    {"a zero inside a shape is a part of it", test_a_zero_inside_a_shape_is_a_part_of_it},
    {"places are told apart with_stack", test_places_are_told_apart_with_stack},
    {"FLOPs and bytes add up, with those who declared them", test_flops_and_bytes_add_up_with_those_who_declared_them},
    {"without with_flops none are kept", test_without_with_flops_none_are_kept},
    {"FLOPs beyond all measure are cut, not wrapped", test_flops_beyond_all_measure_are_cut_not_wrapped},
    {"a full log loses no work", test_a_full_log_loses_no_work},
    {"an info of an older header is known as far as it goes",
     test_an_info_of_an_older_header_is_known_as_far_as_it_goes},
    {"an activity that is not wanted is not recorded", test_an_activity_that_is_not_wanted_is_not_recorded},
    CU_TEST_INFO_NULL,
};
