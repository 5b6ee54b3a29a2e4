// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Unrolled iterations, and their training: an iteration of this solver is an epoch, that is one step of the optimizer with
// all training images. The score is that of the problem's image, which the weights have never seen.
//
// Each training image has a scope of its own in the forward and the backward pass: the values of an iteration add them up.
// The optimizer's step is in none of them, so its time is in unattributed_sec, as that of the score is.

#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "adam.h"
#include "network.h"
#include "solver.h"
#include "training_set.h"

static const float LEARNING_RATE = 0.02f, INITIAL_STEP = 1.5f; ///< the latter in steps of the problem

struct state {
    struct arena arena;
    const struct problem *problem;
    struct training_set set;
    struct network network; ///< for the training images
    struct network scorer;  ///< for the problem's image
    struct network_weights weights, gradient;
    struct adam adam;
    struct image output;   ///< for a training image; then the derivative of the loss by it
    struct image restored; ///< the problem's image
};

static void release(void *state)
{
    arena_free(&((struct state *)state)->arena);
    free(state);
}

static void *init(const struct problem *problem)
{
    const struct kernel *kernel = &problem->blur.kernel;
    const int width = problem->truth.width, height = problem->truth.height;
    struct state *state = calloc(1, sizeof *state);
    if (state == NULL)
        return NULL;
    state->problem = problem;
    state->network = network_create(&state->arena, kernel, TRAINING_SIZE, TRAINING_SIZE, true);
    state->scorer = network_create(&state->arena, kernel, width, height, false);
    state->adam = adam_create(&state->arena, NETWORK_WEIGHTS);
    state->output = image_take(&state->arena, TRAINING_SIZE, TRAINING_SIZE);
    state->restored = image_take(&state->arena, width, height);
    state->set = training_set_create(&state->arena, problem);
    if (state->arena.failed) {
        release(state);
        return NULL;
    }
    network_weights_init(&state->weights, INITIAL_STEP * problem->step);
    return state;
}

/// Of the mean square that the loss is, by the pixels of the output.
static void take_derivative(struct image *output, const struct image *truth)
{
    const size_t count = image_count(output);
    const float scale = 2.0f / (float)(count * TRAINING_IMAGES);
    for (size_t i = 0; i < count; i++)
        output->pixels[i] = scale * (output->pixels[i] - truth->pixels[i]);
}

/// Returns the part of the loss that the image has.
static double forward(struct state *state, int image)
{
    SW_SCOPE("forward");
    network_forward(&state->network, &state->weights, &state->set.observed[image], &state->output);
    return image_mean_square(&state->output, &state->set.truths[image]) / TRAINING_IMAGES;
}

static void backward(struct state *state, int image)
{
    SW_SCOPE("backward");
    take_derivative(&state->output, &state->set.truths[image]);
    network_backward(&state->network, &state->weights, &state->output, &state->gradient);
}

static double step(void *of)
{
    struct state *state = of;
    double loss = 0.0;
    memset(&state->gradient, 0, sizeof state->gradient);
    for (int i = 0; i < TRAINING_IMAGES; i++) {
        loss += forward(state, i);
        backward(state, i);
    }
    adam_step(&state->adam, (float *)&state->weights, (const float *)&state->gradient, LEARNING_RATE);
    return loss;
}

static const struct image *restore(void *of)
{
    struct state *state = of;
    network_forward(&state->scorer, &state->weights, &state->problem->observed, &state->restored);
    return &state->restored;
}

const struct solver unrolled_solver = {
    .name = "unrolled",
    .sections = {"forward", "backward"},
    .loss_name = "loss",
    .iterations = 20,
    .init = init,
    .step = step,
    .restore = restore,
    .free = release,
};
