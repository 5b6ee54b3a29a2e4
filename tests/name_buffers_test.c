// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Names in memory that is freed or reused while they are measured, and very long ones.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

static void start_and_free(const char *text)
{
    char *name = strdup(text);
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    memset(name, 'x', strlen(name));
    free(name);
}

static void test_buffer_is_freed(void)
{
    session_open(0);
    for (int i = 0; i < 10; i++) {
        start_and_free("in a buffer that is freed");
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
        CHECK_HAS(messages_last(), "\"in a buffer that is freed\"");
        CHECK_EQUAL(sw_end_meas("in a buffer that is freed"), SW_OK);
    }
    CHECK_EQUAL(stats_of_meas("in a buffer that is freed").count, 10);
    session_close();
}

static void use_buffers_of_the_stack(int i)
{
    char name[64];
    snprintf(name, sizeof name, "on the stack %d", i % 2);
    SW_SCOPE(name);
    memset(name, 'x', sizeof name - 1);
}

static void test_scope_keeps_the_name_of_its_begin(void)
{
    session_open(0);
    for (int i = 0; i < 10; i++)
        use_buffers_of_the_stack(i);
    CHECK_EQUAL(stats_of_meas("on the stack 0").count, 5);
    CHECK_EQUAL(stats_of_meas("on the stack 1").count, 5);
    session_close();
}

static char *long_name(size_t length, char last)
{
    char *name = malloc(length + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(name);
    memset(name, 'n', length);
    name[length - 1] = last;
    name[length] = '\0';
    return name;
}

static void test_names_of_a_megabyte(void)
{
    char *first = long_name(1 << 20, 'a');
    char *second = long_name(1 << 20, 'b');
    session_open(0);
    measure(first, 0, 1);
    measure(second, 1, 3);
    measure(first, 3, 4);
    CHECK_EQUAL(stats_of_meas(first).total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas(second).total_ns, SECONDS(2));
    const char *kept = sw_name_text(sw_register(first));
    CU_ASSERT_TRUE(strlen(kept) < 1200);
    CHECK_HAS(kept, "1048576");
    CHECK_EQUAL(sw_end_meas(first), SW_ERR_NOT_RUNNING);
    CU_ASSERT_TRUE(strlen(messages_last()) < 1000);
    char *summary = session_close_printing();
    CU_ASSERT_TRUE(strlen(summary) < 4000);
    free(summary);
    free(first);
    free(second);
}

CU_TestInfo name_buffers_tests[] = {
    {"a buffer is freed while its measurement runs", test_buffer_is_freed},
    {"a scope keeps the name of its begin", test_scope_keeps_the_name_of_its_begin},
    {"names of a megabyte are told apart, and shown cut", test_names_of_a_megabyte},
    CU_TEST_INFO_NULL,
};
