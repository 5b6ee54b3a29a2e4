// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One block of the transformer: attention, then the feed-forward part, each behind a norm and beside a residual.

#ifndef CHARLM_BLOCK_H
#define CHARLM_BLOCK_H

#include "attention.h"
#include "mlp.h"
#include "rms_norm.h"

struct block {
    struct rms_norm attention_norm;
    struct attention attention;
    struct rms_norm mlp_norm;
    struct mlp mlp;
    float *attended; ///< [characters][width]: between the two halves
    float *output;   ///< [characters][width]
    float *d_normed; ///< [characters][width]: of the output of a norm
};

/// What the blocks of a model have in common.
struct block_shape {
    int width;
    int heads;
    float residual_deviation; ///< initial deviation of what is added to the residual
};

/// Declares the tensors of block number `index` and takes its buffers.
void block_create(struct block *block, const struct block_shape *shape, int index, const struct batch *largest,
                  struct parameters *set, struct arena *arena);

/// Returns the output, which stays valid until the next forward pass.
const float *block_forward(struct block *block, const float *input, const struct batch *batch);

/// Turns the gradient of the output into that of the input, in place.
void block_backward(struct block *block, float *gradient, const struct batch *batch);

#endif
