// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The optimizer: steps whose length is scaled for each weight by what its gradients were so far (D. P. Kingma and J. Ba,
// "Adam: a method for stochastic optimization", 2015).

#ifndef PNP_ADAM_H
#define PNP_ADAM_H

#include <stddef.h>

#include "../common/arena.h"

struct adam {
    size_t count;
    float *first_moments, *second_moments;
    int steps;
};

struct adam adam_create(struct arena *arena, size_t count);

void adam_step(struct adam *adam, float *weights, const float *gradient, float rate);

#endif
