// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the unrolled iterations learn from: small images of random ellipses, blurred and noisy as the problem's image is.
// That image itself is never among them.

#ifndef PNP_TRAINING_SET_H
#define PNP_TRAINING_SET_H

#include "problem.h"

enum { TRAINING_IMAGES = 6, TRAINING_SIZE = 48 };

struct training_set {
    struct image truths[TRAINING_IMAGES], observed[TRAINING_IMAGES];
};

struct training_set training_set_create(struct arena *arena, const struct problem *problem);

#endif
