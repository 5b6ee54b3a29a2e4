// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The objects of stepwatch.hpp in a program that leaves them in all ways, exceptions included.

#include "process.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_SECONDS = 60 };

static process_result run(const char *setting)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/objects_cxx", NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", setting, NULL};
    process_result result = process_run(program, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}

static void test_objects_close_on_every_way_out(void)
{
    process_result result = run("STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true");
    CHECK_HAS(result.out, "return: 1 measured, 0 running, 1 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "exception: 1 measured, 0 running, 3 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "catch: 1 measured, 0 running, 1 ranges, 0 leaked\n");
    process_free(&result);
}

static void test_measurement_and_range_are_parts_of_a_scope(void)
{
    process_result result = run("STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true");
    CHECK_HAS(result.out, "exception, measured: 1 measured, 0 running, 0 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "exception, a range: 0 measured, 0 running, 3 ranges, 0 leaked\n");
    process_free(&result);
}

static void test_section_is_a_part_of_a_scope(void)
{
    process_result result = run("STEPWATCH_SET=profiler.mode=custom");
    CHECK_HAS(result.out, "exception_count 3\nexception, measured_count 0\nexception, a section_count 3\n");
    CU_ASSERT_PTR_NULL(strstr(result.err, "misuse"));
    process_free(&result);
}

static void test_handles_and_made_up_names_are_names(void)
{
    process_result result = run("STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true");
    CHECK_HAS(result.out, "handle: 1 measured, 0 running, 2 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "layer 0: 2 measured, 0 running, 2 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "layer 1: 2 measured, 0 running, 2 ranges, 0 leaked\n");
    process_free(&result);
}

static void test_objects_feed_what_is_on(void)
{
    process_result result = run("STEPWATCH_SET=nvtx_range_wrapper.enable=true");
    CHECK_HAS(result.out, "exception: 0 measured, 0 running, 3 ranges, 0 leaked\n");
    CHECK_HAS(result.out, "exception, measured: 0 measured, 0 running, 0 ranges, 0 leaked\n");
    process_free(&result);
}

static void test_objects_are_silent_while_all_is_off(void)
{
    process_result result = run("STEPWATCH_SET");
    CHECK_HAS(result.out, "exception: 0 measured, 0 running, 0 ranges, 0 leaked\n");
    CHECK_TEXT(result.err, "");
    process_free(&result);
}

static void test_message_names_the_line_of_the_object(void)
{
    process_result result = run("STEPWATCH_SET=nvtx_range_wrapper.enable=true;"
                                "nvtx_range_wrapper.keep_track_of_range_order=true");
    const char *line = strstr(result.out, "range of line ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(line);
    char place[128];
    snprintf(place, sizeof place, "objects_cxx.cpp:%d: SW_SCOPE(\"leaking\")", atoi(line + strlen("range of line ")));
    CHECK_HAS(result.err, place);
    process_free(&result);
}

CU_TestInfo cxx_tests[] = {
    {"objects close on every way out, exceptions included", test_objects_close_on_every_way_out},
    {"a measurement and a range are parts of a scope", test_measurement_and_range_are_parts_of_a_scope},
    {"a section is a part of a scope", test_section_is_a_part_of_a_scope},
    {"handles, and names made up at run time, are names", test_handles_and_made_up_names_are_names},
    {"objects feed what is on", test_objects_feed_what_is_on},
    {"objects are silent while all is off", test_objects_are_silent_while_all_is_off},
    {"a message names the line of the object", test_message_names_the_line_of_the_object},
    CU_TEST_INFO_NULL,
};
