// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The loss: how surprised the model is by the character that really follows, in nats.

#ifndef CHARLM_CROSS_ENTROPY_H
#define CHARLM_CROSS_ENTROPY_H

#include <stdint.h>

/// Turns each row of `classes` scores into probabilities, in place, and returns the mean loss over the rows.
double cross_entropy(float *scores, const uint8_t *targets, int rows, int classes);

/// Turns those probabilities into the gradient of scale * mean loss, in place.
void cross_entropy_backward(float *probabilities, const uint8_t *targets, int rows, int classes, float scale);

#endif
