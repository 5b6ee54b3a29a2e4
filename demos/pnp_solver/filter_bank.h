// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A bank of small filters that are applied to an image together, what the adjoint makes of their responses, and the
// gradient of the filters: three products of matrices.

#ifndef PNP_FILTER_BANK_H
#define PNP_FILTER_BANK_H

#include "image.h"

enum {
    FILTER_RADIUS = 1,
    FILTER_SIDE = 2 * FILTER_RADIUS + 1,
    FILTER_TAPS = FILTER_SIDE * FILTER_SIDE,
    FILTERS = FILTER_TAPS - 1, ///< as many as there are that answer to no even grey
};

typedef float filter_weights[FILTERS][FILTER_TAPS];

/// For images of one size; one thread at a time.
struct filter_bank {
    int width, height;
    float *extended; ///< an image and its border
    float *columns;  ///< of some rows of the image: for each tap, the pixels that it sees
};

struct filter_bank filter_bank_create(struct arena *arena, int width, int height);

/// The response of each filter to each pixel's surroundings: FILTERS images, one after the other.
void filter_bank_apply(const struct filter_bank *bank, const filter_weights weights, const struct image *image,
                       float *responses);

/// The adjoint: an image from responses.
void filter_bank_apply_adjoint(const struct filter_bank *bank, const filter_weights weights, const float *responses,
                               struct image *image);

/// gradient += scale * the derivative of <responses, filter_bank_apply(image)> by the weights.
void filter_bank_add_gradient(const struct filter_bank *bank, const struct image *image, const float *responses,
                              float scale, filter_weights gradient);

#endif
