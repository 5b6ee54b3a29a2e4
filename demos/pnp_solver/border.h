// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a filter sees beyond the edge of an image: the nearest pixel, over and over. So a blur darkens no edge, and a
// filter answers to none that is not in the image.

#ifndef PNP_BORDER_H
#define PNP_BORDER_H

#include "image.h"

/// Pixels of an image of this size with a border of `radius` on each side.
size_t border_count(int width, int height, int radius);

/// Copies the image, and its border, to `extended`.
void border_extend(const struct image *image, int radius, float *extended);

/// The adjoint: what lies in the border is added to the pixels that it would have been copied from.
void border_fold(const float *extended, int radius, struct image *image);

#endif
