// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// bfloat16: the upper half of a float. It keeps the range and gives up digits: 8 bits of precision, 2 to 3 decimals.

#ifndef CHARLM_BFLOAT16_H
#define CHARLM_BFLOAT16_H

#include <stddef.h>
#include <stdint.h>

struct bfloat16 {
    uint16_t bits;
};

/// Rounds to the nearest, ties to even. What lies beyond the greatest bfloat16 becomes infinity; NaN stays NaN.
struct bfloat16 bfloat16_round(float value);

/// Exact: every bfloat16 is a float.
float bfloat16_expand(struct bfloat16 value);

/// The same for whole arrays.
void bfloat16_round_all(const float *values, struct bfloat16 *rounded, size_t count);
void bfloat16_expand_all(const struct bfloat16 *values, float *expanded, size_t count);

#endif
