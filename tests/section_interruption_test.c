// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections from signal handlers that interrupt other calls: not allowed, and yet they corrupt nothing. See
// interruption_test.c and signal_storm_test.c, which do the same for measurements and ranges.

#include "support_interruption.h"
#include "support_profiler.h"
#include "support_recording.h"
#include "support_steps.h"

#include <string.h>

#include "base/lanes.h"
#include "profiler/sections.h"

enum { SHORTEST_PAIR = 30, ROUNDS = SANITIZED ? 20000 : 60000, HANDLERS = 1000 };

static const char no_steps[] = "no single steps here";

static void note_begin(outcome *o, const char *name)
{
    note_status(o, &o->starts, sw_section_begin(name));
}

static void note_section_end(outcome *o, const char *name)
{
    note_status(o, &o->ends, sw_section_end(name));
}

static void open_interrupted_profile(void)
{
    main_calls = handler_calls = (outcome){0};
    profile_real(NULL);
    for (int i = 0; i < 2; i++) { // in both places in which they will be
        sw_section_begin(INTERRUPTED);
        sw_section_begin(IN_HANDLER);
        sw_section_end(IN_HANDLER);
        sw_section_end(INTERRUPTED);
    }
    sw_section_begin(IN_HANDLER);
    sw_section_begin(INTERRUPTED);
    sw_section_end(INTERRUPTED);
    sw_section_end(IN_HANDLER);
    sw_finish_iter();
}

static size_t open_sections(void)
{
    const sw__sections *sections = sw__sections_of(sw__this_lane);
    return (size_t)(sections->top - sections->entries);
}

static void pair_by_name(void)
{
    note_begin(&main_calls, INTERRUPTED);
    note_section_end(&main_calls, INTERRUPTED);
}

static void pair_by_handle(void)
{
    const sw_name handle = {sw__name_find(INTERRUPTED, strlen(INTERRUPTED))};
    note_status(&main_calls, &main_calls.starts, sw_section_begin_handle(handle));
    note_status(&main_calls, &main_calls.ends, sw_section_end_handle(handle));
}

static void scope(void)
{
    SW_SCOPE(INTERRUPTED);
    main_calls.starts++;
    main_calls.ends++;
}

static void handlers_pair(void)
{
    note_begin(&handler_calls, IN_HANDLER);
    note_section_end(&handler_calls, IN_HANDLER);
}

static void handlers_begin(void)
{
    note_begin(&handler_calls, IN_HANDLER);
}

static void handlers_begin_of_the_same(void)
{
    note_begin(&handler_calls, INTERRUPTED);
}

static void handlers_end_of_the_same(void)
{
    note_section_end(&handler_calls, INTERRUPTED);
}

static void handlers_iteration(void)
{
    sw_finish_iter();
}

// An end that found its section ended by the handler, or crossed by what the handler began, has a status that says so.
static bool is_harmless(sw_status status)
{
    return status == SW_OK || status == SW_ERR_SECTION_NOT_OPEN || status == SW_ERR_SECTION_CROSSED;
}

// Interrupts the work behind each of its instructions, or of every few of them, once in each run of it, and ends what a
// handler left open.
static void interrupt_everywhere(void (*work)(void), void (*action)(void), unsigned every)
{
    unsigned at = 0;
    while (interrupt_at(at, work, action)) {
        while (open_sections() > 0 && sw_section_end(NULL) == SW_OK)
            handler_calls.ends++;
        if (open_sections() != 0) {
            FAIL("behind instruction %u: %zu sections are still open", at, open_sections());
            break;
        }
        at = next_instruction(at) + every - 1;
    }
    CU_ASSERT_TRUE(at > SHORTEST_PAIR);
}

static double count_of(const char *name)
{
    const double count = metric_of(name, "_count");
    return count == NO_METRIC ? 0 : count;
}

// Each section that was ended was counted once, and nothing else was.
static void check_counts(void)
{
    sw_finish_iter();
    CU_ASSERT_TRUE(is_harmless(main_calls.worst));
    CU_ASSERT_TRUE(is_harmless(handler_calls.worst));
    CU_ASSERT_TRUE(metric_of(INTERRUPTED, "_time_sec") < 600);
    CU_ASSERT_TRUE(metric_of(IN_HANDLER, "_time_sec") < 600);
    CHECK_NEAR(count_of(INTERRUPTED) + count_of(IN_HANDLER), (double)(main_calls.starts + handler_calls.starts), 0);
}

static void check_interrupted(void (*work)(void), void (*action)(void), unsigned every)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_profile();
    interrupt_everywhere(work, action, every);
    check_counts();
    session_close();
}

static void test_a_pair_in_a_handler_leaves_the_interrupted_pair_whole(void)
{
    check_interrupted(pair_by_name, handlers_pair, 1);
    CHECK_EQUAL(main_calls.refused, 0);
    check_interrupted(pair_by_handle, handlers_pair, 1);
    CHECK_EQUAL(main_calls.worst, SW_OK);
}

static void test_a_begin_in_a_handler_is_not_lost(void)
{
    check_interrupted(pair_by_name, handlers_begin, 1);
}

static void test_a_begin_of_the_same_name_in_a_handler_is_not_lost(void)
{
    check_interrupted(pair_by_handle, handlers_begin_of_the_same, 2);
}

static void test_an_end_of_the_same_name_in_a_handler_ends_it_once(void)
{
    check_interrupted(pair_by_name, handlers_end_of_the_same, 2);
    check_interrupted(pair_by_handle, handlers_end_of_the_same, 1);
}

static void test_a_pair_in_a_handler_leaves_a_scope_whole(void)
{
    check_interrupted(scope, handlers_pair, 5);
}

// The handler ends the iteration, which cuts off what is open: an end is late then.
static void test_the_end_of_an_iteration_in_a_handler_leaves_a_pair_whole(void)
{
    if (leave_out(!can_step(), no_steps))
        return;
    open_interrupted_profile();
    for (unsigned at = 0; interrupt_at(at, pair_by_name, handlers_iteration); at = next_instruction(at) + 4)
        CHECK_EQUAL(open_sections(), 0);
    CU_ASSERT_TRUE(main_calls.worst == SW_OK || main_calls.worst == SW_ERR_SECTION_UNFINISHED);
    sw_finish_iter();
    pair_by_name();
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_NEAR(count_of(INTERRUPTED), 1, 0);
    session_close();
}

static void on_storm(int signal_number)
{
    (void)signal_number;
    const sw_status begun = sw_section_begin(IN_HANDLER);
    note_status(&handler_calls, &handler_calls.starts, begun);
    if (begun == SW_OK)
        note_section_end(&handler_calls, IN_HANDLER);
}

// Until there were enough handlers, which takes its time where there are few processors. Returns how often it worked.
static uint64_t work_until_interrupted_often(void)
{
    const uint64_t begin = monotonic_now();
    uint64_t rounds = 0;
    do {
        for (int i = 0; i < ROUNDS; i++) {
            pair_by_name();
            pair_by_handle();
            scope();
        }
        rounds += ROUNDS;
    } while (handler_calls.starts + handler_calls.refused < HANDLERS && monotonic_now() - begin < SECONDS(60));
    return rounds;
}

static void test_a_storm_of_handlers_corrupts_nothing(void)
{
    open_interrupted_profile();
    const uint64_t rounds = work_in_a_storm(on_storm, work_until_interrupted_often);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(main_calls.refused, 0);
    CHECK_EQUAL(handler_calls.worst, SW_OK);
    CHECK_NEAR(count_of(INTERRUPTED), 3.0 * (double)rounds, 0);
    CHECK_NEAR(count_of(IN_HANDLER), (double)handler_calls.ends, 0);
    CU_ASSERT_TRUE(handler_calls.starts + handler_calls.refused >= HANDLERS);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

CU_TestInfo section_interruption_tests[] = {
    {"a pair in a handler leaves the interrupted pair whole",
     test_a_pair_in_a_handler_leaves_the_interrupted_pair_whole},
    {"a begin in a handler is not lost", test_a_begin_in_a_handler_is_not_lost},
    {"a begin of the same name in a handler is not lost", test_a_begin_of_the_same_name_in_a_handler_is_not_lost},
    {"an end of the same name in a handler ends it once", test_an_end_of_the_same_name_in_a_handler_ends_it_once},
    {"a pair in a handler leaves a scope whole", test_a_pair_in_a_handler_leaves_a_scope_whole},
    {"the end of an iteration in a handler leaves a pair whole",
     test_the_end_of_an_iteration_in_a_handler_leaves_a_pair_whole},
    {"a storm of handlers corrupts nothing", test_a_storm_of_handlers_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
