// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Switching the profiler on from code.

#include "support_profiler.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void test_all_is_silent_while_off(void)
{
    messages_catch();
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    CHECK_EQUAL(sw_section_begin(NULL), SW_OK);
    CHECK_EQUAL(sw_section_end("never begun"), SW_OK);
    CHECK_EQUAL(sw_section_end_handle(sw_register("a")), SW_OK);
    CHECK_METRIC("total_time_sec", NO_METRIC);
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_no_options_record_all_iterations(void)
{
    static const sw_profiler_options zero;
    const sw_profiler_options *const both[] = {NULL, &zero};
    for (int i = 0; i < 2; i++) {
        profile(both[i]);
        CU_ASSERT_TRUE(sw_profiler_is_enabled());
        for (int j = 0; j < 3; j++) {
            section("a", j, j + 0.25);
            finish_at(j + 1);
            CHECK_SECTION("a", 0.25, 0.25, 1);
        }
        CHECK_EQUAL(messages_count(), 0);
        session_close();
        CU_ASSERT_FALSE(sw_profiler_is_enabled());
    }
}

static void test_a_second_enable_is_refused_and_changes_nothing(void)
{
    profile(&(sw_profiler_options){.active = 1});
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_ERR_ALREADY);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_NULL}), SW_ERR_ALREADY);
    finish_at(1);
    CU_ASSERT_TRUE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_ERR_ALREADY); // also when its window is over
    session_close();
}

static void test_what_a_run_profile_switched_on_cannot_be_switched_on_again(void)
{
    setenv("STEPWATCH_SET", "profiler.warmup=1", 1);
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    unsetenv("STEPWATCH_SET");
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_ERR_ALREADY);
    CHECK_HAS(messages_last(), "sw_profiler_enable(");
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    session_close();
}

static void test_null_can_be_followed_by_another_mode(void)
{
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_NULL}), SW_OK);
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    CU_ASSERT_TRUE(sw_profiler_is_enabled());
    session_close();
}

// Refused: with one message that has this in it, and all as it was.
static void check_refused_from_code(const sw_profiler_options *options, const char *why)
{
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(options), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_last_error(), SW_ERR_ARGUMENT);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), why);
    CHECK_EQUAL(messages_last_status(), SW_ERR_ARGUMENT);
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_TRUE(sw_stopwatch_is_enabled());
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    session_close();
}

static void test_options_that_do_not_go_together_are_refused(void)
{
    check_refused_from_code(&(sw_profiler_options){.repeat = 2}, "repeat needs active");
    check_refused_from_code(&(sw_profiler_options){.repeat = SW_REPEAT_FOREVER}, "repeat needs active");
    check_refused_from_code(&(sw_profiler_options){.mode = SW_PROFILER_TORCH, .trace_dir = "out"}, "trace_dir needs");
}

static void test_values_that_are_none_are_refused(void)
{
    check_refused_from_code(&(sw_profiler_options){.mode = (sw_profiler_mode)77}, "mode");
    check_refused_from_code(&(sw_profiler_options){.do_cuda_sync = (sw_cuda_sync)77}, "do_cuda_sync");
}

static void test_a_mistake_in_the_environment_is_told_and_leaves_it_off(void)
{
    setenv("STEPWATCH_SET", "profiler.mode=custm", 1);
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_ERR_CONFIG);
    unsetenv("STEPWATCH_SET");
    CHECK_HAS(messages_all(), "STEPWATCH_SET");
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    session_close();
}

// A program that was built with an older header passes fewer fields; what it lacks is at its default.
static void test_options_of_an_older_header(void)
{
    const sw_profiler_options options = {.warmup = 1, .active = 1, .repeat = 3};
    session_prepare();
    CHECK_EQUAL(sw__profiler_enable(&options, offsetof(sw_profiler_options, active)), SW_OK);
    for (int i = 0; i < 5; i++) {
        CHECK_EQUAL(sw_profiler_is_recording(), i > 0);
        finish_at(i + 1);
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_options_of_a_newer_header(void)
{
    const struct {
        sw_profiler_options known;
        uint64_t later[4];
    } options = {{.active = 1}, {1, 2, 3, 4}};
    session_prepare();
    CHECK_EQUAL(sw__profiler_enable(&options.known, sizeof options), SW_OK);
    finish_at(1);
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    session_close();
}

static void test_texts_are_copied(void)
{
    char name[] = "short-lived";
    profile(&(sw_profiler_options){.run_name = name});
    memset(name, 'x', sizeof name - 1);
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    CHECK_HAS(text, "run_name: \"short-lived\"");
    free(text);
    session_close();
}

static void check_mode(const char *name, sw_profiler_mode expected)
{
    sw_profiler_mode mode = (sw_profiler_mode)77;
    CHECK_EQUAL(sw_profiler_mode_of(name, &mode), SW_OK);
    CHECK_EQUAL(mode, expected);
}

static void test_the_mode_of_a_name(void)
{
    messages_catch();
    check_mode("null", SW_PROFILER_NULL);
    check_mode("None", SW_PROFILER_NULL);
    check_mode("custom", SW_PROFILER_CUSTOM);
    check_mode("torch", SW_PROFILER_TORCH);
    check_mode("nvidia", SW_PROFILER_NVIDIA);
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_a_name_of_no_mode_is_refused_with_a_list(void)
{
    static const char *const names[] = {"", "Custom", "custom ", "nsight"};
    sw_profiler_mode mode = SW_PROFILER_TORCH;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        messages_catch();
        CHECK_EQUAL(sw_profiler_mode_of(names[i], &mode), SW_ERR_ARGUMENT);
        CHECK_EQUAL(mode, SW_PROFILER_TORCH);
        CHECK_EQUAL(messages_count(), 1);
        CHECK_HAS(messages_last(), names[i]);
        CHECK_HAS(messages_last(), "null, custom, torch and nvidia");
    }
    CHECK_EQUAL(sw_profiler_mode_of(NULL, &mode), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_profiler_mode_of("custom", NULL), SW_ERR_ARGUMENT);
    messages_release();
}

CU_TestInfo profiler_enable_tests[] = {
    {"all is silent while off", test_all_is_silent_while_off},
    {"no options record all iterations", test_no_options_record_all_iterations},
    {"a second enable is refused and changes nothing", test_a_second_enable_is_refused_and_changes_nothing},
    {"what a run profile switched on cannot be switched on again",
     test_what_a_run_profile_switched_on_cannot_be_switched_on_again},
    {"null can be followed by another mode", test_null_can_be_followed_by_another_mode},
    {"options that do not go together are refused", test_options_that_do_not_go_together_are_refused},
    {"values that are none are refused", test_values_that_are_none_are_refused},
    {"a mistake in the environment is told and leaves it off",
     test_a_mistake_in_the_environment_is_told_and_leaves_it_off},
    {"options of an older header are completed by defaults", test_options_of_an_older_header},
    {"options of a newer header work as far as they are known", test_options_of_a_newer_header},
    {"texts are copied", test_texts_are_copied},
    {"the mode of a name", test_the_mode_of_a_name},
    {"a name of no mode is refused with a list", test_a_name_of_no_mode_is_refused_with_a_list},
    CU_TEST_INFO_NULL,
};
