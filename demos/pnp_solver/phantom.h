// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Test images that are sums of ellipses, and the best known of them.

#ifndef PNP_PHANTOM_H
#define PNP_PHANTOM_H

#include "image.h"

/// In a square that reaches from -1 to 1, with y upwards.
struct ellipse {
    double intensity; ///< added to what lies below it
    double half_width, half_height;
    double x, y;
    double angle; ///< against the clock, in degrees
};

/// Adds the ellipses to the image, which they fill as if it were square.
void phantom_draw(struct image *image, const struct ellipse *ellipses, size_t count);

/// The head phantom of Shepp and Logan with the contrast of Toft, between 0 and 1.
void phantom_draw_shepp_logan(struct image *image);

#endif
