// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One unrolled iteration: a step along the gradient of the data term, and a denoiser, both with weights to be learned.
//
//     moved = in - step A^T (A in - observed)
//     out = moved - sum over the filters of strength W^T r(W moved),   r(u) = u / (1 + (u / EDGE)^2)
//
// A response that is small is noise and is taken away; one that is large is an edge, and r leaves it alone.

#ifndef PNP_STAGE_H
#define PNP_STAGE_H

#include "blur.h"
#include "filter_bank.h"

/// Nothing but floats, so that an optimizer can take them as an array.
struct stage_weights {
    float step;
    float strengths[FILTERS];
    filter_weights filters;
};

/// What a forward pass leaves for the backward pass.
struct stage_trace {
    struct image gradient, moved;
    float *responses;
};

/// Room for the passes of all stages, for images of one size.
struct stage_room {
    struct blur blur;
    struct filter_bank bank;
    struct image blurred, other;
    float *activations;
};

struct stage_trace stage_trace_create(struct arena *arena, int width, int height);
struct stage_room stage_room_create(struct arena *arena, const struct kernel *kernel, int width, int height);

/// A gradient step of this length, and filters that look for changes of any kind.
struct stage_weights stage_initial_weights(float step);

/// `out` may be `in`.
void stage_forward(const struct stage_room *room, struct stage_trace *trace, const struct stage_weights *weights,
                   const struct image *observed, const struct image *in, struct image *out);

/// Turns the derivative of a loss by the stage's output into that by its input, and adds that by its weights.
void stage_backward(const struct stage_room *room, const struct stage_trace *trace, const struct stage_weights *weights,
                    struct image *derivative, struct stage_weights *gradient);

#endif
