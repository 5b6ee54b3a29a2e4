// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo as its users run it: each mode of the profiler, on top of a run profile, and what it prints and
// saves.

#include "pnp_run.h"
#include "session_support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_COLUMNS = 16 };

typedef struct row {
    char text[MAX_COLUMNS][64];
    int count;
} row;

static row split(const char *line)
{
    row cells = {.count = 0};
    const char *end = line + strcspn(line, "\n");
    while (cells.count < MAX_COLUMNS && (line += strspn(line, " ")) < end) {
        const size_t length = strcspn(line, " \n");
        snprintf(cells.text[cells.count++], sizeof cells.text[0], "%.*s", (int)length, line);
        line += length;
    }
    return cells;
}

// Row 0 is the header.
static row row_number(const char *out, int number)
{
    const char *line = strstr(out, "iteration  psnr_db");
    for (; line && number > 0; number--) {
        line = strchr(line, '\n');
        line += line != NULL;
    }
    return split(line ? line : "");
}

// Of an iteration, counted from 0. NAN for `--`, and where there is no such column.
static double metric(const char *out, int iteration, const char *name)
{
    const row names = row_number(out, 0), values = row_number(out, iteration + 1);
    for (int i = 0; i < names.count; i++)
        if (strcmp(names.text[i], name) == 0 && strcmp(values.text[i], "--") != 0)
            return strtod(values.text[i], NULL);
    return NAN;
}

// The parts of an iteration and the rest are all of it, but for the rounding of what is printed.
static void check_iteration(const char *out, int iteration, const char *first, const char *second)
{
    const double total = metric(out, iteration, "total_time_sec");
    const double parts = metric(out, iteration, first) + metric(out, iteration, second);
    CU_ASSERT(metric(out, iteration, first) > 0.0 && metric(out, iteration, second) > 0.0);
    CU_ASSERT(total >= parts);
    CHECK_NEAR(total, parts + metric(out, iteration, "unattributed_sec"), 3e-6);
    CU_ASSERT(metric(out, iteration, "max_host_mb") > 1.0);
}

static void check_mode_gives_metrics(const char *mode)
{
    pnp_make_folder();
    process_result pnp = pnp_run_well(NULL, ARGUMENTS("--iterations=2", "--profiler-mode", mode));
    process_result unrolled =
        pnp_run_well(NULL, ARGUMENTS("--solver=unrolled", "--iterations=2", "--profiler-mode", mode));
    for (int i = 0; i < 2; i++) {
        check_iteration(pnp.out, i, "gradient_time_sec", "denoise_time_sec");
        check_iteration(unrolled.out, i, "forward_time_sec", "backward_time_sec");
    }
    process_free(&pnp);
    process_free(&unrolled);
    pnp_remove_folder();
}

static void test_custom_gives_metrics_by_their_names(void)
{
    check_mode_gives_metrics("custom");
}

static void test_torch_gives_metrics_by_their_names(void)
{
    check_mode_gives_metrics("torch");
}

static void test_nvidia_gives_metrics_by_their_names(void)
{
    check_mode_gives_metrics("nvidia");
}

static void check_null(const char *mode)
{
    pnp_make_folder();
    process_result result =
        pnp_run_well(NULL, ARGUMENTS("--iterations=2", "--profiler-save-file", "--profiler-mode", mode));
    CHECK_EQUAL(row_number(result.out, 0).count, 3);
    CHECK_EQUAL(row_number(result.out, 2).count, 3);
    CU_ASSERT(isfinite(metric(result.out, 1, "psnr_db")));
    CHECK_TEXT(result.err, "");
    process_free(&result);
    pnp_remove_folder();
}

static void test_null_prints_no_metrics_and_leaves_no_file(void)
{
    check_null("null");
    check_null("None");
}

static void test_unknown_mode_ends_with_the_known_ones(void)
{
    pnp_make_folder();
    process_result result = pnp_run(NULL, ARGUMENTS("--profiler-mode=cuda"));
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, "null, custom, torch and nvidia");
    CHECK_TEXT(result.out, "");
    process_free(&result);
    pnp_remove_folder();
}

static void check_recorded(const process_result *result, int iterations, int first, int last)
{
    for (int i = 0; i < iterations; i++)
        if (isfinite(metric(result->out, i, "total_time_sec")) != (i >= first && i <= last))
            FAIL("iteration %d: recorded should be %d to %d only:\n%s", i, first, last, result->out);
}

static void check_window(const char *environment, const char *const *arguments, int first, int last)
{
    pnp_make_folder();
    process_result result = pnp_run_well(environment, arguments);
    check_recorded(&result, 5, first, last);
    process_free(&result);
    pnp_remove_folder();
}

static void test_outside_the_window_there_are_no_values(void)
{
    check_window(NULL, ARGUMENTS("--iterations=5", "--profiler-warmup=1", "--profiler-active=2"), 1, 2);
}

static void test_options_win_over_the_environment_one_by_one(void)
{
    const char *environment = "STEPWATCH_SET=profiler.warmup=1; profiler.active=3";
    check_window(environment, ARGUMENTS("--iterations=5"), 1, 3);
    check_window(environment, ARGUMENTS("--iterations=5", "--profiler-active=1"), 1, 1);
}

static void test_options_lie_on_top_of_the_run_profile(void)
{
    char *config = realpath("config/run_profiles.yaml", NULL);
    check_window(NULL, ARGUMENTS("--iterations=5", "--config", config, "--profile=profiling", "--profiler-warmup=2"), 2,
                 4);
    free(config);
}

static void test_without_a_profiler_there_is_a_hint_and_no_metrics(void)
{
    pnp_make_folder();
    process_result result = pnp_run_well(NULL, ARGUMENTS("--iterations=1"));
    CHECK_HAS(result.out, "try --profiler-mode custom");
    CHECK_EQUAL(row_number(result.out, 1).count, 3);
    process_free(&result);
    pnp_remove_folder();
}

static void test_combinations_that_are_refused_end_the_run(void)
{
    pnp_make_folder();
    process_result result = pnp_run(NULL, ARGUMENTS("--profiler-mode=torch", "--profiler-trace-dir=traces"));
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, "trace_dir needs per_step: false");
    process_free(&result);
    result = pnp_run_well(NULL, ARGUMENTS("--iterations=1", "--profiler-mode=torch", "--profiler-per-step=false"));
    process_free(&result);
    pnp_remove_folder();
}

static void test_saved_file_has_a_row_for_each_recorded_iteration(void)
{
    static const char name[] = "outputs/deblur_gpu_metrics.csv";
    pnp_make_folder();
    process_result result = pnp_run_well(
        NULL, ARGUMENTS("--iterations=4", "--profiler-warmup=1", "--profiler-save-file", "--run-name=deblur"));
    check_recorded(&result, 4, 1, 3);
    process_free(&result);
    FILE *file = fopen(pnp_path_in(name), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[1024];
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, file));
    CHECK_HAS(line, "gradient_time_sec");
    for (int i = 1; i <= 3; i++)
        CHECK_EQUAL(fgets(line, sizeof line, file) ? atoi(line) : -1, i);
    CU_ASSERT_PTR_NULL(fgets(line, sizeof line, file));
    fclose(file);
    unlink(pnp_path_in(name));
    rmdir(pnp_path_in("outputs"));
    pnp_remove_folder();
}

CU_TestInfo pnp_modes_tests[] = {
    {"custom gives metrics by their names", test_custom_gives_metrics_by_their_names},
    {"torch gives metrics by their names", test_torch_gives_metrics_by_their_names},
    {"nvidia gives metrics by their names", test_nvidia_gives_metrics_by_their_names},
    {"null prints no metrics and leaves no file", test_null_prints_no_metrics_and_leaves_no_file},
    {"an unknown mode ends with the known ones", test_unknown_mode_ends_with_the_known_ones},
    {"outside the window there are no values", test_outside_the_window_there_are_no_values},
    {"options win over the environment, one by one", test_options_win_over_the_environment_one_by_one},
    {"options lie on top of the run profile", test_options_lie_on_top_of_the_run_profile},
    {"without a profiler there is a hint and no metrics", test_without_a_profiler_there_is_a_hint_and_no_metrics},
    {"combinations that are refused end the run", test_combinations_that_are_refused_end_the_run},
    {"the saved file has a row for each recorded iteration", test_saved_file_has_a_row_for_each_recorded_iteration},
    CU_TEST_INFO_NULL,
};
