// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The dual iteration of A. Chambolle, "An algorithm for total variation minimization and applications", Journal of
// Mathematical Imaging and Vision 20 (2004), p. 89-97: out = noisy - strength div p, where p is a field of vectors none of
// which is longer than 1.

#include "total_variation.h"

#include <math.h>

static const float DUAL_STEP = 0.248f; ///< below 1/4 it converges in practice; the proof asks for 1/8

struct total_variation total_variation_create(struct arena *arena, int width, int height)
{
    const size_t count = (size_t)width * (size_t)height;
    return (struct total_variation){arena_floats(arena, count), arena_floats(arena, count), arena_floats(arena, count)};
}

// to = div p + scale image. Both components are 0 in the last column or row, respectively, as no difference is there.
static void take_divergence(const struct total_variation *state, const struct image *image, float scale, float *to)
{
    const int width = image->width;
    const float *right = state->dual_x, *down = state->dual_y, *pixel = image->pixels;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < width; x++, right++, down++, pixel++) {
            const float left = x > 0 ? right[-1] : 0.0f, above = y > 0 ? down[-width] : 0.0f;
            *to++ = *right - left + *down - above + scale * *pixel;
        }
}

static void move_dual(const struct total_variation *state, int width, int height)
{
    const float *excess = state->excess;
    float *right = state->dual_x, *down = state->dual_y;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++, excess++, right++, down++) {
            const float across = x < width - 1 ? excess[1] - *excess : 0.0f;
            const float along = y < height - 1 ? excess[width] - *excess : 0.0f;
            const float shrink = 1.0f / (1.0f + DUAL_STEP * sqrtf(across * across + along * along));
            *right = (*right + DUAL_STEP * across) * shrink;
            *down = (*down + DUAL_STEP * along) * shrink;
        }
}

void total_variation_denoise(const struct total_variation *state, const struct image *noisy, float strength,
                             int iterations, struct image *out)
{
    for (int i = 0; i < iterations; i++) {
        take_divergence(state, noisy, -1.0f / strength, state->excess);
        move_dual(state, noisy->width, noisy->height);
    }
    take_divergence(state, noisy, -1.0f / strength, state->excess);
    for (size_t i = 0; i < image_count(out); i++)
        out->pixels[i] = -strength * state->excess[i];
}
