// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The language model: a causal transformer that reads characters and says which one comes next.

#ifndef CHARLM_MODEL_H
#define CHARLM_MODEL_H

#include "batch.h"
#include "parameters.h"

enum { MAX_BLOCKS = 8 };

struct model_shape {
    int vocabulary; ///< different symbols, at most 256
    int width;      ///< numbers per character; a multiple of `heads`
    int heads;
    int blocks;    ///< at most MAX_BLOCKS
    int sequences; ///< of the largest batch
    int length;    ///< of its sequences: as far as the model can look back
};

struct model;

/// A model with random weights; NULL when memory is out. The caller frees it. Use it from one thread at a time.
struct model *model_create(const struct model_shape *shape, uint64_t seed);
void model_free(struct model *model);

/// The model's parameters, owned by it.
struct parameters *model_parameters(struct model *model);

/// Scores of all symbols, [characters][vocabulary], for what follows each input. The targets are not looked at. The
/// caller may change the scores; they stay valid until the next call.
float *model_predict(struct model *model, const struct batch *batch);

/// Predicts and returns the mean loss against the targets, in nats per character.
double model_forward(struct model *model, const struct batch *batch);

/// Adds the gradients of loss_scale * loss of the batch that model_forward() had last to those of the parameters.
void model_backward(struct model *model, const struct batch *batch, float loss_scale);

#endif
