// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ops in the traces of a session: where they are, and what is said of them.

#include "session_support.h"
#include "support_ops.h"
#include "trace_session.h"
#include "trace_support.h"

static const sw_op_info gemm = {.shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT32, .flops = 641520, .bytes = 1000};
static const sw_op_info small_gemm = {.shape = {4, 3, 2}, .dtype = SW_DTYPE_FLOAT32, .flops = 48};

// Two calls of one shape, and one of another, in a section; and an end of all.
static void record_gemms(const sw_profiler_options *options)
{
    open_tracing(*options);
    at(1);
    CHECK_EQUAL(sw_section_begin("forward"), SW_OK);
    op("gemm", &gemm, 2, 3);
    op("gemm", &small_gemm, 4, 5);
    op("gemm", &gemm, 6, 7);
    at(8);
    CHECK_EQUAL(sw_section_end("forward"), SW_OK);
    finish_at(9);
}

static void test_ops_lie_in_their_section(void)
{
    record_gemms(&(sw_profiler_options){.active = 1});
    trace_check(PATH,
                "forward, = named('forward')\n"
                "assert [(e.ts, e.dur) for e in named('gemm')] == [(t * 10**9, 10**9) for t in (2, 4, 6)], spans\n"
                "assert {(e.cat, e.tid) for e in named('gemm')} == {('op', forward.tid)}, spans\n"
                "assert forward.tid == min(tracks), tracks\n");
    close_tracing();
}

static void test_each_shape_has_its_work(void)
{
    record_gemms(&(sw_profiler_options){.active = 1, .record_shapes = true, .with_flops = true});
    trace_check(PATH, "large = {'shape': '40x33x243', 'dtype': 'float32', 'flops': 641520, 'bytes': 1000}\n"
                      "small = {'shape': '4x3x2', 'dtype': 'float32', 'flops': 48}\n"
                      "assert [e.args for e in named('gemm')] == [large, small, large], spans\n");
    close_tracing();
}

static void test_without_shapes_work_that_differs_is_left_out(void)
{
    record_gemms(&(sw_profiler_options){.active = 1, .with_flops = true});
    trace_check(PATH, "assert [e.args for e in named('gemm')] == [{}] * 3, spans\n");
    close_tracing();
}

static void test_main_thread_is_called_so(void)
{
    record_gemms(&(sw_profiler_options){.active = 1});
    trace_check(PATH, "assert re.fullmatch(r'main \\d+', tracks[named('forward')[0].tid]), tracks\n");
    close_tracing();
}

CU_TestInfo trace_ops_tests[] = {
    {"ops lie in their section, on the first track", test_ops_lie_in_their_section},
    {"each shape has its work", test_each_shape_has_its_work},
    {"without shapes, work that differs is left out", test_without_shapes_work_that_differs_is_left_out},
    {"the main thread is called so", test_main_thread_is_called_so},
    CU_TEST_INFO_NULL,
};
