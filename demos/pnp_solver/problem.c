// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "problem.h"

#include "pgm.h"
#include "phantom.h"

static const double GAUSSIAN_WIDTH = 1.5, MOTION_WIDTH = 9.0, MOTION_ANGLE = 30.0;

// What is best for the phantom, from almost no noise to a lot of it; without any, edges are still to be kept sharp.
static double usual_strength(double noise)
{
    return 0.25 * noise + 0.0005;
}

static void set_numbers(struct problem *problem, const struct problem_options *options)
{
    problem->blur_name = options->motion ? "motion" : "gaussian";
    problem->blur_width = options->motion ? MOTION_WIDTH : GAUSSIAN_WIDTH;
    if (options->blur_width > 0.0)
        problem->blur_width = options->blur_width;
    problem->noise = options->noise;
    problem->strength = options->strength > 0.0 ? options->strength : usual_strength(options->noise);
    problem->seed = options->seed;
}

static bool take_truth(struct problem *problem, const struct problem_options *options, struct failure *failure)
{
    if (options->image_path != NULL)
        return pgm_read(options->image_path, &problem->arena, &problem->truth, failure);
    problem->truth = image_take(&problem->arena, options->size, options->size);
    if (problem->arena.failed)
        return failure_set(failure, "no memory for a phantom of %d x %d pixels", options->size, options->size);
    phantom_draw_shepp_logan(&problem->truth);
    return true;
}

void problem_observe(const struct blur *blur, const struct image *truth, double noise, struct rng *generator,
                     struct image *observed)
{
    blur_apply(blur, truth, observed);
    for (size_t i = 0; i < image_count(observed); i++)
        observed->pixels[i] += (float)(noise * rng_normal(generator));
}

bool problem_create(struct problem *problem, const struct problem_options *options, struct failure *failure)
{
    *problem = (struct problem){0};
    set_numbers(problem, options);
    if (!take_truth(problem, options, failure))
        return false;
    const int width = problem->truth.width, height = problem->truth.height;
    const double blur_width = problem->blur_width;
    const struct kernel kernel =
        options->motion ? kernel_motion(blur_width, MOTION_ANGLE) : kernel_gaussian(blur_width);
    problem->blur = blur_create(&problem->arena, &kernel, width, height);
    problem->observed = image_take(&problem->arena, width, height);
    const double squared_norm = problem->arena.failed ? 0.0 : blur_squared_norm(&problem->blur);
    if (squared_norm == 0.0)
        return failure_set(failure, "no memory for an image of %d x %d pixels", width, height);
    problem->step = (float)(1.0 / squared_norm);
    problem_observe(&problem->blur, &problem->truth, options->noise, &(struct rng){options->seed}, &problem->observed);
    return true;
}

void problem_free(struct problem *problem)
{
    arena_free(&problem->arena);
}
