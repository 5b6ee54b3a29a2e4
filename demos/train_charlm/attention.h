// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Causal self-attention with several heads: each character looks at itself and at those before it.
//
// The model has no other notion of position than a penalty on distance, of another slope in each head: some heads look
// at the last characters, some at the whole context.

#ifndef CHARLM_ATTENTION_H
#define CHARLM_ATTENTION_H

#include <stepwatch/stepwatch.h>

#include "batch.h"
#include "linear.h"

struct attention {
    struct linear project; ///< width → query, key and value beside each other
    struct linear merge;   ///< the heads' results → width
    int width;
    int heads;
    float *projected;   ///< [characters][3 * width]
    float *weights;     ///< [sequences][heads][length][length]: how much each character looks at each other
    float *mixed;       ///< [characters][width]
    float *output;      ///< [characters][width]
    float *d_projected; ///< gradients of the same shapes
    float *d_mixed;
    float *d_weights; ///< [length][length], of one head at a time
    sw_name softmax;  ///< runs once per sequence and head, so it is measured by handle
};

/// Tensors and buffers for batches up to the size of `largest`.
void attention_create(struct attention *layer, struct tensor *project, struct tensor *merge, int heads,
                      const struct batch *largest, struct arena *arena);

/// Returns the output, which stays valid until the next forward pass.
const float *attention_forward(struct attention *layer, const float *input, const struct batch *batch);

/// Writes the gradient of the input.
void attention_backward(struct attention *layer, const float *d_output, float *d_input, const struct batch *batch);

#endif
