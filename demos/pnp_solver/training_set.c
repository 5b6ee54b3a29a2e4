// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "training_set.h"

#include <math.h>

#include "phantom.h"

enum { ELLIPSES = 8, LARGE_ELLIPSES = 2 };

static double between(struct rng *generator, double low, double high)
{
    return low + (high - low) * rng_uniform(generator);
}

static struct ellipse random_ellipse(struct rng *generator, double least_size, double greatest_size)
{
    const double size = between(generator, least_size, greatest_size);
    return (struct ellipse){
        .intensity = between(generator, -0.5, 0.8),
        .half_width = size * between(generator, 0.5, 1.0),
        .half_height = size * between(generator, 0.5, 1.0),
        .x = between(generator, -0.6, 0.6),
        .y = between(generator, -0.6, 0.6),
        .angle = between(generator, 0.0, 180.0),
    };
}

static void draw(struct image *image, struct rng *generator)
{
    struct ellipse ellipses[ELLIPSES];
    for (int i = 0; i < ELLIPSES; i++)
        ellipses[i] = i < LARGE_ELLIPSES ? random_ellipse(generator, 0.4, 0.9) : random_ellipse(generator, 0.05, 0.4);
    phantom_draw(image, ellipses, ELLIPSES);
    for (size_t i = 0; i < image_count(image); i++)
        image->pixels[i] = fminf(fmaxf(image->pixels[i], 0.0f), 1.0f);
}

struct training_set training_set_create(struct arena *arena, const struct problem *problem)
{
    const struct blur blur = blur_create(arena, &problem->blur.kernel, TRAINING_SIZE, TRAINING_SIZE);
    // Random numbers of its own: they must not follow the noise of the problem's image.
    struct rng generator = {~problem->seed};
    struct training_set set;
    for (int i = 0; i < TRAINING_IMAGES; i++) {
        set.truths[i] = image_take(arena, TRAINING_SIZE, TRAINING_SIZE);
        set.observed[i] = image_take(arena, TRAINING_SIZE, TRAINING_SIZE);
        if (arena->failed)
            return set;
        draw(&set.truths[i], &generator);
        problem_observe(&blur, &set.truths[i], problem->noise, &generator, &set.observed[i]);
    }
    return set;
}
