// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Grey images, and how near one is to another.

#ifndef PNP_IMAGE_H
#define PNP_IMAGE_H

#include <stddef.h>

#include "../common/arena.h"

struct image {
    int width, height;
    float *pixels; ///< row by row from the top; 0 is black, 1 is white
};

/// A black image; without pixels when memory is out.
struct image image_take(struct arena *arena, int width, int height);

static inline size_t image_count(const struct image *image)
{
    return (size_t)image->width * (size_t)image->height;
}

/// Both have one size.
void image_copy(struct image *to, const struct image *from);

/// The mean of the squared differences of two images of one size.
double image_mean_square(const struct image *one, const struct image *other);

/// Peak signal-to-noise ratio in decibels, against an image whose peak is white. Infinite for equal images.
double image_psnr(const struct image *image, const struct image *truth);

#endif
