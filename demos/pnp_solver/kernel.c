// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "kernel.h"

#include <math.h>

enum { POINTS_PER_PIXEL = 16 };

static const double RADIANS = 3.141592653589793 / 180.0;

static int side_of(const struct kernel *kernel)
{
    return 2 * kernel->radius + 1;
}

static void normalize(struct kernel *kernel)
{
    const int count = side_of(kernel) * side_of(kernel);
    double sum = 0.0;
    for (int i = 0; i < count; i++)
        sum += (double)kernel->weights[i];
    for (int i = 0; i < count; i++)
        kernel->weights[i] = (float)((double)kernel->weights[i] / sum);
}

struct kernel kernel_gaussian(double deviation)
{
    struct kernel kernel = {.radius = (int)ceil(3.0 * deviation)};
    float *weight = kernel.weights;
    for (int y = -kernel.radius; y <= kernel.radius; y++)
        for (int x = -kernel.radius; x <= kernel.radius; x++)
            *weight++ = (float)exp(-(double)(x * x + y * y) / (2.0 * deviation * deviation));
    normalize(&kernel);
    return kernel;
}

// Shares a point out among the four pixels around it.
static void add_point(struct kernel *kernel, double x, double y)
{
    const int column = (int)floor(x), row = (int)floor(y), side = side_of(kernel);
    const double right = x - column, below = y - row;
    float *weights = kernel->weights + (row + kernel->radius) * side + column + kernel->radius;
    weights[0] += (float)((1.0 - right) * (1.0 - below));
    weights[1] += (float)(right * (1.0 - below));
    weights[side] += (float)((1.0 - right) * below);
    weights[side + 1] += (float)(right * below);
}

struct kernel kernel_motion(double length, double angle)
{
    // One pixel more than half the length, as a point reaches the pixels behind it.
    struct kernel kernel = {.radius = (int)floor(length / 2.0) + 1};
    const int points = (int)ceil(length * POINTS_PER_PIXEL) + 1;
    for (int i = 0; i < points; i++) {
        const double along = length * ((i + 0.5) / points - 0.5);
        add_point(&kernel, along * cos(angle * RADIANS), -along * sin(angle * RADIANS));
    }
    normalize(&kernel);
    return kernel;
}
