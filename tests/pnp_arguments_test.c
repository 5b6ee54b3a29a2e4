// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The solver demo as its users run it: the images that it reads and writes, and what it says of wrong arguments.

#include "pnp_run.h"
#include "test.h"

#include <unistd.h>

#include "../demos/pnp_solver/pgm.h"

static void test_image_is_written_during_and_after_the_run(void)
{
    struct arena arena = {0};
    struct image restored, blurred;
    struct failure failure = {""};
    pnp_make_folder();
    process_result result = pnp_run_well(NULL, ARGUMENTS("--iterations=3", "--save-every=1", "--output=restored.pgm",
                                                         "--output-blurred=blurred.pgm", "--profiler-mode=custom"));
    CU_ASSERT_FATAL(pgm_read(pnp_path_in("restored.pgm"), &arena, &restored, &failure));
    CU_ASSERT_FATAL(pgm_read(pnp_path_in("blurred.pgm"), &arena, &blurred, &failure));
    CHECK_EQUAL(restored.width, 32);
    CU_ASSERT(image_mean_square(&restored, &blurred) > 1e-5);
    process_free(&result);
    result = pnp_run_well(NULL, ARGUMENTS("--iterations=1", "restored.pgm"));
    CHECK_HAS(result.out, "restored.pgm, 32 x 32 pixels");
    process_free(&result);
    unlink(pnp_path_in("restored.pgm"));
    unlink(pnp_path_in("blurred.pgm"));
    pnp_remove_folder();
    arena_free(&arena);
}

static void test_image_that_cannot_be_written_fails_the_run(void)
{
    pnp_make_folder();
    process_result result = pnp_run(NULL, ARGUMENTS("--iterations=1", "--output=no/such/folder.pgm"));
    CHECK_EQUAL(result.exit_status, 1);
    CHECK_HAS(result.err, "cannot write no/such/folder.pgm: No such file or directory");
    process_free(&result);
    pnp_remove_folder();
}

static void check_usage(const char *const *arguments, const char *message)
{
    process_result result = pnp_run(NULL, arguments);
    CHECK_EQUAL(result.exit_status, 2);
    CHECK_HAS(result.err, message);
    CHECK_HAS(result.err, "See --help.");
    process_free(&result);
}

static void test_wrong_arguments_say_what_was_meant(void)
{
    pnp_make_folder();
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
    pnp_remove_folder();
}

static void test_help_lists_the_options(void)
{
    pnp_make_folder();
    process_result result = pnp_run_well(NULL, ARGUMENTS("-h"));
    CHECK_HAS(result.out, "usage: pnp_solver");
    CHECK_HAS(result.out, "--profiler-mode MODE");
    process_free(&result);
    pnp_remove_folder();
}

CU_TestInfo pnp_arguments_tests[] = {
    {"the image is written during and after the run", test_image_is_written_during_and_after_the_run},
    {"an image that cannot be written fails the run", test_image_that_cannot_be_written_fails_the_run},
    {"wrong arguments say what was meant", test_wrong_arguments_say_what_was_meant},
    {"help lists the options", test_help_lists_the_options},
    CU_TEST_INFO_NULL,
};
