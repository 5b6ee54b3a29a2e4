// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What there is to solve: an image that was blurred and is noisy, and what is known about how.

#ifndef PNP_PROBLEM_H
#define PNP_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "../common/failure.h"
#include "../common/rng.h"
#include "blur.h"

struct problem_options {
    const char *image_path; ///< a PGM; NULL: the phantom
    int size;               ///< of the phantom, each way
    bool motion;            ///< blur by motion, not by a Gaussian
    double blur_width;      ///< the Gaussian's deviation, or the motion's length; 0: a usual one
    double noise;           ///< standard deviation; white is 1
    double strength;        ///< of a denoiser that does not learn it; 0: by the noise
    uint64_t seed;          ///< of the noise, and of what else is random
};

struct problem {
    struct arena arena;
    struct image truth, observed;
    struct blur blur;
    const char *blur_name;
    double blur_width, noise, strength;
    uint64_t seed;
    float step; ///< 1 over the square of the blur's norm: the longest gradient step that leads down for sure
};

/// False with a failure to show. Free it in any case.
bool problem_create(struct problem *problem, const struct problem_options *options, struct failure *failure);

void problem_free(struct problem *problem);

/// observed = A truth + noise
void problem_observe(const struct blur *blur, const struct image *truth, double noise, struct rng *generator,
                     struct image *observed);

#endif
