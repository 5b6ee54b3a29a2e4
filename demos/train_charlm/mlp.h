// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The feed-forward half of a block: up to four times the width, a squared ReLU, and down again.

#ifndef CHARLM_MLP_H
#define CHARLM_MLP_H

#include "linear.h"

struct mlp {
    struct linear up;
    struct linear down;
    float *hidden;    ///< [characters][4 * width]
    float *activated; ///< the same, behind the squared ReLU
    float *d_hidden;
    float *output; ///< [characters][width]
};

void mlp_create(struct mlp *layer, struct tensor *up, struct tensor *down, int max_rows, struct arena *arena);

/// Returns the output, which stays valid until the next forward pass.
const float *mlp_forward(struct mlp *layer, const float *input, int rows);

/// Writes the gradient of the input.
void mlp_backward(struct mlp *layer, const float *d_output, float *d_input, int rows);

#endif
