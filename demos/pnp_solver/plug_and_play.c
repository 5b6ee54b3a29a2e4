// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Plug and play: proximal gradient iterations in which the proximal step is any denoiser that is plugged in,
//
//     x = denoise(z - step A^T (A z - observed))
//
// where z is the last x, moved on a little the way that the last two took: that saves most of the iterations (A. Beck and
// M. Teboulle, "A fast iterative shrinkage-thresholding algorithm for linear inverse problems", SIAM Journal on Imaging
// Sciences 2 (2009), p. 183-202).
//
// Both parts are scopes: each is a section of the profiler, and a measurement and a range besides, whichever of these the
// run profile has switched on.

#include <math.h>
#include <stdlib.h>

#include <stepwatch/stepwatch.h>

#include "solver.h"
#include "total_variation.h"

enum { DENOISER_ITERATIONS = 10 };

struct state {
    struct arena arena;
    const struct problem *problem;
    struct image restored, before; ///< x, and that of the iteration before
    struct image start;            ///< z
    struct image residual, gradient;
    struct image moved; ///< what is to be denoised
    struct total_variation denoiser;
    double momentum; ///< the sequence t of the paper
};

static void release(void *state)
{
    arena_free(&((struct state *)state)->arena);
    free(state);
}

static void *init(const struct problem *problem)
{
    const int width = problem->truth.width, height = problem->truth.height;
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->problem = problem;
    state->momentum = 1.0;
    struct image *const images[] = {&state->restored, &state->before,   &state->start,
                                    &state->residual, &state->gradient, &state->moved};
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        *images[i] = image_take(&state->arena, width, height);
    state->denoiser = total_variation_create(&state->arena, width, height);
    if (state->arena.failed) {
        release(state);
        return NULL;
    }
    image_copy(&state->restored, &problem->observed);
    image_copy(&state->start, &problem->observed);
    return state;
}

/// Returns the root of the residual's mean square. A good end is as small as the noise, and no smaller.
static double step_down_gradient(struct state *state)
{
    SW_SCOPE("gradient");
    const struct problem *problem = state->problem;
    const size_t count = image_count(&state->start);
    double sum = 0.0;
    blur_apply(&problem->blur, &state->start, &state->residual);
    for (size_t i = 0; i < count; i++) {
        state->residual.pixels[i] -= problem->observed.pixels[i];
        sum += (double)state->residual.pixels[i] * (double)state->residual.pixels[i];
    }
    blur_apply_adjoint(&problem->blur, &state->residual, &state->gradient);
    for (size_t i = 0; i < count; i++)
        state->moved.pixels[i] = state->start.pixels[i] - problem->step * state->gradient.pixels[i];
    return sqrt(sum / (double)count);
}

static void denoise(struct state *state)
{
    SW_SCOPE("denoise");
    total_variation_denoise(&state->denoiser, &state->moved, (float)state->problem->strength, DENOISER_ITERATIONS,
                            &state->restored);
}

static void move_on(struct state *state)
{
    const double next = (1.0 + sqrt(1.0 + 4.0 * state->momentum * state->momentum)) / 2.0;
    const float share = (float)((state->momentum - 1.0) / next);
    for (size_t i = 0; i < image_count(&state->start); i++) {
        const float restored = state->restored.pixels[i];
        state->start.pixels[i] = restored + share * (restored - state->before.pixels[i]);
    }
    state->momentum = next;
}

static double step(void *of)
{
    struct state *state = of;
    image_copy(&state->before, &state->restored);
    const double residual = step_down_gradient(state);
    denoise(state);
    move_on(state);
    return residual;
}

static const struct image *restore(void *state)
{
    return &((struct state *)state)->restored;
}

const struct solver plug_and_play_solver = {
    .name = "pnp",
    .sections = {"gradient", "denoise"},
    .loss_name = "residual",
    .iterations = 60,
    .init = init,
    .step = step,
    .restore = restore,
    .free = release,
};
