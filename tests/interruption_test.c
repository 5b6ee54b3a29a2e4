// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Calls from signal handlers that interrupt other calls: not allowed, and yet they corrupt nothing. A handler runs behind
// each instruction of a call in turn; then many handlers run at any time.

#include "support_recording.h"
#include "support_steps.h"
#include "test.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/lanes.h"
#include "base/misuse.h"
#include "stopwatch/timers.h"

enum { ROUNDS = SANITIZED ? 50000 : 400000, HANDLERS = 5000, STACK_LIMIT = 8, SHORTEST_PAIR = 40,
       DENSITY = SANITIZED ? 12 : 64 };

static const char no_steps[] = "no single steps here";
static const char *const name = "interrupted";
static const char *const handlers_name = "in the handler";

// How the calls of the interrupted work, or of the handler, ended.
typedef struct outcome {
    uint64_t starts; ///< that were accepted
    uint64_t ends;
    uint64_t refused;
    sw_status worst; ///< the last other one
} outcome;

static outcome mine, handlers;

static void note(outcome *o, uint64_t *accepted, sw_status status)
{
    if (status == SW_OK)
        (*accepted)++;
    else if (status == SW_ERR_INTERRUPTED)
        o->refused++;
    else
        o->worst = status;
}

static void note_start(outcome *o, const char *what)
{
    note(o, &o->starts, sw_start_meas(what));
}

static void note_end(outcome *o, const char *what)
{
    note(o, &o->ends, sw_end_meas(what));
}

static void open_session(void)
{
    mine = handlers = (outcome){0};
    session_open_real(NULL);
    sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true});
    make_pairs(name, 1);
    make_pairs(handlers_name, 1);
    sw_range_push(name);
    sw_range_push(handlers_name);
    sw_range_pop(handlers_name);
    sw_range_pop(name);
}

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
    note_start(&mine, name);
    note_end(&mine, name);
}

static void pair_by_handle(void)
{
    const sw_name handle = {sw__name_find(name, strlen(name))};
    note(&mine, &mine.starts, sw_start_meas_handle(handle));
    note(&mine, &mine.ends, sw_end_meas_handle(handle));
}

static void pair_over_an_iteration(void)
{
    sw_finish_iter();
    pair_by_name();
}

static void range_pair(void)
{
    note(&mine, &mine.starts, sw_range_push(name));
    note(&mine, &mine.ends, sw_range_pop(name));
}

static void scope(void)
{
    SW_SCOPE(name);
    mine.starts++;
    mine.ends++;
}

// What a handler does.

static void handlers_pair(void)
{
    note_start(&handlers, handlers_name);
    note_end(&handlers, handlers_name);
}

static void handlers_range(void)
{
    note(&handlers, &handlers.starts, sw_range_push(handlers_name));
    note(&handlers, &handlers.ends, sw_range_pop(handlers_name));
}

static void handlers_start(void)
{
    note_start(&handlers, handlers_name);
}

static void handlers_start_of_the_same(void)
{
    note_start(&handlers, name);
}

static void handlers_end_of_the_same(void)
{
    note_end(&handlers, name);
}

static void handlers_restart_of_the_same(void)
{
    note_end(&handlers, name);
    note_start(&handlers, name);
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
        note_end(&handlers, handlers_name);
        note_end(&handlers, name);
        if (open_timers() != 0) {
            FAIL("behind instruction %u: %u timers are still open", at, open_timers());
            break;
        }
        at += 1 + at / DENSITY;
    }
    CU_ASSERT_TRUE(at > SHORTEST_PAIR);
}

// Each interval that was ended was counted, and nothing else was.
static void check_counts(void)
{
    const sw_meas_stats own = stats_of_meas(name);
    const sw_meas_stats other = stats_of_meas(handlers_name);
    CHECK_EQUAL(mine.starts + handlers.starts, mine.ends + handlers.ends);
    CHECK_EQUAL(own.count + other.count, 2 + mine.ends + handlers.ends);
    CHECK_EQUAL(own.running + other.running, 0);
    // Longer than this test has run would be a length that was never measured.
    CU_ASSERT_TRUE(own.max_ns < 600e9);
    CU_ASSERT_TRUE(other.max_ns < 600e9);
    CU_ASSERT_TRUE(sw__lanes_interrupted_calls() >= handlers.refused);
}

static void check_interrupted(void (*work)(void), void (*action)(void))
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_session();
    interrupt_everywhere(work, action);
    check_counts();
    session_close();
}

static void test_a_pair_in_a_handler_leaves_the_interrupted_pair_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_session();
    unsigned runs = 0;
    for (void (*const work[])(void) = {pair_by_name, pair_by_handle}; runs < 2; runs++)
        interrupt_everywhere(work[runs], handlers_pair);
    CHECK_EQUAL(mine.worst, SW_OK);
    CHECK_EQUAL(mine.refused, 0);
    CU_ASSERT_TRUE(handlers.refused > 0);
    CHECK_EQUAL(stats_of_meas(name).count, 1 + mine.ends);
    CHECK_EQUAL(stats_of_meas(handlers_name).count, 1 + handlers.ends);
    session_close();
}

static void test_a_refused_call_says_so_and_is_counted(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_session();
    interrupt_everywhere(pair_by_name, handlers_pair);
    CU_ASSERT_TRUE(handlers.refused > 0);
    CHECK_EQUAL(sw__lanes_interrupted_calls(), handlers.refused);
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
    open_session();
    for (unsigned at = 0; interrupt_at(at, pair_by_name, handlers_iteration); at++)
        CHECK_EQUAL(open_timers(), 0);
    CHECK_EQUAL(mine.worst, SW_OK);
    CHECK_EQUAL(stats_of_meas(name).count, 1 + mine.ends);
    session_close();
}

static sw_range_stats ranges_of(const char *what)
{
    sw_range_stats stats = {0};
    sw_get_range_stats(what, &stats);
    return stats;
}

static void test_ranges_in_a_handler_leave_the_interrupted_range_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_session();
    for (unsigned at = 0; interrupt_at(at, range_pair, handlers_range); at++)
        ;
    CHECK_EQUAL(mine.worst, SW_OK);
    CHECK_EQUAL(handlers.worst, SW_OK);
    CU_ASSERT_TRUE(handlers.refused > 0);
    CHECK_EQUAL(ranges_of(name).pushed, 1 + mine.starts);
    CHECK_EQUAL(ranges_of(handlers_name).pushed, 1 + handlers.starts);
    CHECK_EQUAL(ranges_of(name).leaked + ranges_of(handlers_name).leaked, 0);
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

static void test_a_handler_in_the_first_call_of_a_thread_corrupts_nothing(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    first_call call = {0, true};
    uint64_t threads = 1;
    open_session();
    for (; call.was_interrupted; call.at += 1 + call.at / 32) {
        run_on_thread(interrupt_first_call, &call);
        threads++;
    }
    CHECK_EQUAL(mine.worst, SW_OK);
    check_counts();
    CHECK_EQUAL(stats_of_meas(name).threads, threads);
    session_close();
}

// Handlers at any time.

static bool storm_is_over;
static pthread_t storm_target;

static void on_storm(int signal_number)
{
    (void)signal_number;
    const sw_status started = sw_start_meas(handlers_name);
    note(&handlers, &handlers.starts, started);
    if (started == SW_OK)
        note_end(&handlers, handlers_name);
    if (sw_range_push(handlers_name) == SW_OK)
        sw_range_pop(handlers_name);
}

static void *send_signals(void *argument)
{
    (void)argument;
    while (!__atomic_load_n(&storm_is_over, __ATOMIC_RELAXED))
        pthread_kill(storm_target, SIGUSR1);
    return NULL;
}

static void work_once(sw_name handle)
{
    note_start(&mine, name);
    sw_range_push(name);
    note(&mine, &mine.starts, sw_start_meas("inside the interrupted"));
    note(&mine, &mine.ends, sw_end_meas("inside the interrupted"));
    sw_range_pop(name);
    note_end(&mine, name);
    note(&mine, &mine.starts, sw_start_meas_handle(handle));
    note(&mine, &mine.ends, sw_end_meas_handle(handle));
}

// At least a million pairs, and until there were enough handlers. Returns how often it worked.
static uint64_t work_in_the_storm(void)
{
    const sw_name handle = sw_register(name);
    uint64_t rounds = 0;
    for (; rounds < ROUNDS || (handlers.starts + handlers.refused < HANDLERS && rounds < 100 * ROUNDS); rounds++)
        work_once(handle);
    return rounds;
}

static void test_a_storm_of_handlers_corrupts_nothing(void)
{
    struct sigaction before;
    const struct sigaction during = {.sa_handler = on_storm, .sa_flags = SA_RESTART};
    pthread_t sender;
    open_session();
    storm_is_over = false;
    storm_target = pthread_self();
    sigaction(SIGUSR1, &during, &before);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&sender, NULL, send_signals, NULL), 0);
    const uint64_t rounds = work_in_the_storm();
    __atomic_store_n(&storm_is_over, true, __ATOMIC_RELAXED);
    pthread_join(sender, NULL);
    sigaction(SIGUSR1, &before, NULL);
    CHECK_EQUAL(mine.worst, SW_OK);
    CHECK_EQUAL(mine.refused, 0);
    CHECK_EQUAL(stats_of_meas(name).count, 1 + 2 * rounds);
    CHECK_EQUAL(stats_of_meas("inside the interrupted").count, rounds);
    CHECK_EQUAL(stats_of_meas(handlers_name).count, 1 + handlers.ends);
    CHECK_EQUAL(ranges_of(name).pushed, 1 + rounds);
    CU_ASSERT_TRUE(handlers.starts + handlers.refused >= HANDLERS);
    CHECK_EQUAL(messages_count(), 0);
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
    {"a storm of handlers corrupts nothing", test_a_storm_of_handlers_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
