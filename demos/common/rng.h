// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A small random number generator, so that a seed always gives the same run: a counter that steps by the golden ratio,
// and a mixing of its bits (the SplitMix64 scheme).

#ifndef DEMOS_RNG_H
#define DEMOS_RNG_H

#include <math.h>
#include <stdint.h>

struct rng {
    uint64_t state;
};

static inline uint64_t rng_next(struct rng *generator)
{
    generator->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = generator->state;
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

/// Uniform in [0, 1), from the upper 53 bits: as many as a double holds.
static inline double rng_uniform(struct rng *generator)
{
    return (double)(rng_next(generator) >> 11) * 0x1p-53;
}

/// Uniform in 0..limit - 1. The remainder favours small values by limit / 2^64, which no training run can notice.
static inline uint64_t rng_below(struct rng *generator, uint64_t limit)
{
    return rng_next(generator) % limit;
}

/// Normal with mean 0 and deviation 1, by Box and Muller; 1 - uniform keeps the logarithm away from 0.
static inline double rng_normal(struct rng *generator)
{
    const double radius = sqrt(-2.0 * log(1.0 - rng_uniform(generator)));
    return radius * cos(6.283185307179586 * rng_uniform(generator));
}

#endif
