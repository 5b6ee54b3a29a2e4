// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The state word: what begins are let in, whoever changes it in between.

#include "test.h"

#include "base/state.h"

// The tests run while no session is open, and leave the word as they found it.
static void check_bits(uint64_t mask, uint64_t value, uint64_t expected)
{
    (void)sw__state_change(mask, value);
    CHECK_EQUAL(sw__state() & SW__ALL_BITS, expected);
}

static void clear(void)
{
    (void)sw__state_change(SW__ALL_BITS, 0);
}

static void test_begins_come_and_go_with_the_ends(void)
{
    check_bits(SW__STOPWATCH_END, SW__STOPWATCH_END, SW__STOPWATCH_BITS);
    check_bits(SW__PROFILER_BITS, SW__PROFILER_BITS, SW__STOPWATCH_BITS | SW__PROFILER_BITS);
    check_bits(SW__PROFILER_STATE, 0, SW__STOPWATCH_BITS);
    check_bits(SW__STOPWATCH_END, 0, 0);
    clear();
}

static void test_a_pause_keeps_begins_out(void)
{
    check_bits(SW__NVTX_BITS, SW__NVTX_BITS, SW__NVTX_BITS);
    check_bits(SW__SESSION_PAUSED, SW__SESSION_PAUSED, SW__NVTX_END | SW__SESSION_PAUSED);
    check_bits(SW__SESSION_PAUSED, 0, SW__NVTX_BITS);
    clear();
}

// A window opens, or a module is switched on, while the session is paused.
static void test_what_goes_in_during_a_pause_begins_with_its_end(void)
{
    check_bits(SW__SESSION_PAUSED, SW__SESSION_PAUSED, SW__SESSION_PAUSED);
    check_bits(SW__PROFILER_STATE, SW__PROFILER_BITS, SW__PROFILER_END | SW__SESSION_PAUSED);
    check_bits(SW__SESSION_PAUSED, 0, SW__PROFILER_BITS);
    clear();
}

// A window closes during a pause: its begins do not come back with the resume.
static void test_what_goes_out_during_a_pause_stays_out(void)
{
    check_bits(SW__PROFILER_BITS, SW__PROFILER_BITS, SW__PROFILER_BITS);
    check_bits(SW__SESSION_PAUSED, SW__SESSION_PAUSED, SW__PROFILER_END | SW__SESSION_PAUSED);
    check_bits(SW__PROFILER_STATE, 0, SW__SESSION_PAUSED);
    check_bits(SW__SESSION_PAUSED, 0, 0);
    clear();
}

CU_TestInfo state_tests[] = {
    {"begins come and go with the ends", test_begins_come_and_go_with_the_ends},
    {"a pause keeps begins out", test_a_pause_keeps_begins_out},
    {"what goes in during a pause begins with its end", test_what_goes_in_during_a_pause_begins_with_its_end},
    {"what goes out during a pause stays out", test_what_goes_out_during_a_pause_stays_out},
    CU_TEST_INFO_NULL,
};
