// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The range of a scope, among ranges that are pushed and popped.

#include "nvtx_support.h"

#include <stdio.h>

#include "base/misuse.h"

static void return_early(bool early)
{
    SW_SCOPE("scope");
    if (early)
        return;
    sw_range_push("never reached");
}

static void test_scope_is_closed_on_an_early_return(void)
{
    ranges_open(true);
    return_early(true);
    CHECK_EQUAL(stats_of_range("scope").pushed, 1);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static int leak_in_scope(void)
{
    SW_SCOPE("scope");
    sw_range_push("leaked");
    return __LINE__ - 2;
}

static void test_scope_closes_what_was_left_open_in_it(void)
{
    char place[256];
    ranges_open(true);
    sw_range_push("outer");
    const int line = leak_in_scope();
    snprintf(place, sizeof place, "%s:%d: SW_SCOPE(\"scope\"): ", __FILE__, line);
    CHECK_HAS(messages_last(), place);
    CHECK_HAS(messages_last(), "closed with this one: \"leaked\" (");
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static void test_scope_without_checks_closes_silently(void)
{
    ranges_open(false);
    sw_range_push("outer");
    leak_in_scope();
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(stats_of_range("leaked").leaked, 1);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static void pop_outer_in_scope(void)
{
    SW_SCOPE("scope");
    sw_range_pop("outer");
    sw_range_push("after");
}

static void test_scope_that_was_closed_from_below_closes_nothing_else(void)
{
    ranges_open(true);
    sw_range_push("outer");
    pop_outer_in_scope();
    CHECK_EQUAL(messages_count(), 1);
    // The end of the scope came late, and counts into the incident.
    CHECK_EQUAL(sw__misuse_count(SW_ERR_RANGE_LEAKED), 2);
    CHECK_EQUAL(sw_range_pop("after"), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static void finish_session_in_scope(void)
{
    SW_SCOPE("scope");
    ranges_close();
    ranges_open(true);
    sw_range_push("of the next session");
}

static void test_scope_of_an_earlier_session_closes_nothing(void)
{
    ranges_open(true);
    finish_session_in_scope();
    CHECK_EQUAL(sw_range_pop("of the next session"), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

CU_TestInfo nvtx_scope_tests[] = {
    {"a scope is closed on an early return", test_scope_is_closed_on_an_early_return},
    {"a scope closes what was left open in it", test_scope_closes_what_was_left_open_in_it},
    {"a scope without checks closes silently", test_scope_without_checks_closes_silently},
    {"a scope that was closed from below closes nothing else",
     test_scope_that_was_closed_from_below_closes_nothing_else},
    {"a scope of an earlier session closes nothing", test_scope_of_an_earlier_session_closes_nothing},
    CU_TEST_INFO_NULL,
};
