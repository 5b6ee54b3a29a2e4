// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A is a copy with a border, and then a sum over the kernel for each pixel. Its adjoint is the adjoints of both, in the
// other order.

#include "blur.h"

#include <cblas.h>
#include <string.h>

#include "../common/rng.h"
#include "border.h"

enum { POWER_ITERATIONS = 30 };

struct blur blur_create(struct arena *arena, const struct kernel *kernel, int width, int height)
{
    const size_t count = border_count(width, height, kernel->radius);
    return (struct blur){*kernel, width, height, arena_floats(arena, count)};
}

void blur_apply(const struct blur *blur, const struct image *in, struct image *out)
{
    const int radius = blur->kernel.radius, side = 2 * radius + 1, stride = blur->width + 2 * radius;
    border_extend(in, radius, blur->extended);
    memset(out->pixels, 0, image_count(out) * sizeof *out->pixels);
    for (int y = 0; y < blur->height; y++)
        for (int tap = 0; tap < side * side; tap++)
            cblas_saxpy(blur->width, blur->kernel.weights[tap],
                        blur->extended + (size_t)(y + tap / side) * (size_t)stride + tap % side, 1,
                        out->pixels + (size_t)y * (size_t)blur->width, 1);
}

void blur_apply_adjoint(const struct blur *blur, const struct image *in, struct image *out)
{
    const int radius = blur->kernel.radius, side = 2 * radius + 1, stride = blur->width + 2 * radius;
    memset(blur->extended, 0, border_count(blur->width, blur->height, radius) * sizeof *blur->extended);
    for (int y = 0; y < blur->height; y++)
        for (int tap = 0; tap < side * side; tap++)
            cblas_saxpy(blur->width, blur->kernel.weights[tap], in->pixels + (size_t)y * (size_t)blur->width, 1,
                        blur->extended + (size_t)(y + tap / side) * (size_t)stride + tap % side, 1);
    border_fold(blur->extended, radius, out);
}

static double norm_of(const struct image *image)
{
    return (double)cblas_snrm2((int)image_count(image), image->pixels, 1);
}

/// Turns the vector by A^T A towards its greatest eigenvector, and returns the eigenvalue as it shows in the last turn.
static double turn(const struct blur *blur, struct image *vector, struct image *blurred)
{
    double eigenvalue = 0.0;
    for (int i = 0; i < POWER_ITERATIONS; i++) {
        const float scale = (float)(1.0 / norm_of(vector));
        cblas_sscal((int)image_count(vector), scale, vector->pixels, 1);
        blur_apply(blur, vector, blurred);
        blur_apply_adjoint(blur, blurred, vector);
        eigenvalue = norm_of(vector);
    }
    return eigenvalue;
}

double blur_squared_norm(const struct blur *blur)
{
    struct arena arena = {0};
    struct image vector = image_take(&arena, blur->width, blur->height);
    struct image blurred = image_take(&arena, blur->width, blur->height);
    double eigenvalue = 0.0;
    if (!arena.failed) {
        // A start must not be at right angles to the eigenvector. Both have no negative numbers, so they are not.
        struct rng generator = {1};
        for (size_t i = 0; i < image_count(&vector); i++)
            vector.pixels[i] = (float)rng_uniform(&generator);
        eigenvalue = turn(blur, &vector, &blurred);
    }
    arena_free(&arena);
    return eigenvalue;
}
