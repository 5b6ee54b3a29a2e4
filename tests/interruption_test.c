// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Calls from signal handlers that interrupt other calls: not allowed, and yet they corrupt nothing. A handler runs behind
// each instruction of a call in turn.

#include "support_interruption.h"
#include "support_recording.h"
#include "support_steps.h"
#include "test.h"

#include <string.h>

#include "base/lanes.h"
#include "stopwatch/timer_slots.h"

enum { STACK_LIMIT = 8, SHORTEST_PAIR = 40 };

static const char no_steps[] = "no single steps here";
// How many timers are open on this thread; the stack of them is walked no further than it can be.
static unsigned open_timers(void)
{
    unsigned count = 0;
    for (const sw__slot *slot = sw__timers_of(sw__this_lane)->top; slot && count < STACK_LIMIT; slot = slot->under)
        count++;
    return count;
}

// The kinds of work to interrupt.

static void pair_by_name(void)
{
    note_start(&main_calls, INTERRUPTED);
    note_end(&main_calls, INTERRUPTED);
}

static void pair_by_handle(void)
{
    const sw_name handle = {sw__name_find(INTERRUPTED, strlen(INTERRUPTED))};
    note_status(&main_calls, &main_calls.starts, sw_start_meas_handle(handle));
    note_status(&main_calls, &main_calls.ends, sw_end_meas_handle(handle));
}

static void pair_over_an_iteration(void)
{
    sw_finish_iter();
    pair_by_name();
}

static void range_pair(void)
{
    note_status(&main_calls, &main_calls.starts, sw_range_push(INTERRUPTED));
    note_status(&main_calls, &main_calls.ends, sw_range_pop(INTERRUPTED));
}

static void scope(void)
{
    SW_SCOPE(INTERRUPTED);
    main_calls.starts++;
    main_calls.ends++;
}

// What a handler does.

static void handlers_pair(void)
{
    note_start(&handler_calls, IN_HANDLER);
    note_end(&handler_calls, IN_HANDLER);
}

static void handlers_range(void)
{
    note_status(&handler_calls, &handler_calls.starts, sw_range_push(IN_HANDLER));
    note_status(&handler_calls, &handler_calls.ends, sw_range_pop(IN_HANDLER));
}

static void handlers_start(void)
{
    note_start(&handler_calls, IN_HANDLER);
}

static void handlers_start_of_the_same(void)
{
    note_start(&handler_calls, INTERRUPTED);
}

static void handlers_end_of_the_same(void)
{
    note_end(&handler_calls, INTERRUPTED);
}

static void handlers_restart_of_the_same(void)
{
    note_end(&handler_calls, INTERRUPTED);
    note_start(&handler_calls, INTERRUPTED);
}

static void handlers_iteration(void)
{
    sw_finish_iter();
}

// Interrupts the work behind each of its instructions, once in each run of it, and ends what a handler left open. Where
// there are very many, the later ones are sampled.
static void interrupt_everywhere(void (*work)(void), void (*action)(void))
{
    unsigned at = 0;
    while (interrupt_at(at, work, action)) {
        note_end(&handler_calls, IN_HANDLER);
        note_end(&handler_calls, INTERRUPTED);
        if (open_timers() != 0) {
            FAIL("behind instruction %u: %u timers are still open", at, open_timers());
            break;
        }
        at = next_instruction(at);
    }
    CU_ASSERT_TRUE(at > SHORTEST_PAIR);
}

// Each interval that was ended was counted, and nothing else was.
static void check_counts(void)
{
    const sw_meas_stats own = stats_of_meas(INTERRUPTED);
    const sw_meas_stats other = stats_of_meas(IN_HANDLER);
    CHECK_EQUAL(main_calls.starts + handler_calls.starts, main_calls.ends + handler_calls.ends);
    CHECK_EQUAL(own.count + other.count, 2 + main_calls.ends + handler_calls.ends);
    CHECK_EQUAL(own.running + other.running, 0);
    // Longer than this test has run would be a length that was never measured.
    CU_ASSERT_TRUE(own.max_ns < 600e9);
    CU_ASSERT_TRUE(other.max_ns < 600e9);
    CU_ASSERT_TRUE(sw__lanes_interrupted_calls() >= handler_calls.refused);
}

static void check_interrupted(void (*work)(void), void (*action)(void))
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_session();
    interrupt_everywhere(work, action);
    check_counts();
    session_close();
}

static void test_a_pair_in_a_handler_leaves_the_interrupted_pair_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_session();
    unsigned runs = 0;
    for (void (*const work[])(void) = {pair_by_name, pair_by_handle}; runs < 2; runs++)
        interrupt_everywhere(work[runs], handlers_pair);
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(main_calls.refused, 0);
    CU_ASSERT_TRUE(handler_calls.refused > 0);
    CHECK_EQUAL(stats_of_meas(INTERRUPTED).count, 1 + main_calls.ends);
    CHECK_EQUAL(stats_of_meas(IN_HANDLER).count, 1 + handler_calls.ends);
    session_close();
}

static void test_a_refused_call_says_so_and_is_counted(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_session();
    interrupt_everywhere(pair_by_name, handlers_pair);
    CU_ASSERT_TRUE(handler_calls.refused > 0);
    CHECK_EQUAL(sw__lanes_interrupted_calls(), handler_calls.refused);
    session_close();
}

static void test_a_start_in_a_handler_corrupts_nothing(void)
{
    check_interrupted(pair_by_name, handlers_start);
    check_interrupted(pair_by_handle, handlers_start);
}

static void test_a_start_of_the_same_name_in_a_handler_corrupts_nothing(void)
{
    check_interrupted(pair_by_name, handlers_start_of_the_same);
    check_interrupted(pair_by_handle, handlers_start_of_the_same);
}

static void test_an_end_of_the_same_name_in_a_handler_corrupts_nothing(void)
{
    check_interrupted(pair_by_name, handlers_end_of_the_same);
    check_interrupted(pair_by_handle, handlers_end_of_the_same);
}

static void test_a_restart_of_the_same_name_in_a_handler_corrupts_nothing(void)
{
    check_interrupted(pair_by_name, handlers_restart_of_the_same);
    check_interrupted(pair_by_handle, handlers_restart_of_the_same);
}

static void test_a_pair_in_a_handler_leaves_a_scope_whole(void)
{
    check_interrupted(scope, handlers_pair);
}

static void test_a_pair_in_a_handler_leaves_the_end_of_an_iteration_whole(void)
{
    check_interrupted(pair_over_an_iteration, handlers_pair);
}

static void test_the_end_of_an_iteration_in_a_handler_leaves_a_pair_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_session();
    for (unsigned at = 0; interrupt_at(at, pair_by_name, handlers_iteration); at++)
        CHECK_EQUAL(open_timers(), 0);
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(stats_of_meas(INTERRUPTED).count, 1 + main_calls.ends);
    session_close();
}

static void test_ranges_in_a_handler_leave_the_interrupted_range_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_session();
    for (unsigned at = 0; interrupt_at(at, range_pair, handlers_range); at++)
        ;
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(handler_calls.worst, SW_OK);
    CU_ASSERT_TRUE(handler_calls.refused > 0);
    CHECK_EQUAL(ranges_of(INTERRUPTED).pushed, 1 + main_calls.starts);
    CHECK_EQUAL(ranges_of(IN_HANDLER).pushed, 1 + handler_calls.starts);
    CHECK_EQUAL(ranges_of(INTERRUPTED).leaked + ranges_of(IN_HANDLER).leaked, 0);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    session_close();
}

// A thread's first call makes its lane.

typedef struct first_call {
    unsigned at;
    bool was_interrupted;
} first_call;

static void *interrupt_first_call(void *argument)
{
    first_call *call = argument;
    call->was_interrupted = interrupt_at(call->at, pair_by_name, handlers_pair);
    return NULL;
}

static void count_lane(sw__lane *lane, void *context)
{
    (void)lane;
    ++*(unsigned *)context;
}

static void test_a_handler_in_the_first_call_of_a_thread_corrupts_nothing(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    first_call call = {0, true};
    uint64_t threads = 1;
    open_interrupted_session();
    for (; call.was_interrupted; call.at = next_instruction(call.at)) {
        run_on_thread(interrupt_first_call, &call);
        threads++;
    }
    CHECK_EQUAL(main_calls.worst, SW_OK);
    check_counts();
    CHECK_EQUAL(stats_of_meas(INTERRUPTED).threads, threads);
    // That of this thread, and the retired one: no thread had a second lane that it has left behind.
    unsigned lanes = 0;
    sw__lanes_visit(count_lane, &lanes);
    CHECK_EQUAL(lanes, 2);
    session_close();
}

CU_TestInfo interruption_tests[] = {
    {"a pair in a handler leaves the interrupted pair whole",
     test_a_pair_in_a_handler_leaves_the_interrupted_pair_whole},
    {"a refused call says so and is counted", test_a_refused_call_says_so_and_is_counted},
    {"a start in a handler corrupts nothing", test_a_start_in_a_handler_corrupts_nothing},
    {"a start of the same name in a handler corrupts nothing",
     test_a_start_of_the_same_name_in_a_handler_corrupts_nothing},
    {"an end of the same name in a handler corrupts nothing",
     test_an_end_of_the_same_name_in_a_handler_corrupts_nothing},
    {"a restart of the same name in a handler corrupts nothing",
     test_a_restart_of_the_same_name_in_a_handler_corrupts_nothing},
    {"a pair in a handler leaves a scope whole", test_a_pair_in_a_handler_leaves_a_scope_whole},
    {"a pair in a handler leaves the end of an iteration whole",
     test_a_pair_in_a_handler_leaves_the_end_of_an_iteration_whole},
    {"the end of an iteration in a handler leaves a pair whole",
     test_the_end_of_an_iteration_in_a_handler_leaves_a_pair_whole},
    {"ranges in a handler leave the interrupted range whole",
     test_ranges_in_a_handler_leave_the_interrupted_range_whole},
    {"a handler in the first call of a thread corrupts nothing",
     test_a_handler_in_the_first_call_of_a_thread_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
