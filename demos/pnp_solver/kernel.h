// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How one point of light spreads over its neighbours.

#ifndef PNP_KERNEL_H
#define PNP_KERNEL_H

enum { KERNEL_MAX_RADIUS = 15, KERNEL_MAX_SIDE = 2 * KERNEL_MAX_RADIUS + 1 };

/// The greatest widths that there is room for.
#define KERNEL_MAX_DEVIATION (KERNEL_MAX_RADIUS / 3.0)
#define KERNEL_MAX_LENGTH (2.0 * (KERNEL_MAX_RADIUS - 1))

/// The weights add up to 1.
struct kernel {
    int radius;
    float weights[KERNEL_MAX_SIDE * KERNEL_MAX_SIDE]; ///< (2 radius + 1)^2 of them are used, row by row
};

/// Out of focus: a bell of this standard deviation in pixels.
struct kernel kernel_gaussian(double deviation);

/// A camera that moved while it looked: a line of this length in pixels, at an angle to the x axis, in degrees.
struct kernel kernel_motion(double length, double angle);

#endif
