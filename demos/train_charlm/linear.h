// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A linear layer without bias: output = input * weight. Each row is one character of the batch.

#ifndef CHARLM_LINEAR_H
#define CHARLM_LINEAR_H

#include "parameters.h"

struct linear {
    struct tensor *weight;
    const float *input; ///< of the last forward pass, borrowed until the backward pass
};

void linear_forward(struct linear *layer, const float *input, float *output, int rows);

/// Adds to the weight's gradients; writes the gradient of the input unless `d_input` is NULL.
void linear_backward(const struct linear *layer, const float *d_output, float *d_input, int rows);

#endif
