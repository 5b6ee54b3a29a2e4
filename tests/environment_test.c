// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// An instrumented program, run with one environment and another: what it prints, what it leaves, and how it ends.

#include "process.h"
#include "session_support.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TIMEOUT_SECONDS = 60, EXIT_CODE = 7 };

static const char title[] = "\nstepwatch " SW_VERSION_STRING;

// The settings below are all there is, whatever the tests were started with.
#define NOTHING_ELSE "STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "STEPWATCH_SET"

static process_result run_program(const char *way, const char *const *environment)
{
    const char *const program[] = {BUILD_DIR "/tests/programs/instrumented", way, NULL};
    process_result result = process_run(program, environment, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "done\n");
    CHECK_EQUAL(result.exit_status, EXIT_CODE);
    return result;
}

static unsigned files_in(const char *folder)
{
    unsigned files = 0;
    DIR *entries = opendir(folder);
    CU_ASSERT_PTR_NOT_NULL_FATAL(entries);
    for (const struct dirent *entry; (entry = readdir(entries));)
        files += entry->d_name[0] != '.';
    closedir(entries);
    return files;
}

// Runs it in an empty folder, and checks that nothing is to be heard or seen of the library.
static void check_unheard(const char *const *environment)
{
    char folder[] = BUILD_DIR "/empty_XXXXXX";
    char *program = realpath(BUILD_DIR "/tests/programs/instrumented", NULL);
    CU_ASSERT_FATAL(program && mkdtemp(folder));
    const char *const command[] = {"sh", "-c", "cd \"$1\" && exec \"$2\" finalize", "sh", folder, program, NULL};
    process_result result = process_run(command, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, EXIT_CODE);
    CHECK_TEXT(result.out, "done\n");
    CHECK_TEXT(result.err, "");
    CHECK_EQUAL(files_in(folder), 0);
    CHECK_EQUAL(rmdir(folder), 0);
    process_free(&result);
    free(program);
}

static void test_nothing_set_is_unheard(void)
{
    check_unheard((const char *const[]){NOTHING_ELSE, NULL});
}

static void test_training_profile_is_unheard(void)
{
    char config[PATH_MAX + 32];
    char *path = realpath("config/run_profiles.yaml", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(path);
    snprintf(config, sizeof config, "STEPWATCH_CONFIG=%s", path);
    check_unheard((const char *const[]){NOTHING_ELSE, config, NULL});
    check_unheard((const char *const[]){NOTHING_ELSE, config, "STEPWATCH_PROFILE=training", NULL});
    free(path);
}

static void test_profiler_in_mode_null_is_unheard(void)
{
    check_unheard(
        (const char *const[]){NOTHING_ELSE, "STEPWATCH_SET=profiler.mode=null;profiler.save_file=true", NULL});
}

static void test_evaluation_profile_prints_the_summary(void)
{
    const char *const environment[] = {NOTHING_ELSE, "STEPWATCH_CONFIG=config/run_profiles.yaml",
                                       "STEPWATCH_PROFILE=evaluation", NULL};
    process_result result = run_program("finalize", environment);
    CHECK_EQUAL(times_in(result.err, title), 1);
    CHECK_HAS(result.err, ", run profile evaluation of config/run_profiles.yaml\n");
    CHECK_HAS(result.err, "\n  iterations  10 counted, 10 of warm-up left out\n");
    CHECK_HAS(result.err, " items/s\n");
    CHECK_HAS(result.err, "\nstep ");
    CHECK_HAS(result.err, "\nload ");
    CHECK_HAS(row_of(result.err, "Values", "loss"), "loss 10 0.05 ");
    CU_ASSERT_PTR_NULL(strstr(result.err, "Ranges"));
    process_free(&result);
}

static void test_debugging_profile_finds_nothing_wrong(void)
{
    const char *const environment[] = {NOTHING_ELSE, "STEPWATCH_CONFIG=config/run_profiles.yaml",
                                       "STEPWATCH_PROFILE=debugging", NULL};
    process_result result = run_program("finalize", environment);
    CHECK_HAS(result.err, "order checked");
    CHECK_HAS(row_of(result.err, "Ranges", "optimizer"), "optimizer 20 ");
    CU_ASSERT_PTR_NULL(strstr(result.err, "misuse"));
    process_free(&result);
}

static void test_single_values_are_enough(void)
{
    const char *const environment[] = {NOTHING_ELSE, "STEPWATCH_SET=stopwatch.enable=true;stopwatch.num_warmup_iters=5",
                                       NULL};
    process_result result = run_program("finalize", environment);
    CHECK_HAS(result.err, "\n  iterations  15 counted, 5 of warm-up left out\n");
    process_free(&result);
}

static void test_bad_environment_is_told_and_the_program_goes_on(void)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/header_cxx", NULL};
    const char *const environment[] = {NOTHING_ELSE, "STEPWATCH_SET=stopwatch.enabel=true", NULL};
    process_result quiet = process_run(program, environment, TIMEOUT_SECONDS);
    CHECK_TEXT(quiet.err, ""); // it calls no sw_init()
    process_free(&quiet);
    static const char *const instrumented[] = {BUILD_DIR "/tests/programs/instrumented", NULL};
    process_result result = process_run(instrumented, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 1); // what this program does when sw_init() fails
    CHECK_HAS(result.err, "stepwatch: STEPWATCH_SET:");
    CHECK_HAS(result.err, "did you mean enable?");
    process_free(&result);
}

static void check_summary_on(const char *way)
{
    const char *const environment[] = {NOTHING_ELSE, "STEPWATCH_SET=stopwatch.enable=true", NULL};
    process_result result = run_program(way, environment);
    CHECK_EQUAL(times_in(result.err, title), 1);
    CHECK_HAS(result.err, "\n  iterations  20 counted");
    CHECK_HAS(row_of(result.err, "One-time measurements", "run"), " running");
    process_free(&result);
}

static void test_summary_is_printed_once_on_each_way_out(void)
{
    check_summary_on("finalize");
    check_summary_on("return");
    check_summary_on("exit");
    check_summary_on("thread");
}

static void test_no_way_out_is_heard_while_off(void)
{
    static const char *const ways[] = {"finalize", "return", "exit", "thread"};
    for (int i = 0; i < 4; i++) {
        process_result result = run_program(ways[i], (const char *const[]){NOTHING_ELSE, NULL});
        CHECK_TEXT(result.err, "");
        process_free(&result);
    }
}

static void test_neither_a_set_clock_nor_a_suspend_count(void)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/clock_steps", NULL};
    process_result result = process_run(program, (const char *const[]){NOTHING_ELSE, NULL}, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "1.000000000 s\n");
    process_free(&result);
}

CU_TestInfo environment_tests[] = {
    {"with nothing set the library is not heard, and makes no file", test_nothing_set_is_unheard},
    {"with the training profile it is not heard, and makes no file", test_training_profile_is_unheard},
    {"with the profiler in mode null it is not heard, and makes no file", test_profiler_in_mode_null_is_unheard},
    {"the evaluation profile prints the summary", test_evaluation_profile_prints_the_summary},
    {"the debugging profile finds nothing wrong in a correct program", test_debugging_profile_finds_nothing_wrong},
    {"single values are enough", test_single_values_are_enough},
    {"a bad environment is told, and the program goes on", test_bad_environment_is_told_and_the_program_goes_on},
    {"the summary is printed once on each way out of a program", test_summary_is_printed_once_on_each_way_out},
    {"no way out is heard while off", test_no_way_out_is_heard_while_off},
    {"neither a clock that is set nor a suspend counts", test_neither_a_set_clock_nor_a_suspend_count},
    CU_TEST_INFO_NULL,
};
