// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One trained row of numbers for each symbol.

#ifndef CHARLM_EMBEDDING_H
#define CHARLM_EMBEDDING_H

#include "batch.h"
#include "parameters.h"

/// Writes the row of each input of the batch.
void embedding_forward(const struct tensor *table, const struct batch *batch, float *output);

/// Adds each row's gradient to that of its symbol.
void embedding_backward(const struct tensor *table, const struct batch *batch, const float *d_output);

#endif
