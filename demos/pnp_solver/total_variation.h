// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A denoiser: the image of least total variation near a noisy one. It smooths areas and keeps edges.

#ifndef PNP_TOTAL_VARIATION_H
#define PNP_TOTAL_VARIATION_H

#include "image.h"

/// For images of one size; zero is a fresh start.
struct total_variation {
    float *dual_x, *dual_y; ///< kept from call to call: what follows an image is like it, and starts from its solution
    float *excess;
};

struct total_variation total_variation_create(struct arena *arena, int width, int height);

/// out = argmin 1/2 |out - noisy|^2 + strength TV(out), after so many steps towards it.
void total_variation_denoise(const struct total_variation *state, const struct image *noisy, float strength,
                             int iterations, struct image *out);

#endif
