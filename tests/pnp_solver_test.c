// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The demo's solvers: that they restore and learn, and do the same each time.

#include "test.h"

#include <cblas.h>
#include <math.h>

#include "../demos/pnp_solver/phantom.h"
#include "../demos/pnp_solver/solver.h"
#include "../demos/pnp_solver/total_variation.h"

enum { SIZE = 64, EPOCHS = 8 };

struct outcome {
    double blurred, restored; ///< PSNR
    double first_loss, last_loss;
};

static struct outcome run(const struct solver *solver, const struct problem_options *options, int iterations)
{
    struct problem problem;
    struct failure failure = {""};
    struct outcome outcome = {0};
    openblas_set_num_threads(1);
    if (!problem_create(&problem, options, &failure))
        FAIL("%s", failure.text);
    void *state = solver->init(&problem);
    CU_ASSERT_PTR_NOT_NULL_FATAL(state);
    outcome.blurred = image_psnr(&problem.observed, &problem.truth);
    for (int i = 0; i < iterations; i++) {
        outcome.last_loss = solver->step(state);
        if (i == 0)
            outcome.first_loss = outcome.last_loss;
    }
    outcome.restored = image_psnr(solver->restore(state), &problem.truth);
    solver->free(state);
    problem_free(&problem);
    return outcome;
}

static void check_gain(const struct outcome *outcome, double decibels)
{
    if (!(outcome->restored >= outcome->blurred + decibels))
        FAIL("from %.2f dB to %.2f dB only", outcome->blurred, outcome->restored);
}

// The options of a run without any.
static void test_default_run_gains_3_decibels(void)
{
    const struct problem_options options = {.size = 256, .noise = 0.01, .seed = 1};
    const struct outcome outcome = run(&plug_and_play_solver, &options, plug_and_play_solver.iterations);
    check_gain(&outcome, 3.0);
    // What is left of the residual is the noise: neither detail nor all of the noise has been fitted.
    if (!(fabs(outcome.last_loss - 0.01) < 0.001))
        FAIL("the residual is %g with a noise of 0.01", outcome.last_loss);
}

static void test_motion_and_more_noise_are_restored_too(void)
{
    const struct problem_options options = {.size = 128, .motion = true, .noise = 0.02, .seed = 2};
    const struct outcome outcome = run(&plug_and_play_solver, &options, plug_and_play_solver.iterations);
    check_gain(&outcome, 3.0);
}

static void test_loss_of_the_unrolled_iterations_falls(void)
{
    const struct problem_options options = {.size = SIZE, .noise = 0.01, .seed = 1};
    const struct outcome outcome = run(&unrolled_solver, &options, EPOCHS);
    if (!(outcome.last_loss < 0.8 * outcome.first_loss))
        FAIL("the loss went from %g to %g only", outcome.first_loss, outcome.last_loss);
}

static void test_training_helps_an_image_that_was_not_in_it(void)
{
    const struct problem_options options = {.size = 128, .noise = 0.01, .seed = 1};
    const struct outcome untrained = run(&unrolled_solver, &options, 0);
    const struct outcome trained = run(&unrolled_solver, &options, EPOCHS);
    check_gain(&untrained, 0.0);
    if (!(trained.restored > untrained.restored + 0.3))
        FAIL("training went from %.2f dB to %.2f dB only", untrained.restored, trained.restored);
}

static void check_repeats(const struct solver *solver)
{
    struct problem_options options = {.size = SIZE, .noise = 0.01, .seed = 7};
    const struct outcome first = run(solver, &options, 2), second = run(solver, &options, 2);
    options.seed = 8;
    const struct outcome other = run(solver, &options, 2);
    CU_ASSERT_DOUBLE_EQUAL(first.restored, second.restored, 0.0);
    CU_ASSERT_DOUBLE_EQUAL(first.last_loss, second.last_loss, 0.0);
    CU_ASSERT(first.last_loss < other.last_loss || first.last_loss > other.last_loss);
}

static void test_runs_of_one_seed_are_the_same(void)
{
    check_repeats(&plug_and_play_solver);
    check_repeats(&unrolled_solver);
}

static void test_denoiser_takes_noise_away(void)
{
    struct arena arena = {0};
    struct rng generator = {1};
    struct image truth = image_take(&arena, 96, 80), noisy = image_take(&arena, 96, 80);
    struct image denoised = image_take(&arena, 96, 80);
    const struct total_variation denoiser = total_variation_create(&arena, 96, 80);
    CU_ASSERT_FATAL(!arena.failed);
    phantom_draw_shepp_logan(&truth);
    double sum = 0.0, denoised_sum = 0.0;
    for (size_t i = 0; i < image_count(&noisy); i++)
        noisy.pixels[i] = truth.pixels[i] + (float)(0.1 * rng_normal(&generator));
    total_variation_denoise(&denoiser, &noisy, 0.1f, 50, &denoised);
    const struct outcome outcome = {.blurred = image_psnr(&noisy, &truth), .restored = image_psnr(&denoised, &truth)};
    check_gain(&outcome, 6.0);
    for (size_t i = 0; i < image_count(&noisy); i++) {
        sum += (double)noisy.pixels[i];
        denoised_sum += (double)denoised.pixels[i];
    }
    CU_ASSERT_DOUBLE_EQUAL(sum, denoised_sum, 0.01); // it moves light, and takes none
    arena_free(&arena);
}

static void test_problem_that_cannot_be_says_why(void)
{
    const struct problem_options options = {.image_path = "no/such.pgm"};
    struct problem problem;
    struct failure failure = {""};
    CU_ASSERT_FALSE(problem_create(&problem, &options, &failure));
    CHECK_TEXT(failure.text, "cannot open no/such.pgm: No such file or directory");
    problem_free(&problem);
}

CU_TestInfo pnp_solver_tests[] = {
    {"the default run gains 3 decibels", test_default_run_gains_3_decibels},
    {"motion and more noise are restored, too", test_motion_and_more_noise_are_restored_too},
    {"the loss of the unrolled iterations falls", test_loss_of_the_unrolled_iterations_falls},
    {"training helps an image that was not in it", test_training_helps_an_image_that_was_not_in_it},
    {"runs of one seed are the same", test_runs_of_one_seed_are_the_same},
    {"the denoiser takes noise away", test_denoiser_takes_noise_away},
    {"a problem that cannot be says why", test_problem_that_cannot_be_says_why},
    CU_TEST_INFO_NULL,
};
