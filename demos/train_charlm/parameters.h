// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The trainable parameters: what the layers compute with and the optimizer improves, and all that the two share.
//
// Weights are kept in bfloat16, half the memory of floats; gradients are floats. All tensors lie one behind the other,
// so that the optimizer can walk them as two flat arrays.

#ifndef CHARLM_PARAMETERS_H
#define CHARLM_PARAMETERS_H

#include <stdbool.h>
#include <stddef.h>

#include "../common/arena.h"
#include "../common/rng.h"
#include "bfloat16.h"

enum { MAX_TENSORS = 64 };

struct tensor {
    char name[40];
    size_t rows;
    size_t columns;
    float mean;      ///< of the initial values
    float deviation; ///< of the initial values
    bool decays;     ///< weight decay applies: to matrices, not to gains
    struct bfloat16 *weights;
    float *gradients;
    float *expanded; ///< room for the floats of the largest tensor, shared by all
};

/// Zero is the empty set.
struct parameters {
    struct tensor tensors[MAX_TENSORS];
    size_t tensor_count;
    struct bfloat16 *weights;
    float *gradients;
    size_t count;
};

/// Adds a matrix, with initial values around 0, under a printf-like name. The pointer stays valid; the arrays come with
/// parameters_allocate().
struct tensor *parameters_add_matrix(struct parameters *set, size_t rows, size_t columns, float deviation,
                                     const char *name, ...) __attribute__((format(printf, 5, 6)));

/// Adds a row of gains, which begin at 1.
struct tensor *parameters_add_gain(struct parameters *set, size_t width, const char *name, ...)
    __attribute__((format(printf, 3, 4)));

/// Gives all tensors their place. Memory comes from the arena, whose owner checks it.
void parameters_allocate(struct parameters *set, struct arena *arena);

/// Draws the initial weights.
void parameters_initialize(struct parameters *set, struct rng *generator);

void parameters_zero_gradients(struct parameters *set);

/// The tensor's weights as floats, for one BLAS call: the next tensor that is expanded takes their place.
const float *tensor_expand(const struct tensor *tensor);

#endif
