// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "adam.h"

#include <math.h>

static const float BETA1 = 0.9f, BETA2 = 0.99f, EPSILON = 1e-12f;

struct adam adam_create(struct arena *arena, size_t count)
{
    return (struct adam){
        .count = count, .first_moments = arena_floats(arena, count), .second_moments = arena_floats(arena, count)};
}

void adam_step(struct adam *adam, float *weights, const float *gradient, float rate)
{
    adam->steps++;
    // Moments begin at 0, and are too small by as much in the first steps.
    const float first_part = 1.0f - powf(BETA1, (float)adam->steps);
    const float second_part = 1.0f - powf(BETA2, (float)adam->steps);
    for (size_t i = 0; i < adam->count; i++) {
        float *first = &adam->first_moments[i], *second = &adam->second_moments[i];
        *first = BETA1 * *first + (1.0f - BETA1) * gradient[i];
        *second = BETA2 * *second + (1.0f - BETA2) * gradient[i] * gradient[i];
        weights[i] -= rate * *first / first_part / (sqrtf(*second / second_part) + EPSILON);
    }
}
