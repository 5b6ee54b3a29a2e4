// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Softmax of one row, as attention, the loss and the sampling need it.

#ifndef CHARLM_SOFTMAX_H
#define CHARLM_SOFTMAX_H

/// Turns `count` scores into probabilities, in place. Returns the logarithm of what they were divided by: the negative
/// logarithm of a probability is that minus its score, also where the probability itself rounds to 0.
float softmax(float *row, int count);

#endif
