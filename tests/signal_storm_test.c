// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Signal handlers that make calls at any time, many thousands of them, among a million calls.

#include "support_interruption.h"
#include "support_recording.h"
#include "test.h"

enum { ROUNDS = SANITIZED ? 50000 : 400000, HANDLERS = 5000 };

static void on_storm(int signal_number)
{
    (void)signal_number;
    const sw_status started = sw_start_meas(IN_HANDLER);
    note_status(&handler_calls, &handler_calls.starts, started);
    if (started == SW_OK)
        note_end(&handler_calls, IN_HANDLER);
    if (sw_range_push(IN_HANDLER) == SW_OK)
        sw_range_pop(IN_HANDLER);
}

static void work_once(sw_name handle)
{
    note_start(&main_calls, INTERRUPTED);
    sw_range_push(INTERRUPTED);
    note_status(&main_calls, &main_calls.starts, sw_start_meas("inside the interrupted"));
    note_status(&main_calls, &main_calls.ends, sw_end_meas("inside the interrupted"));
    sw_range_pop(INTERRUPTED);
    note_end(&main_calls, INTERRUPTED);
    note_status(&main_calls, &main_calls.starts, sw_start_meas_handle(handle));
    note_status(&main_calls, &main_calls.ends, sw_end_meas_handle(handle));
}

// At least a million pairs, and until there were enough handler_calls. Returns how often it worked.
static uint64_t work_until_interrupted_often(void)
{
    const sw_name handle = sw_register(INTERRUPTED);
    uint64_t rounds = 0;
    for (; rounds < ROUNDS || (handler_calls.starts + handler_calls.refused < HANDLERS && rounds < 100 * ROUNDS);
         rounds++)
        work_once(handle);
    return rounds;
}

static void test_a_storm_of_handlers_corrupts_nothing(void)
{
    open_interrupted_session();
    const uint64_t rounds = work_in_a_storm(on_storm, work_until_interrupted_often);
    CHECK_EQUAL(main_calls.worst, SW_OK);
    CHECK_EQUAL(main_calls.refused, 0);
    CHECK_EQUAL(stats_of_meas(INTERRUPTED).count, 1 + 2 * rounds);
    CHECK_EQUAL(stats_of_meas("inside the interrupted").count, rounds);
    CHECK_EQUAL(stats_of_meas(IN_HANDLER).count, 1 + handler_calls.ends);
    CHECK_EQUAL(ranges_of(INTERRUPTED).pushed, 1 + rounds);
    CU_ASSERT_TRUE(handler_calls.starts + handler_calls.refused >= HANDLERS);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

CU_TestInfo signal_storm_tests[] = {
    {"a storm of handlers corrupts nothing", test_a_storm_of_handlers_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
