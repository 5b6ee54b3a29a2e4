// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The values of an iteration besides its sections, and how a program gets at them.

#include "process.h"
#include "support_profiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void test_the_total_spans_from_end_to_end(void)
{
    profile(NULL);
    section("a", 2, 3);
    finish_at(5);
    CHECK_METRIC("total_time_sec", 3); // from the first call on
    finish_at(9);
    CHECK_METRIC("total_time_sec", 4);
    session_close();
}

// What a program does between two calls of sw_finish_iter(), such as to score a result, is in the later iteration.
static void test_what_lies_between_two_iterations_is_in_the_later_one(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    at(8); // scores the first one
    section("a", 8, 9);
    finish_at(10);
    CHECK_METRIC("total_time_sec", 9);
    CHECK_METRIC("a_time_sec", 1);
    CHECK_METRIC("unattributed_sec", 8);
    session_close();
}

static void test_an_iteration_that_is_begun_by_a_call_is_as_long_as_that(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    at(8);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    section("a", 8, 9);
    finish_at(10);
    CHECK_METRIC("total_time_sec", 2);
    CHECK_METRIC("unattributed_sec", 1);
    session_close();
}

static void test_a_begin_before_the_window_reads_no_clock_and_is_no_error(void)
{
    profile(&(sw_profiler_options){.skip_first = 1});
    at(1);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    finish_at(2);
    at(4);
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    CHECK_EQUAL(sw_begin_iter(), SW_ERR_ITER_BEGUN);
    finish_at(6);
    CHECK_METRIC("total_time_sec", 2);
    session_close();
}

static void test_the_first_iteration_without_any_call_has_no_length(void)
{
    profile(NULL);
    finish_at(3);
    double value = 77;
    CHECK_EQUAL(sw_get_metric("total_time_sec", &value), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_get_metric("unattributed_sec", &value), SW_NOT_RECORDED);
    CHECK_NEAR(value, 77, 0);
    CU_ASSERT_TRUE(metric("max_host_mb") > 0);
    finish_at(7);
    CHECK_METRIC("total_time_sec", 4);
    session_close();
}

static void test_a_section_is_no_value_by_itself(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    CHECK_EQUAL(sw_get_metric("a", &(double){0}), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_get_metric("_count", &(double){0}), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_get_metric("never begun_count", &(double){0}), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_last_error(), SW_NOT_RECORDED);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_arguments_that_are_none_are_refused(void)
{
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    CHECK_EQUAL(sw_get_metric(NULL, &(double){0}), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_get_metric("total_time_sec", NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_for_each_metric(NULL, NULL), SW_ERR_ARGUMENT);
    session_close();
}

typedef struct visits {
    char names[1024];
    unsigned count;
    unsigned different;
} visits;

static void note(const char *name, double value, void *user)
{
    visits *v = user;
    const size_t length = strlen(v->names);
    snprintf(v->names + length, sizeof v->names - length, "%s\n", name);
    v->count++;
    v->different += metric(name) != value;
}

// What depends on the machine, memory, is taken out.
static void leave_out_memory(char *names)
{
    for (char *line = names; *line;) {
        char *end = strchr(line, '\n') + 1;
        if (strstr(line, "_mb") && strstr(line, "_mb") < end)
            memmove(line, end, strlen(end) + 1);
        else
            line = end;
    }
}

static void test_all_values_are_visited_in_their_order(void)
{
    visits v = {.count = 0};
    profile(NULL);
    begin_at("outer", 0);
    section("inner", 1, 2);
    end_at("outer", 3);
    section("last", 3, 4);
    finish_at(4);
    CHECK_EQUAL(sw_for_each_metric(note, &v), SW_OK);
    CHECK_EQUAL(v.different, 0);
    CHECK_HAS(v.names, "total_time_sec\nunattributed_sec\nmax_host_mb\n");
    leave_out_memory(v.names);
    CHECK_TEXT(v.names, "total_time_sec\nunattributed_sec\n"
                        "outer_time_sec\nouter_self_sec\nouter_count\n"
                        "inner_time_sec\ninner_self_sec\ninner_count\n"
                        "last_time_sec\nlast_self_sec\nlast_count\n");
    session_close();
}

static void test_nothing_is_visited_outside(void)
{
    visits v = {.count = 0};
    CHECK_EQUAL(sw_for_each_metric(note, &v), SW_NOT_RECORDED);
    profile(&(sw_profiler_options){.active = 1});
    CHECK_EQUAL(sw_for_each_metric(note, &v), SW_NOT_RECORDED);
    finish_at(1);
    finish_at(2);
    CHECK_EQUAL(sw_for_each_metric(note, &v), SW_NOT_RECORDED);
    session_close();
    CHECK_EQUAL(v.count, 0);
}

static void use_the_library(const char *name, double value, void *user)
{
    (void)value;
    section("of the visitor", 10, 11);
    CHECK_EQUAL(metric(name) != NO_METRIC, true);
    note(name, value, user);
}

static void test_a_visitor_may_call_the_library(void)
{
    visits v = {.count = 0};
    profile(NULL);
    section("a", 0, 1);
    finish_at(1);
    CHECK_EQUAL(sw_for_each_metric(use_the_library, &v), SW_OK);
    finish_at(12);
    CHECK_NEAR(metric("of the visitor_count"), v.count, 0);
    session_close();
}

// The name of a section may be as long as any, and have any bytes.
static void test_values_of_strange_names(void)
{
    char longest[1001];
    memset(longest, 'x', 1000);
    longest[1000] = '\0';
    static const char strange[] = "a\"b,c\n\xff %s";
    char value_name[1100];
    profile(NULL);
    section(longest, 0, 1);
    section(strange, 1, 3);
    section("a_count", 3, 6);
    finish_at(6);
    snprintf(value_name, sizeof value_name, "%s_time_sec", longest);
    CHECK_METRIC(value_name, 1);
    CHECK_SECTION(strange, 2, 2, 1);
    CHECK_SECTION("a_count", 3, 3, 1);
    session_close();
}

// The kernel passes on the greatest memory of a process to the program that it execs; it is not that program's.
static void test_memory_is_that_of_this_program_image(void)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/host_memory", "300", NULL};
    process_result result = process_run(argv, NULL, 60);
    double before = 0, after = 0;
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_EQUAL(sscanf(result.out, "before exec %lf\nafter exec %lf\n", &before, &after), 2);
    CU_ASSERT_TRUE(before > 300);
    CU_ASSERT_TRUE(after > 0 && after < 150);
    process_free(&result);
}

CU_TestInfo metrics_tests[] = {
    {"the total spans from end to end", test_the_total_spans_from_end_to_end},
    {"what lies between two iterations is in the later one", test_what_lies_between_two_iterations_is_in_the_later_one},
    {"an iteration that is begun by a call is as long as that",
     test_an_iteration_that_is_begun_by_a_call_is_as_long_as_that},
    {"a begin before the window reads no clock and is no error",
     test_a_begin_before_the_window_reads_no_clock_and_is_no_error},
    {"the first iteration without any call has no length", test_the_first_iteration_without_any_call_has_no_length},
    {"a section is no value by itself", test_a_section_is_no_value_by_itself},
    {"arguments that are none are refused", test_arguments_that_are_none_are_refused},
    {"all values are visited in their order", test_all_values_are_visited_in_their_order},
    {"nothing is visited outside", test_nothing_is_visited_outside},
    {"a visitor may call the library", test_a_visitor_may_call_the_library},
    {"values of strange names", test_values_of_strange_names},
    {"the memory is that of this program image", test_memory_is_that_of_this_program_image},
    CU_TEST_INFO_NULL,
};
