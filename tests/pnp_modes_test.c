// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo as its users run it: each mode of the profiler, on top of a run profile, and what it prints.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../demos/pnp_solver/pgm.h"
#include "process.h"

enum { MAX_ARGUMENTS = 24, MAX_COLUMNS = 16, TIMEOUT_SECONDS = 60 };

static char folder[256]; ///< where the program runs: empty, so that what it leaves there shows

// Runs the demo in the folder on a small phantom, with more arguments up to a NULL.
static process_result run(const char *environment, const char *const *more)
{
    const char *argv[MAX_ARGUMENTS] = {"env", "-C", folder};
    char *program = realpath(BUILD_DIR "/demos/pnp_solver", NULL);
    CU_ASSERT_PTR_NOT_NULL_FATAL(program);
    int count = 3;
    argv[count++] = program;
    argv[count++] = "--size=32";
    for (; *more; more++)
        argv[count++] = *more;
    const char *const variables[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE",
                                     environment ? environment : "STEPWATCH_SET", NULL};
    const process_result result = process_run(argv, variables, TIMEOUT_SECONDS);
    free(program);
    return result;
}

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static process_result run_well(const char *environment, const char *const *more)
{
    const process_result result = run(environment, more);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}

static void make_folder(void)
{
    snprintf(folder, sizeof folder, "%s/pnp_XXXXXX", BUILD_DIR);
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
}

static char *path_in(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

// Fails if the program has left anything there.
static void remove_folder(void)
{
    CHECK_EQUAL(rmdir(folder), 0);
}

// ---- The table that it prints

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

// ---- Modes

static void check_mode_gives_metrics(const char *mode)
{
    make_folder();
    process_result pnp = run_well(NULL, ARGUMENTS("--iterations=2", "--profiler-mode", mode));
    process_result unrolled = run_well(NULL, ARGUMENTS("--solver=unrolled", "--iterations=2", "--profiler-mode", mode));
    for (int i = 0; i < 2; i++) {
        check_iteration(pnp.out, i, "gradient_time_sec", "denoise_time_sec");
        check_iteration(unrolled.out, i, "forward_time_sec", "backward_time_sec");
    }
    process_free(&pnp);
    process_free(&unrolled);
    remove_folder();
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
    make_folder();
    process_result result =
        run_well(NULL, ARGUMENTS("--iterations=2", "--profiler-save-file", "--profiler-mode", mode));
    CHECK_EQUAL(row_number(result.out, 0).count, 3);
    CHECK_EQUAL(row_number(result.out, 2).count, 3);
    CU_ASSERT(isfinite(metric(result.out, 1, "psnr_db")));
    CHECK_TEXT(result.err, "");
    process_free(&result);
    remove_folder();
}

static void test_null_prints_no_metrics_and_leaves_no_file(void)
{
    check_null("null");
    check_null("None");
}

static void test_unknown_mode_ends_with_the_known_ones(void)
{
    make_folder();
    process_result result = run(NULL, ARGUMENTS("--profiler-mode=cuda"));
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, "null, custom, torch and nvidia");
    CHECK_TEXT(result.out, "");
    process_free(&result);
    remove_folder();
}

// ---- The window, the run profile and the options

static void check_recorded(const process_result *result, int iterations, int first, int last)
{
    for (int i = 0; i < iterations; i++)
        if (isfinite(metric(result->out, i, "total_time_sec")) != (i >= first && i <= last))
            FAIL("iteration %d: recorded should be %d to %d only:\n%s", i, first, last, result->out);
}

static void check_window(const char *environment, const char *const *arguments, int first, int last)
{
    make_folder();
    process_result result = run_well(environment, arguments);
    check_recorded(&result, 5, first, last);
    process_free(&result);
    remove_folder();
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
    make_folder();
    process_result result = run_well(NULL, ARGUMENTS("--iterations=1"));
    CHECK_HAS(result.out, "try --profiler-mode custom");
    CHECK_EQUAL(row_number(result.out, 1).count, 3);
    process_free(&result);
    remove_folder();
}

static void test_combinations_that_are_refused_end_the_run(void)
{
    make_folder();
    process_result result = run(NULL, ARGUMENTS("--profiler-mode=torch", "--profiler-trace-dir=traces"));
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, "trace_dir needs per_step: false");
    process_free(&result);
    result = run_well(NULL, ARGUMENTS("--iterations=1", "--profiler-mode=torch", "--profiler-per-step=false"));
    process_free(&result);
    remove_folder();
}

// ---- Files, arguments

static void test_saved_file_has_a_row_for_each_recorded_iteration(void)
{
    static const char name[] = "outputs/deblur_gpu_metrics.csv";
    make_folder();
    process_result result =
        run_well(NULL, ARGUMENTS("--iterations=4", "--profiler-warmup=1", "--profiler-save-file", "--run-name=deblur"));
    check_recorded(&result, 4, 1, 3);
    process_free(&result);
    FILE *file = fopen(path_in(name), "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[1024];
    CU_ASSERT_PTR_NOT_NULL(fgets(line, sizeof line, file));
    CHECK_HAS(line, "gradient_time_sec");
    for (int i = 1; i <= 3; i++)
        CHECK_EQUAL(fgets(line, sizeof line, file) ? atoi(line) : -1, i);
    CU_ASSERT_PTR_NULL(fgets(line, sizeof line, file));
    fclose(file);
    unlink(path_in(name));
    rmdir(path_in("outputs"));
    remove_folder();
}

static void test_image_is_written_during_and_after_the_run(void)
{
    struct arena arena = {0};
    struct image restored, blurred;
    struct failure failure = {""};
    make_folder();
    process_result result = run_well(NULL, ARGUMENTS("--iterations=3", "--save-every=1", "--output=restored.pgm",
                                                     "--output-blurred=blurred.pgm", "--profiler-mode=custom"));
    CU_ASSERT_FATAL(pgm_read(path_in("restored.pgm"), &arena, &restored, &failure));
    CU_ASSERT_FATAL(pgm_read(path_in("blurred.pgm"), &arena, &blurred, &failure));
    CHECK_EQUAL(restored.width, 32);
    CU_ASSERT(image_mean_square(&restored, &blurred) > 1e-5);
    process_free(&result);
    result = run_well(NULL, ARGUMENTS("--iterations=1", "restored.pgm"));
    CHECK_HAS(result.out, "restored.pgm, 32 x 32 pixels");
    process_free(&result);
    unlink(path_in("restored.pgm"));
    unlink(path_in("blurred.pgm"));
    remove_folder();
    arena_free(&arena);
}

static void test_image_that_cannot_be_written_fails_the_run(void)
{
    make_folder();
    process_result result = run(NULL, ARGUMENTS("--iterations=1", "--output=no/such/folder.pgm"));
    CHECK_EQUAL(result.exit_status, 1);
    CHECK_HAS(result.err, "cannot write no/such/folder.pgm: No such file or directory");
    process_free(&result);
    remove_folder();
}

static void check_usage(const char *const *arguments, const char *message)
{
    process_result result = run(NULL, arguments);
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, message);
    CHECK_HAS(result.err, "See --help.");
    process_free(&result);
}

static void test_wrong_arguments_say_what_was_meant(void)
{
    make_folder();
    check_usage(ARGUMENTS("--solver=admm"), "--solver: 'admm'; it is pnp or unrolled");
    check_usage(ARGUMENTS("--blur=box"), "--blur: 'box'; it is gaussian or motion");
    check_usage(ARGUMENTS("--size=8"), "--size: '8'; it takes a whole number from 16 to 4096");
    check_usage(ARGUMENTS("--noise=nan"), "--noise: 'nan'; it takes a number from 0 to 1");
    check_usage(ARGUMENTS("--noise="), "--noise: ''; it takes a number from 0 to 1");
    check_usage(ARGUMENTS("--blur-width=6"), "--blur-width: 6; a gaussian has room for 5 at most");
    check_usage(ARGUMENTS("--save-every=2"), "--save-every needs --output");
    check_usage(ARGUMENTS("--profiler-warmup=-1"), "--profiler-warmup: '-1'; it takes a whole number");
    check_usage(ARGUMENTS("--profiler-save-file=1"), "--profiler-save-file=1; it is true or false");
    check_usage(ARGUMENTS("--run-name=a;b"), "--run-name: 'a;b'; it takes a text, without ;");
    check_usage(ARGUMENTS("a.pgm", "b.pgm"), "too many arguments: 'b.pgm'; one IMAGE is enough");
    check_usage(ARGUMENTS("--no-such-option"), "--no-such-option");
    remove_folder();
}

static void test_help_lists_the_options(void)
{
    make_folder();
    process_result result = run_well(NULL, ARGUMENTS("-h"));
    CHECK_HAS(result.out, "usage: pnp_solver");
    CHECK_HAS(result.out, "--profiler-mode MODE");
    process_free(&result);
    remove_folder();
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
    {"the image is written during and after the run", test_image_is_written_during_and_after_the_run},
    {"an image that cannot be written fails the run", test_image_that_cannot_be_written_fails_the_run},
    {"wrong arguments say what was meant", test_wrong_arguments_say_what_was_meant},
    {"help lists the options", test_help_lists_the_options},
    CU_TEST_INFO_NULL,
};
