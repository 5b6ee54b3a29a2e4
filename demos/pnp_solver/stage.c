// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stage.h"

#include <cblas.h>
#include <math.h>

static const float EDGE = 0.04f, INITIAL_STRENGTH = 0.2f;

static const double PI = 3.141592653589793;

struct stage_trace stage_trace_create(struct arena *arena, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    return (struct stage_trace){image_take(arena, width, height), image_take(arena, width, height),
                                arena_floats(arena, FILTERS * count)};
}

struct stage_room stage_room_create(struct arena *arena, const struct kernel *kernel, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    return (struct stage_room){blur_create(arena, kernel, width, height), filter_bank_create(arena, width, height),
                               image_take(arena, width, height), image_take(arena, width, height),
                               arena_floats(arena, FILTERS * count)};
}

/// A discrete cosine transform's wave of so many half waves, of length 1.
static double wave(int half_waves, int place)
{
    const double scale = sqrt((half_waves ? 2.0 : 1.0) / FILTER_SIDE);
    return scale * cos(PI * half_waves * (place + 0.5) / FILTER_SIDE);
}

struct stage_weights stage_initial_weights(float step)
{
    struct stage_weights weights = {.step = step};
    for (int filter = 0; filter < FILTERS; filter++) {
        const int down = (filter + 1) / FILTER_SIDE, across = (filter + 1) % FILTER_SIDE; // without the constant
        weights.strengths[filter] = INITIAL_STRENGTH;
        for (int tap = 0; tap < FILTER_TAPS; tap++)
            weights.filters[filter][tap] = (float)(wave(down, tap / FILTER_SIDE) * wave(across, tap % FILTER_SIDE));
    }
    return weights;
}

static float flattened(float response)
{
    const float edges = response / EDGE;
    return response / (1.0f + edges * edges);
}

static float flattened_slope(float response)
{
    const float edges = response / EDGE, below = 1.0f + edges * edges;
    return (1.0f - edges * edges) / (below * below);
}

static void activate(const struct stage_room *room, const struct stage_trace *trace,
                     const struct stage_weights *weights)
{
    const size_t count = image_count(&trace->moved);
    for (size_t filter = 0; filter < FILTERS; filter++)
        for (size_t i = filter * count; i < (filter + 1) * count; i++)
            room->activations[i] = weights->strengths[filter] * flattened(trace->responses[i]);
}

/// out = A^T (A in - observed), or A^T A in.
static void take_gradient(const struct stage_room *room, const struct image *in, const struct image *observed,
                          struct image *out)
{
    struct image blurred = room->blurred;
    blur_apply(&room->blur, in, &blurred);
    if (observed != NULL)
        cblas_saxpy((int)image_count(in), -1.0f, observed->pixels, 1, blurred.pixels, 1);
    blur_apply_adjoint(&room->blur, &blurred, out);
}

void stage_forward(const struct stage_room *room, struct stage_trace *trace, const struct stage_weights *weights,
                   const struct image *observed, const struct image *in, struct image *out)
{
    const int count = (int)image_count(in);
    struct image smoothing = room->other;
    take_gradient(room, in, observed, &trace->gradient);
    image_copy(&trace->moved, in);
    cblas_saxpy(count, -weights->step, trace->gradient.pixels, 1, trace->moved.pixels, 1);
    filter_bank_apply(&room->bank, weights->filters, &trace->moved, trace->responses);
    activate(room, trace, weights);
    filter_bank_apply_adjoint(&room->bank, weights->filters, room->activations, &smoothing);
    image_copy(out, &trace->moved);
    cblas_saxpy(count, -1.0f, smoothing.pixels, 1, out->pixels, 1);
}

/// Turns the derivatives by the activations into those by the responses, and adds those by the strengths.
static void deactivate(const struct stage_room *room, const struct stage_trace *trace,
                       const struct stage_weights *weights, struct stage_weights *gradient)
{
    const size_t count = image_count(&trace->moved);
    for (size_t filter = 0; filter < FILTERS; filter++) {
        double sum = 0.0;
        for (size_t i = filter * count; i < (filter + 1) * count; i++) {
            float *derivative = &room->activations[i];
            sum += (double)(*derivative * flattened(trace->responses[i]));
            *derivative *= weights->strengths[filter] * flattened_slope(trace->responses[i]);
        }
        gradient->strengths[filter] += (float)sum;
    }
}

void stage_backward(const struct stage_room *room, const struct stage_trace *trace, const struct stage_weights *weights,
                    struct image *derivative, struct stage_weights *gradient)
{
    const int count = (int)image_count(derivative);
    struct image change = room->other;
    // The filters occur twice: where the smoothing is put together, and where the responses are taken.
    activate(room, trace, weights);
    filter_bank_add_gradient(&room->bank, derivative, room->activations, -1.0f, gradient->filters);
    filter_bank_apply(&room->bank, weights->filters, derivative, room->activations);
    cblas_sscal(FILTERS * count, -1.0f, room->activations, 1);
    deactivate(room, trace, weights, gradient);
    filter_bank_add_gradient(&room->bank, &trace->moved, room->activations, 1.0f, gradient->filters);
    filter_bank_apply_adjoint(&room->bank, weights->filters, room->activations, &change);
    cblas_saxpy(count, 1.0f, change.pixels, 1, derivative->pixels, 1);
    gradient->step -= cblas_sdot(count, derivative->pixels, 1, trace->gradient.pixels, 1);
    take_gradient(room, derivative, NULL, &change);
    cblas_saxpy(count, -weights->step, change.pixels, 1, derivative->pixels, 1);
}
