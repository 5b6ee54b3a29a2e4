// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Pops that do not fit the stack, with and without order checks.

#include "nvtx_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/misuse.h"

static uint64_t leaks_reported(void)
{
    return sw__misuse_count(SW_ERR_RANGE_LEAKED);
}

// The stack is empty: a pop finds nothing.
static void check_empty(void)
{
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
}

static void test_pop_on_empty_is_an_error_and_all_goes_on(void)
{
    ranges_open(false);
    CHECK_EQUAL(sw_range_pop("x"), SW_ERR_RANGE_EMPTY);
    CHECK_HAS(messages_last(), "sw_range_pop(\"x\"): no range is open on this thread; nothing was popped");
    for (int i = 0; i < 10; i++) {
        sw_range_push("y");
        CHECK_EQUAL(sw_range_pop("y"), SW_OK);
    }
    CHECK_EQUAL(stats_of_range("y").pushed, 10);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_RANGE_EMPTY), 1);
    ranges_close();
}

static void test_leaked_ranges_are_closed_with_the_one_below(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("middle");
    sw_range_push("leaked a");
    sw_range_push("leaked b");
    CHECK_EQUAL(sw_range_pop("middle"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(sw_last_error(), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(stats_of_range("leaked a").leaked, 1);
    CHECK_EQUAL(stats_of_range("leaked b").leaked, 1);
    CHECK_EQUAL(stats_of_range("middle").leaked, 0);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    check_empty();
    ranges_close();
}

static void test_message_names_the_leaked_and_the_whole_stack(void)
{
    char expected[512];
    ranges_open(true);
    const int line = __LINE__ + 1;
    sw_range_push("outer");
    sw_range_push("leaked a");
    sw_range_push("leaked b");
    sw_range_pop("outer");
    snprintf(expected, sizeof expected,
             "%s:%d: sw_range_pop(\"outer\"): a range was pushed and never popped; closed with this one: "
             "\"leaked a\" (%s:%d), \"leaked b\" (%s:%d); the stack was, outermost first: "
             "\"outer\" (%s:%d), \"leaked a\" (%s:%d), \"leaked b\" (%s:%d)",
             __FILE__, line + 3, __FILE__, line + 1, __FILE__, line + 2, __FILE__, line, __FILE__, line + 1, __FILE__,
             line + 2);
    CHECK_TEXT(messages_last(), expected);
    CHECK_EQUAL(messages_count(), 1);
    ranges_close();
}

static void test_late_pops_count_into_the_incident(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("late a");
    sw_range_push("late b");
    sw_range_pop("outer");
    CHECK_EQUAL(sw_range_pop("late a"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(sw_range_pop("late b"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(leaks_reported(), 3);
    // Each of them has been popped now, so that one more is a mistake of its own.
    CHECK_EQUAL(sw_range_pop("late b"), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(messages_count(), 2);
    ranges_close();
}

static void test_late_pops_leave_the_open_ranges_alone(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("crossed");
    sw_range_push("late");
    sw_range_pop("crossed");
    CHECK_EQUAL(sw_range_pop("late"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    CHECK_EQUAL(messages_count(), 1);
    ranges_close();
}

static void test_a_leaked_range_is_forgotten_when_its_place_is_taken(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("leaked");
    sw_range_pop("outer");
    sw_range_push("other outer");
    sw_range_push("takes the place");
    CHECK_EQUAL(sw_range_pop("leaked"), SW_ERR_RANGE_NOT_OPEN);
    CHECK_EQUAL(sw_range_pop("takes the place"), SW_OK);
    CHECK_EQUAL(sw_range_pop("other outer"), SW_OK);
    ranges_close();
}

// "same" is open at the bottom, and leaked at the top: the one that was pushed last is meant.
static void test_late_pop_does_not_reach_for_an_older_range_of_its_name(void)
{
    ranges_open(true);
    sw_range_push("same");
    sw_range_push("between");
    sw_range_push("crossed");
    sw_range_push("same");
    sw_range_pop("crossed");
    CHECK_EQUAL(sw_range_pop("same"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(sw_range_pop("between"), SW_OK);
    CHECK_EQUAL(sw_range_pop("same"), SW_OK);
    check_empty();
    ranges_close();
}

static void test_a_newer_range_is_meant_rather_than_a_leaked_one(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("crossed");
    sw_range_push("same");
    sw_range_pop("crossed");
    sw_range_pop("outer");
    sw_range_push("same");
    sw_range_push("above");
    CHECK_EQUAL(sw_range_pop("same"), SW_ERR_RANGE_LEAKED);
    CHECK_EQUAL(stats_of_range("above").leaked, 1);
    check_empty();
    ranges_close();
}

static void test_pop_of_what_is_not_open_pops_nothing(void)
{
    ranges_open(true);
    sw_range_push("outer");
    sw_range_push("inner");
    CHECK_EQUAL(sw_range_pop("elsewhere"), SW_ERR_RANGE_NOT_OPEN);
    CHECK_HAS(messages_last(), "sw_range_pop(\"elsewhere\"): no range of this name is open on this thread; nothing was "
                               "popped; the stack is, outermost first: \"outer\" (");
    CHECK_EQUAL(sw_range_pop_handle(sw_register("elsewhere")), SW_ERR_RANGE_NOT_OPEN);
    CHECK_HAS(messages_last(), "sw_range_pop_handle(\"elsewhere\")");
    CHECK_EQUAL(sw_range_pop("inner"), SW_OK);
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    ranges_close();
}

static void *pop_mine(void *unused)
{
    CHECK_EQUAL(sw_range_pop("mine"), SW_ERR_RANGE_EMPTY);
    return unused;
}

static void test_ranges_of_another_thread_are_not_popped(void)
{
    ranges_open(true);
    sw_range_push("mine");
    run_on_thread(pop_mine, NULL);
    CHECK_EQUAL(sw_range_pop("mine"), SW_OK);
    ranges_close();
}

static void test_without_checks_each_pop_is_one_pop(void)
{
    ranges_open(false);
    sw_range_push("outer");
    sw_range_push("inner");
    CHECK_EQUAL(sw_range_pop("outer"), SW_OK);
    CHECK_EQUAL(sw_range_pop_handle(sw_register("elsewhere")), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    check_empty();
    ranges_close();
}

static void test_a_mistake_repeated_at_its_place_is_told_once(void)
{
    ranges_open(true);
    for (int i = 0; i < 3; i++) {
        sw_range_push("outer");
        sw_range_push("leaked");
        sw_range_pop("outer");
    }
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(leaks_reported(), 3);
    CHECK_EQUAL(stats_of_range("leaked").leaked, 3);
    ranges_close();
}

static void test_long_lists_are_cut(void)
{
    ranges_open(true);
    sw_range_push("outer");
    for (int i = 0; i < 100; i++)
        sw_range_push("leaked");
    sw_range_pop("outer");
    CHECK_HAS(messages_last(), ") and 92 more; the stack was, outermost first: \"outer\" (");
    CHECK_HAS(messages_last(), "), 37 more, \"leaked\" (");
    ranges_close();
}

static void test_calls_through_pointers_name_their_module(void)
{
    sw_status (*push)(const char *name) = sw_range_push;
    ranges_open(true);
    sw_range_push("outer");
    push("leaked");
    sw_range_pop("outer");
    CHECK_HAS(messages_last(), "\"leaked\" (run_tests+0x");
    ranges_close();
}

static void test_a_leak_in_a_pause_is_told_and_not_counted(void)
{
    ranges_open(true);
    sw_pause();
    sw_range_push("outer");
    sw_range_push("leaked");
    CHECK_EQUAL(sw_range_pop("outer"), SW_ERR_RANGE_LEAKED);
    sw_resume();
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(stats_of_range("leaked").leaked, 0);
    ranges_close();
}

static void leak_and_abort(void)
{
    setenv("STEPWATCH_SET", "on_error=abort", 1);
    sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true});
    sw_range_push("outer");
    sw_range_push("leaked");
    sw_range_pop("outer");
}

static void leak_and_abort_into(int fd)
{
    dup2(fd, STDERR_FILENO);
    leak_and_abort();
    _exit(EXIT_SUCCESS);
}

static void test_abort_shows_the_same_message(void)
{
    char text[4096] = "";
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0)
        leak_and_abort_into(ends[1]);
    close(ends[1]);
    for (ssize_t got = 0, length = 0; (got = read(ends[0], text + length, sizeof text - 1 - (size_t)length)) > 0;)
        length += got;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CU_ASSERT_TRUE(WIFSIGNALED(status));
    CHECK_EQUAL(WTERMSIG(status), SIGABRT);
    CHECK_HAS(text, "sw_range_pop(\"outer\"): a range was pushed and never popped; closed with this one: \"leaked\" (");
}

CU_TestInfo nvtx_order_tests[] = {
    {"a pop on empty is an error and all goes on", test_pop_on_empty_is_an_error_and_all_goes_on},
    {"leaked ranges are closed with the one below", test_leaked_ranges_are_closed_with_the_one_below},
    {"the message names the leaked and the whole stack", test_message_names_the_leaked_and_the_whole_stack},
    {"late pops count into the incident", test_late_pops_count_into_the_incident},
    {"late pops leave the open ranges alone", test_late_pops_leave_the_open_ranges_alone},
    {"a leaked range is forgotten when its place is taken", test_a_leaked_range_is_forgotten_when_its_place_is_taken},
    {"a late pop does not reach for an older range of its name",
     test_late_pop_does_not_reach_for_an_older_range_of_its_name},
    {"a newer range is meant rather than a leaked one", test_a_newer_range_is_meant_rather_than_a_leaked_one},
    {"a pop of what is not open pops nothing", test_pop_of_what_is_not_open_pops_nothing},
    {"ranges of another thread are not popped", test_ranges_of_another_thread_are_not_popped},
    {"without checks each pop is one pop", test_without_checks_each_pop_is_one_pop},
    {"a mistake repeated at its place is told once", test_a_mistake_repeated_at_its_place_is_told_once},
    {"long lists are cut", test_long_lists_are_cut},
    {"calls through pointers name their module", test_calls_through_pointers_name_their_module},
    {"a leak in a pause is told and not counted", test_a_leak_in_a_pause_is_told_and_not_counted},
    {"abort shows the same message", test_abort_shows_the_same_message},
    CU_TEST_INFO_NULL,
};
