// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The options that say what is kept of ops, and of whose.

#include "support_profiler.h"

#include <stdlib.h>

#include "profiler/profiler_settings.h"
#include "session/modules.h"

enum { CPU = 1 << SW_ACTIVITY_CPU, BLAS = 1 << SW_ACTIVITY_BLAS };

static const sw__profiler_settings *settings(void)
{
    return sw__modules[SW__PROFILER].settings;
}

static void open_right(const char *lines)
{
    CHECK_EQUAL(profile_from(lines), SW_OK);
    CHECK_TEXT(messages_all(), "");
}

static void check_activities(const char *lines, uint32_t expected)
{
    open_right(lines);
    CHECK_EQUAL(settings()->activities, expected);
    session_close();
}

static void test_by_default_all_is_off_and_all_activities_are_on(void)
{
    open_right("    profiler: {mode: torch}\n");
    CHECK_EQUAL(settings()->activities, CPU | BLAS);
    CU_ASSERT_FALSE(settings()->record_shapes);
    CU_ASSERT_FALSE(settings()->with_flops);
    CU_ASSERT_FALSE(settings()->with_stack);
    CU_ASSERT_FALSE(settings()->profile_memory);
    session_close();
}

static void test_each_is_switched_on_by_its_name(void)
{
    open_right("    profiler: {mode: torch, record_shapes: true}\n");
    CU_ASSERT_TRUE(settings()->record_shapes && !settings()->with_flops);
    session_close();
    open_right("    profiler: {mode: torch, with_flops: true}\n");
    CU_ASSERT_TRUE(settings()->with_flops && !settings()->with_stack);
    session_close();
    open_right("    profiler: {mode: torch, with_stack: true}\n");
    CU_ASSERT_TRUE(settings()->with_stack && !settings()->profile_memory);
    session_close();
    open_right("    profiler: {mode: torch, profile_memory: true}\n");
    CU_ASSERT_TRUE(settings()->profile_memory && !settings()->record_shapes);
    session_close();
}

static void test_activities_are_those_that_are_listed(void)
{
    check_activities("    profiler: {mode: torch, activities: [cpu]}\n", CPU);
    check_activities("    profiler: {mode: torch, activities: [blas, cpu]}\n", CPU | BLAS);
    check_activities("    profiler: {mode: torch, activities: null}\n", CPU | BLAS);
    setenv("STEPWATCH_SET", "profiler.activities=blas", 1);
    check_activities("    profiler: {mode: torch, activities: [cpu]}\n", BLAS);
    unsetenv("STEPWATCH_SET");
}

static void test_an_unknown_activity_is_refused_with_its_place_and_a_list(void)
{
    CHECK_EQUAL(profile_from("    profiler: {mode: torch, activities: [cpu, gpu]}\n"), SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), ":5:47: profiler.activities: 'gpu' is not cpu, blas, cuda, mpi or nccl");
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    session_close();
}

static void test_what_is_not_available_is_told_and_the_rest_is_recorded(void)
{
    CHECK_EQUAL(profile_from("    profiler: {mode: torch, activities: [cpu, cuda, nccl]}\n"), SW_OK);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_OK);
    CHECK_HAS(messages_last(), "profiler: activities: not available yet, and left out: cuda and nccl");
    CU_ASSERT_TRUE(sw_profiler_is_recording());
    CHECK_EQUAL(settings()->activities, CPU);
    session_close();
}

static void test_activities_none_of_which_is_available_are_refused(void)
{
    CHECK_EQUAL(profile_from("    stopwatch: {enable: true}\n"
                             "    profiler: {mode: torch, activities: [cuda, mpi]}\n"),
                SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), "activities has nothing that is available; that is cpu and blas so far");
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    session_close();
}

static void test_in_another_mode_one_message_names_what_has_no_effect(void)
{
    CHECK_EQUAL(profile_from("    profiler: {activities: [cuda], record_shapes: true, with_flops: true, "
                             "with_stack: true, trace_dir: out}\n"),
                SW_OK);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(),
              "profiler: trace_dir, activities, record_shapes, with_flops and with_stack have an effect "
              "in mode torch only");
    CU_ASSERT_TRUE(sw_profiler_is_enabled());
    CHECK_EQUAL(settings()->activities, 0);
    CU_ASSERT_FALSE(settings()->record_shapes || settings()->with_flops || settings()->with_stack);
    session_close();
    CHECK_EQUAL(profile_from("    profiler: {with_flops: true}\n"), SW_OK);
    CHECK_HAS(messages_last(), "profiler: with_flops has an effect in mode torch only");
    session_close();
}

static void test_memory_is_profiled_in_each_mode(void)
{
    open_right("    profiler: {profile_memory: true}\n");
    CU_ASSERT_TRUE(settings()->profile_memory);
    session_close();
}

static void test_while_it_is_off_nothing_is_said_of_them(void)
{
    open_right("    profiler: {mode: null, activities: [cuda], with_stack: true, profile_memory: true}\n");
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    session_close();
}

static void test_they_can_be_set_from_code(void)
{
    profile(&(sw_profiler_options){.mode = SW_PROFILER_TORCH, .record_shapes = true, .profile_memory = true});
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(settings()->activities, CPU | BLAS);
    CU_ASSERT_TRUE(settings()->record_shapes && settings()->profile_memory);
    CU_ASSERT_FALSE(settings()->with_flops || settings()->with_stack);
    session_close();
    profile(
        &(sw_profiler_options){.mode = SW_PROFILER_TORCH, .activities = BLAS, .with_flops = true, .with_stack = true});
    CHECK_EQUAL(settings()->activities, BLAS);
    CU_ASSERT_TRUE(settings()->with_flops && settings()->with_stack);
    session_close();
}

static void check_refused_from_code(uint32_t activities, const char *why)
{
    const sw_profiler_options options = {.mode = SW_PROFILER_TORCH, .activities = activities};
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&options), SW_ERR_ARGUMENT);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), why);
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    session_close();
}

static void test_activities_that_are_none_are_refused_from_code(void)
{
    check_refused_from_code(1u << 31 | CPU, "sw_profiler_enable: activities has a bit that is none of sw_activity");
    check_refused_from_code(1u << (SW_ACTIVITY_NCCL + 1), "none of sw_activity");
    check_refused_from_code(1u << SW_ACTIVITY_NCCL, "sw_profiler_enable: activities has nothing that is available");
}

CU_TestInfo op_settings_tests[] = {
    {"by default all is off, and all activities are on", test_by_default_all_is_off_and_all_activities_are_on},
    {"each is switched on by its name", test_each_is_switched_on_by_its_name},
    {"activities are those that are listed", test_activities_are_those_that_are_listed},
    {"an unknown activity is refused with its place and a list",
     test_an_unknown_activity_is_refused_with_its_place_and_a_list},
    {"what is not available is told, and the rest is recorded",
     test_what_is_not_available_is_told_and_the_rest_is_recorded},
    {"activities none of which is available are refused", test_activities_none_of_which_is_available_are_refused},
    {"in another mode one message names what has no effect", test_in_another_mode_one_message_names_what_has_no_effect},
    {"memory is profiled in each mode", test_memory_is_profiled_in_each_mode},
    {"while it is off nothing is said of them", test_while_it_is_off_nothing_is_said_of_them},
    {"they can be set from code", test_they_can_be_set_from_code},
    {"activities that are none are refused from code", test_activities_that_are_none_are_refused_from_code},
    CU_TEST_INFO_NULL,
};
