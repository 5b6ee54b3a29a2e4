// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The physics: A, which blurs an image, and its adjoint.

#ifndef PNP_BLUR_H
#define PNP_BLUR_H

#include "image.h"
#include "kernel.h"

/// For images of one size; one thread at a time.
struct blur {
    struct kernel kernel;
    int width, height;
    float *extended; ///< an image and its border
};

struct blur blur_create(struct arena *arena, const struct kernel *kernel, int width, int height);

/// out = A in. They must not be one.
void blur_apply(const struct blur *blur, const struct image *in, struct image *out);

/// out = A^T in, exactly: <A x, y> = <x, A^T y> but for rounding, at the border, too.
void blur_apply_adjoint(const struct blur *blur, const struct image *in, struct image *out);

/// The square of A's operator norm, which is the greatest eigenvalue of A^T A. 0 when memory is out.
double blur_squared_norm(const struct blur *blur);

#endif
