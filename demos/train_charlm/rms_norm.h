// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Normalisation by the root mean square of each row, with a trained gain per column.

#ifndef CHARLM_RMS_NORM_H
#define CHARLM_RMS_NORM_H

#include "parameters.h"

struct rms_norm {
    struct tensor *gain;
    const float *input; ///< of the last forward pass, borrowed until the backward pass
    float *inverse;     ///< of each row: 1 / root mean square
    float *output;
};

void rms_norm_create(struct rms_norm *norm, struct tensor *gain, int max_rows, struct arena *arena);

/// Returns the output, which stays valid until the next forward pass.
const float *rms_norm_forward(struct rms_norm *norm, const float *input, int rows);

/// Adds to the gain's gradients and to the gradient of the input: the input also goes around the norm, as a residual.
void rms_norm_backward(const struct rms_norm *norm, const float *d_output, float *d_input, int rows);

#endif
