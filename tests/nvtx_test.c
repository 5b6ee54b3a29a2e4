// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ranges by push and pop, and marks: what is open, names, limits, pauses, fork.

#include "nvtx_support.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIMIT = 4096 };

static void test_all_is_silent_while_off(void)
{
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    CHECK_EQUAL(sw_range_push(NULL), SW_OK);
    CHECK_EQUAL(sw_range_pop("never pushed"), SW_OK);
    CHECK_EQUAL(sw_range_start("").id, 0);
    CHECK_EQUAL(sw_range_end((sw_range){12345}), SW_OK);
    CHECK_EQUAL(sw_mark(NULL), SW_OK);
}

static void test_enabled_until_finalize(void)
{
    ranges_open(false);
    CU_ASSERT_TRUE(sw_nvtx_is_enabled());
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_ERR_ALREADY);
    ranges_close();
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
}

static void test_pop_closes_the_innermost_range(void)
{
    ranges_open(true);
    CHECK_EQUAL(sw_range_push("outer"), SW_OK);
    CHECK_EQUAL(sw_range_push("inner"), SW_OK);
    CHECK_EQUAL(sw_range_pop("inner"), SW_OK);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(stats_of_range("inner").pushed, 1);
    CHECK_EQUAL(stats_of_range("inner").deepest, 2);
    CHECK_EQUAL(stats_of_range("outer").deepest, 1);
    ranges_close();
}

static void test_unnamed_pop_closes_the_innermost_range(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("inner");
    CHECK_EQUAL(sw_range_pop(NULL), SW_OK);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    ranges_close();
}

static void test_pop_of_a_recursion_closes_one_level(void)
{
    ranges_open(true);
    sw_range_push("again");
    sw_range_push("again");
    CHECK_EQUAL(sw_range_pop("again"), SW_OK);
    CHECK_EQUAL(sw_range_pop("again"), SW_OK);
    CHECK_EQUAL(sw_range_pop("again"), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(stats_of_range("again").deepest, 2);
    ranges_close();
}

static void test_handles_and_names_are_the_same_ranges(void)
{
    ranges_open(true);
    const sw_name handle = sw_register("either way");
    CHECK_EQUAL(sw_range_push_handle(handle), SW_OK);
    CHECK_EQUAL(sw_range_pop("either way"), SW_OK);
    CHECK_EQUAL(sw_range_push("either way"), SW_OK);
    CHECK_EQUAL(sw_range_pop_handle(handle), SW_OK);
    CHECK_EQUAL(stats_of_range("either way").pushed, 2);
    ranges_close();
}

static void test_zero_handle_does_nothing(void)
{
    ranges_open(false);
    sw_range_push("open");
    CHECK_EQUAL(sw_range_push_handle((sw_name){0}), SW_OK);
    CHECK_EQUAL(sw_range_pop_handle((sw_name){0}), SW_OK);
    CHECK_EQUAL(sw_range_pop("open"), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static void test_handles_never_given_out_do_nothing(void)
{
    ranges_open(true);
    CHECK_EQUAL(sw_range_push_handle((sw_name){16383}), SW_OK);
    sw_mark("later calls of a session go a shorter way than the first one");
    CHECK_EQUAL(sw_range_push_handle((sw_name){16383}), SW_OK);
    CHECK_EQUAL(sw_range_push_handle((sw_name){UINT32_MAX}), SW_OK);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    ranges_close();
}

static void test_names_must_not_be_null_or_empty(void)
{
    ranges_open(true);
    CHECK_EQUAL(sw_range_push(NULL), SW_ERR_NAME);
    CHECK_EQUAL(sw_range_push(""), SW_ERR_NAME);
    CHECK_EQUAL(sw_mark(NULL), SW_ERR_NAME);
    CHECK_EQUAL(sw_mark(""), SW_ERR_NAME);
    CHECK_EQUAL(sw_range_start(NULL).id, 0);
    CHECK_EQUAL(sw_last_error(), SW_ERR_NAME);
    CHECK_HAS(messages_last(), "sw_range_start(): the name is NULL or empty");
    ranges_close();
}

static void test_pop_of_a_refused_empty_name_pops_nothing(void)
{
    ranges_open(false);
    sw_range_push("open");
    sw_range_push("");
    CHECK_EQUAL(sw_range_pop(""), SW_ERR_NAME);
    CHECK_EQUAL(sw_range_pop("open"), SW_OK);
    ranges_close();
}

static void test_names_of_a_megabyte_match(void)
{
    enum { LENGTH = 1 << 20 };
    char *name = malloc(LENGTH + 1);
    memset(name, 'x', LENGTH);
    name[LENGTH] = '\0';
    ranges_open(true);
    CHECK_EQUAL(sw_range_push(name), SW_OK);
    CHECK_EQUAL(sw_range_pop(name), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    ranges_close();
    free(name);
}

static void test_a_buffer_may_be_used_again_for_another_name(void)
{
    char buffer[16] = "first";
    ranges_open(true);
    sw_range_push(buffer);
    strcpy(buffer, "second");
    sw_range_push(buffer);
    strcpy(buffer, "overwritten");
    CHECK_EQUAL(sw_range_pop("second"), SW_OK);
    CHECK_EQUAL(sw_range_pop("first"), SW_OK);
    ranges_close();
}

static void check_deep_ranges(void)
{
    int failed = 0;
    ranges_open(true);
    for (int i = 0; i < DEPTH_LIMIT; i++)
        failed += sw_range_push("deep") != SW_OK;
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(sw_range_push("too deep"), SW_ERR_TOO_MANY_RANGES);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(stats_of_range("too deep").deepest, DEPTH_LIMIT + 3);
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(sw_range_pop("too deep"), SW_OK);
    for (int i = 0; i < DEPTH_LIMIT; i++)
        failed += sw_range_pop("deep") != SW_OK;
    CHECK_EQUAL(failed, 0);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
}

static void test_ranges_beyond_the_limit_are_counted(void)
{
    check_in_child(check_deep_ranges);
}

static void check_many_names(void)
{
    char name[32];
    ranges_open(true);
    for (int i = 0; i < 16384; i++) {
        snprintf(name, sizeof name, "name %d", i);
        sw_register(name);
    }
    CHECK_EQUAL(sw_range_push("one too many"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_range_push("two too many"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_range_pop("two too many"), SW_OK);
    CHECK_EQUAL(sw_range_pop("one too many"), SW_OK);
    CHECK_EQUAL(sw_range_push("name 7"), SW_OK);
    CHECK_EQUAL(sw_range_pop("three too many"), SW_ERR_RANGE_NOT_OPEN);
    CHECK_EQUAL(sw_mark("four too many"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(stats_of_range("(other)").pushed, 2);
    CHECK_EQUAL(stats_of_range("(other)").marked, 1);
    CHECK_EQUAL(stats_of_range("one too many").pushed, 0);
}

// In a child, as the table of names is the process's.
static void test_names_beyond_the_limit_go_as_other(void)
{
    check_in_child(check_many_names);
}

static void test_ranges_of_a_pause_are_not_counted(void)
{
    ranges_open(true);
    sw_pause();
    sw_range_push("in a pause");
    sw_mark("in a pause");
    sw_resume();
    sw_range_push("after it");
    CHECK_EQUAL(sw_range_pop("after it"), SW_OK);
    CHECK_EQUAL(sw_range_pop("in a pause"), SW_OK);
    CHECK_EQUAL(stats_of_range("in a pause").pushed, 0);
    CHECK_EQUAL(stats_of_range("in a pause").marked, 0);
    CHECK_EQUAL(stats_of_range("after it").pushed, 1);
    ranges_close();
}

static void test_a_range_can_be_closed_in_a_pause(void)
{
    ranges_open(true);
    sw_range_push("before");
    sw_pause();
    CHECK_EQUAL(sw_range_pop("before"), SW_OK);
    sw_resume();
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(stats_of_range("before").pushed, 1);
    ranges_close();
}

static void check_ranges_after_fork(void)
{
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    ranges_open(true);
    CHECK_EQUAL(sw_range_pop("in the parent"), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(sw_range_push("in the child"), SW_OK);
    CHECK_EQUAL(stats_of_range("in the child").deepest, 1);
    CHECK_EQUAL(stats_of_range("in the parent").pushed, 0);
    CHECK_EQUAL(sw_range_pop("in the child"), SW_OK);
}

static void test_a_forked_child_begins_with_nothing_open(void)
{
    ranges_open(true);
    sw_range_push("in the parent");
    check_in_child(check_ranges_after_fork);
    CHECK_EQUAL(sw_range_pop("in the parent"), SW_OK);
    ranges_close();
}

CU_TestInfo nvtx_tests[] = {
    {"all is silent while off", test_all_is_silent_while_off},
    {"enabled until finalize", test_enabled_until_finalize},
    {"a pop closes the innermost range", test_pop_closes_the_innermost_range},
    {"an unnamed pop closes the innermost range", test_unnamed_pop_closes_the_innermost_range},
    {"a pop of a recursion closes one level", test_pop_of_a_recursion_closes_one_level},
    {"handles and names are the same ranges", test_handles_and_names_are_the_same_ranges},
    {"the zero handle does nothing", test_zero_handle_does_nothing},
    {"handles never given out do nothing", test_handles_never_given_out_do_nothing},
    {"names must not be NULL or empty", test_names_must_not_be_null_or_empty},
    {"a pop of a refused empty name pops nothing", test_pop_of_a_refused_empty_name_pops_nothing},
    {"names of a megabyte match", test_names_of_a_megabyte_match},
    {"a buffer may be used again for another name", test_a_buffer_may_be_used_again_for_another_name},
    {"ranges beyond the limit are counted", test_ranges_beyond_the_limit_are_counted},
    {"names beyond the limit go as (other)", test_names_beyond_the_limit_go_as_other},
    {"ranges of a pause are not counted", test_ranges_of_a_pause_are_not_counted},
    {"a range can be closed in a pause", test_a_range_can_be_closed_in_a_pause},
    {"a forked child begins with nothing open", test_a_forked_child_begins_with_nothing_open},
    CU_TEST_INFO_NULL,
};
