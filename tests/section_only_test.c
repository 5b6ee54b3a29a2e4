// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections whose names a run profile leaves out.

#include "support_profiler.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"

static void open_with_only(const char *only)
{
    char set[256];
    snprintf(set, sizeof set, "only=%s", only);
    setenv("STEPWATCH_SET", set, 1);
    profile(NULL);
    unsetenv("STEPWATCH_SET");
}

static void test_names_that_are_left_out_are_not_recorded(void)
{
    open_with_only("[kept*]");
    const uint64_t reads = sw__clock_reads();
    section("left out", 0, 1);
    CHECK_EQUAL(sw_section_begin_handle(sw_register("left out")), SW_OK);
    CHECK_EQUAL(sw_section_end_handle(sw_register("left out")), SW_OK);
    CHECK_EQUAL(sw__clock_reads() - reads, 1); // that of the thread's first call
    section("kept", 1, 3);
    finish_at(3);
    CHECK_NO_SECTION("left out");
    CHECK_SECTION("kept", 2, 2, 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_lies_in_one_that_is_left_out_lies_in_the_one_around(void)
{
    open_with_only("[!left out]");
    begin_at("outer", 0);
    begin_at("left out", 1);
    section("inner", 2, 4);
    end_at("left out", 5);
    end_at("outer", 6);
    finish_at(6);
    CHECK_SECTION("outer", 6, 4, 1);
    CHECK_SECTION("inner", 2, 2, 1);
    session_close();
}

static void test_the_end_of_null_may_be_that_of_one_that_is_left_out(void)
{
    open_with_only("[kept]");
    begin_at("kept", 0);
    begin_at("left out", 1);
    end_at(NULL, 2);
    end_at(NULL, 5);
    finish_at(5);
    CHECK_SECTION("kept", 5, 5, 1);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_is_left_out_is_not_unfinished(void)
{
    open_with_only("[!left out]");
    begin_at("left out", 0);
    section("a", 0, 2);
    finish_at(3);
    end_at("left out", 3);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(sw_section_end("a"), SW_ERR_SECTION_NOT_OPEN);
    session_close();
}

CU_TestInfo section_only_tests[] = {
    {"names that are left out are not recorded", test_names_that_are_left_out_are_not_recorded},
    {"what lies in one that is left out lies in the one around",
     test_what_lies_in_one_that_is_left_out_lies_in_the_one_around},
    {"the end of NULL may be that of one that is left out", test_the_end_of_null_may_be_that_of_one_that_is_left_out},
    {"what is left out is not unfinished", test_what_is_left_out_is_not_unfinished},
    CU_TEST_INFO_NULL,
};
