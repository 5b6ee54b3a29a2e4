// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ops on the clock that programs have, where calls go their shortest way: many, on many threads, interrupted by signals.

#include "support_interruption.h"
#include "support_ops.h"
#include "support_recording.h"

enum { THREADS = 4, EACH = SANITIZED ? 6000 : 60000, HANDLERS = 300, SHAPES = 100 };

static void open_real(void)
{
    profile_real(&(sw_profiler_options){
        .mode = SW_PROFILER_TORCH, .record_shapes = true, .with_flops = true, .with_stack = true});
}

// As many different shapes, FLOPs that are those of the shape, and in each third call none.
static void *many_ops(void *argument)
{
    (void)argument;
    const sw_name handle = sw_register("ops stress handle");
    for (int i = 0; i < EACH; i++) {
        const sw_op_info info = {.shape = {1 + i % SHAPES, 3}, .flops = i % 3 ? 1 + (uint64_t)(i % SHAPES) : 0};
        sw_op_begin("ops stress", &info);
        sw_op_begin_handle(handle, NULL);
        sw_op_end_handle(handle);
        sw_op_end("ops stress");
    }
    return NULL;
}

static double flops_of_one_thread(void)
{
    double flops = 0;
    for (int i = 0; i < EACH; i++)
        flops += i % 3 ? 1 + i % SHAPES : 0;
    return flops;
}

static void test_many_threads_lose_no_call_and_no_work(void)
{
    open_real();
    run_on_threads(THREADS, many_ops, NULL, 0);
    const seen_op seen = ops_seen("ops stress");
    CHECK_EQUAL(seen.calls, THREADS * EACH);
    CHECK_EQUAL(seen.flops_calls, THREADS * EACH / 3 * 2);
    CHECK_NEAR(seen.flops, THREADS * flops_of_one_thread(), 0);
    CHECK_EQUAL(seen.records, SHAPES);
    CHECK_EQUAL(ops_seen("ops stress handle").calls, THREADS * EACH);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_is_inside_takes_no_longer_than_what_is_around(void)
{
    open_real();
    many_ops(NULL);
    CU_ASSERT(ops_seen("ops stress handle").total <= ops_seen("ops stress").total);
    session_close();
}

static const sw_op_info in_main = {.shape = {1}, .flops = 3};
static const sw_op_info in_handler = {.shape = {2}, .flops = 5};

static void on_storm(int signal_number)
{
    (void)signal_number;
    const sw_status begun = sw_op_begin(IN_HANDLER, &in_handler);
    note_status(&handler_calls, &handler_calls.starts, begun);
    if (begun == SW_OK)
        note_status(&handler_calls, &handler_calls.ends, sw_op_end(IN_HANDLER));
}

static uint64_t work_until_interrupted_often(void)
{
    uint64_t rounds = 0;
    for (; rounds < EACH || (handler_calls.starts + handler_calls.refused < HANDLERS && rounds < 1000 * EACH);
         rounds++) {
        note_status(&main_calls, &main_calls.starts, sw_op_begin(INTERRUPTED, &in_main));
        note_status(&main_calls, &main_calls.ends, sw_op_end(INTERRUPTED));
    }
    return rounds;
}

static void test_a_storm_of_handlers_corrupts_nothing(void)
{
    open_real();
    main_calls = handler_calls = (outcome){0};
    // Each name is known on this thread: adding one takes a lock, which no handler may interrupt.
    sw_op_begin(IN_HANDLER, &in_handler), sw_op_end(IN_HANDLER);
    sw_op_begin(INTERRUPTED, &in_main), sw_op_begin(IN_HANDLER, &in_handler);
    sw_op_end(IN_HANDLER), sw_op_end(INTERRUPTED);
    const uint64_t rounds = work_in_a_storm(on_storm, work_until_interrupted_often);
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(main_calls.refused, 0);
    CHECK_EQUAL(ops_seen(INTERRUPTED).calls, 1 + rounds);
    CHECK_NEAR(ops_seen(INTERRUPTED).flops, 3.0 * (double)(1 + rounds), 0);
    CHECK_EQUAL(ops_seen(IN_HANDLER).calls, 2 + handler_calls.ends);
    CHECK_NEAR(ops_seen(IN_HANDLER).flops, 5.0 * (double)(2 + handler_calls.ends), 0);
    CU_ASSERT_TRUE(handler_calls.starts + handler_calls.refused >= HANDLERS);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

CU_TestInfo ops_stress_tests[] = {
    {"many threads lose no call and no work", test_many_threads_lose_no_call_and_no_work},
    {"what is inside takes no longer than what is around", test_what_is_inside_takes_no_longer_than_what_is_around},
    {"a storm of handlers corrupts nothing", test_a_storm_of_handlers_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
