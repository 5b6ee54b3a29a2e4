// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The works of a step, of three kinds, between 0.2 and 0.4 us each. Each works on what the one before has made, as the parts
// of a program do. Were they independent, the processor would do some of one beside the other, and the calls between them
// would end that: up to 100 ns more, which is no matter of the calls.

#ifndef BENCH_STEP_WORKS_H
#define BENCH_STEP_WORKS_H

#include <stdint.h>

enum { PARTS = 3, SIZE = 512 };

static float layer[SIZE], weights[SIZE], state[SIZE];
static uint64_t seed = 1;
static double norm;

static void prepare_works(void)
{
    for (int i = 0; i < SIZE; i++) {
        layer[i] = 1;
        weights[i] = 1.0f / SIZE;
    }
}

// The arithmetic units have enough to do.
static __attribute__((noinline)) void add_up(void)
{
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < SIZE; i++)
            state[i] = 0.5f * state[i] + weights[i] * layer[i];
}

// Each addition waits for the one before.
static __attribute__((noinline)) void reduce(void)
{
    double sum = 0;
    for (int i = 0; i < SIZE / 4; i++)
        sum = sum * 0.25 + state[i];
    norm = sum;
}

// Branches that nothing foretells.
static __attribute__((noinline)) void draw(void)
{
    seed ^= (uint64_t)(int64_t)norm;
    for (int i = 0; i < SIZE / 16; i++) {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        if (seed & 1)
            layer[seed >> 32 & (SIZE - 1)] += 1;
        else
            norm += 1;
    }
}

static void (*const works[PARTS])(void) = {add_up, reduce, draw};

#endif
