// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The conversions work on the bits: a carry out of the fraction runs into the exponent, as rounding up needs it.

#include "bfloat16.h"

#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

struct bfloat16 bfloat16_round(float value)
{
    const uint32_t bits = bits_of(value);
    // Rounding could carry a NaN into infinity or zero, so a NaN is cut instead and made quiet.
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (struct bfloat16){(uint16_t)(bits >> 16 | 0x40u)};
    // Half of the last kept digit, less one unit where that digit is even: exact ties then stay at the even one.
    const uint32_t half = 0x7fffu + (bits >> 16 & 1u);
    return (struct bfloat16){(uint16_t)((bits + half) >> 16)};
}

float bfloat16_expand(struct bfloat16 value)
{
    return float_of((uint32_t)value.bits << 16);
}

void bfloat16_round_all(const float *values, struct bfloat16 *rounded, size_t count)
{
    for (size_t i = 0; i < count; i++)
        rounded[i] = bfloat16_round(values[i]);
}

void bfloat16_expand_all(const struct bfloat16 *values, float *expanded, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expanded[i] = bfloat16_expand(values[i]);
}
