// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which setting of a session wins, what a bad file does, and the effective configuration.

#include "session_support.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// Two profiles that differ in their warm-up.
static char *file_with_warmups(int first, int second)
{
    char text[512];
    snprintf(text, sizeof text,
             "default: first\nprofiles:\n"
             "  first:\n    stopwatch:\n      enable: true\n      num_warmup_iters: %d\n"
             "  second:\n    stopwatch:\n      enable: true\n      num_warmup_iters: %d\n",
             first, second);
    return file_of(text);
}

static void clear_environment(void)
{
    unsetenv("STEPWATCH_CONFIG");
    unsetenv("STEPWATCH_PROFILE");
    unsetenv("STEPWATCH_SET");
}

// The warm-up of a session that is opened so.
static int warmup_of(const char *path, const char *profile)
{
    enum { ITERATIONS = 20 };
    session_prepare();
    CHECK_EQUAL(sw_init(path, profile), SW_OK);
    for (int i = 0; i < ITERATIONS; i++)
        sw_finish_iter();
    const int warmup = ITERATIONS - (int)sw_get_num_nonwarmup_iters_measured();
    CHECK_EQUAL(messages_count(), 0);
    session_close();
    return warmup;
}

static void test_arguments_name_file_and_profile(void)
{
    char *path = file_with_warmups(1, 2);
    CHECK_EQUAL(warmup_of(path, NULL), 1);
    CHECK_EQUAL(warmup_of(path, "second"), 2);
    file_remove(path);
}

static void test_environment_wins_over_the_arguments(void)
{
    char *path = file_with_warmups(1, 2);
    char *other = file_with_warmups(3, 4);
    setenv("STEPWATCH_PROFILE", "second", 1);
    CHECK_EQUAL(warmup_of(path, "first"), 2);
    setenv("STEPWATCH_CONFIG", other, 1);
    CHECK_EQUAL(warmup_of(path, "first"), 4);
    CHECK_EQUAL(warmup_of("/no/such/file.yaml", "no such profile"), 4);
    unsetenv("STEPWATCH_PROFILE");
    CHECK_EQUAL(warmup_of(path, "second"), 4); // the profile is still the argument's
    CHECK_EQUAL(warmup_of(path, NULL), 3);
    clear_environment();
    file_remove(path);
    file_remove(other);
}

static void test_single_values_win_over_all(void)
{
    char *path = file_with_warmups(1, 2);
    setenv("STEPWATCH_SET", "stopwatch.num_warmup_iters=5", 1);
    CHECK_EQUAL(warmup_of(path, NULL), 5);
    setenv("STEPWATCH_CONFIG", path, 1);
    setenv("STEPWATCH_PROFILE", "second", 1);
    CHECK_EQUAL(warmup_of(NULL, NULL), 5);
    clear_environment();
    file_remove(path);
}

static void test_environment_is_enough(void)
{
    char *path = file_with_warmups(1, 2);
    setenv("STEPWATCH_CONFIG", path, 1);
    CHECK_EQUAL(warmup_of(NULL, NULL), 1);
    unsetenv("STEPWATCH_CONFIG");
    setenv("STEPWATCH_SET", "stopwatch.enable=true; stopwatch.num_warmup_iters=6", 1);
    CHECK_EQUAL(warmup_of(NULL, NULL), 6);
    clear_environment();
    file_remove(path);
}

static void test_single_values_count_for_enable_from_code(void)
{
    setenv("STEPWATCH_SET", "stopwatch.enable=true; stopwatch.num_warmup_iters=1", 1);
    session_prepare();
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.num_warmup_iters = 9}), SW_ERR_ALREADY);
    CU_ASSERT_TRUE(sw_stopwatch_is_enabled());
    finish_at(1);
    finish_at(2);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
    clear_environment();
}

static void check_all_is_off(void)
{
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    CHECK_EQUAL(sw_start_meas("a"), SW_OK);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_EQUAL(sw_range_pop("never pushed"), SW_OK);
}

static void test_bad_file_leaves_all_off_and_a_good_one_works_later(void)
{
    char *bad = file_of("default: a\n"
                        "profiles:\n"
                        "  a:\n"
                        "    stopwatch:\n"
                        "      enable: true\n"
                        "      num_warmpu_iters: 3\n"
                        "      print_every_n_iters: -1\n");
    char *good = file_with_warmups(1, 2);
    char place[512];
    session_prepare();
    CHECK_EQUAL(sw_init(bad, NULL), SW_ERR_CONFIG);
    CHECK_EQUAL(sw_last_error(), SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 2); // all mistakes at once
    snprintf(place, sizeof place, "%s:6:7: ", bad);
    CHECK_HAS(messages_all(), place);
    CHECK_HAS(messages_all(), "did you mean num_warmup_iters?");
    snprintf(place, sizeof place, "%s:7:28: ", bad);
    CHECK_HAS(messages_all(), place);
    check_all_is_off();
    messages_catch();
    CHECK_EQUAL(warmup_of(good, "second"), 2);
    file_remove(bad);
    file_remove(good);
}

static void test_missing_file_and_profile_are_told(void)
{
    char *path = file_with_warmups(1, 2);
    session_prepare();
    CHECK_EQUAL(sw_init("/no/such/file.yaml", NULL), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), "/no/such/file.yaml");
    CHECK_EQUAL(sw_init(path, "secnod"), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), "second");
    check_all_is_off();
    session_close();
    file_remove(path);
}

static void test_bad_single_values_leave_all_off(void)
{
    char *path = file_with_warmups(1, 2);
    setenv("STEPWATCH_SET", "stopwatch.num_warmup_iters=3x", 1);
    session_prepare();
    CHECK_EQUAL(sw_init(path, NULL), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), "STEPWATCH_SET");
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_ERR_CONFIG);
    check_all_is_off();
    clear_environment();
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    session_close();
    file_remove(path);
}

static char *printed_config(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    return text;
}

static void test_printed_config_reads_back_equal(void)
{
    char *path = file_with_warmups(1, 2);
    setenv("STEPWATCH_SET", "stopwatch.print_every_n_iters=1000; nvtx_range_wrapper.enable=true", 1);
    session_prepare();
    CHECK_EQUAL(sw_init(path, "second"), SW_OK);
    clear_environment();
    char *first = printed_config();
    CHECK_HAS(first, "num_warmup_iters: 2 ");
    CHECK_HAS(first, "print_every_n_iters: 1000 ");
    session_close();
    char *copy = file_of(first);
    session_prepare();
    CHECK_EQUAL(sw_init(copy, NULL), SW_OK);
    char *again = printed_config();
    CHECK_TEXT(again, first);
    session_close();
    file_remove(path);
    file_remove(copy);
    free(first);
    free(again);
}

static void test_printed_config_has_what_code_enabled(void)
{
    session_open_with(&(sw_stopwatch_options){.num_warmup_iters = 7, .clock = SW_CLOCK_MONOTONIC});
    char *text = printed_config();
    CHECK_HAS(text, "enable: true");
    CHECK_HAS(text, "num_warmup_iters: 7 ");
    CHECK_HAS(text, "clock: monotonic ");
    free(text);
    session_close();
}

static void test_without_a_session_the_defaults_are_printed(void)
{
    char *before = printed_config();
    CHECK_HAS(before, "num_warmup_iters: 0 ");
    CU_ASSERT_PTR_NULL(strstr(before, "enable: true"));
    session_open(5);
    session_close();
    char *after = printed_config();
    CHECK_TEXT(after, before);
    free(before);
    free(after);
}

static void test_config_that_cannot_be_printed(void)
{
    FILE *file = fopen("/dev/null", "r");
    CHECK_EQUAL(sw_config_print(NULL), SW_ERR_ARGUMENT);
    errno = 0;
    CHECK_EQUAL(sw_config_print(file), SW_ERR_WRITE);
    CHECK_EQUAL(errno, EBADF);
    fclose(file);
}

CU_TestInfo session_config_tests[] = {
    {"the arguments name file and profile", test_arguments_name_file_and_profile},
    {"the environment wins over the arguments", test_environment_wins_over_the_arguments},
    {"single values win over all", test_single_values_win_over_all},
    {"the environment is enough", test_environment_is_enough},
    {"single values count for enable from code", test_single_values_count_for_enable_from_code},
    {"a bad file leaves all off, and a good one works later", test_bad_file_leaves_all_off_and_a_good_one_works_later},
    {"a missing file and a missing profile are told", test_missing_file_and_profile_are_told},
    {"bad single values leave all off", test_bad_single_values_leave_all_off},
    {"the printed configuration reads back equal", test_printed_config_reads_back_equal},
    {"the printed configuration has what code enabled", test_printed_config_has_what_code_enabled},
    {"without a session the defaults are printed", test_without_a_session_the_defaults_are_printed},
    {"a configuration that cannot be printed is an error", test_config_that_cannot_be_printed},
    CU_TEST_INFO_NULL,
};
