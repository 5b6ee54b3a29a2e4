// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Measured, and not taken from the processor's data sheet: that does not know the clock rate of today, nor who else runs.
// Small products are seldom interrupted, large ones have less to do beside the arithmetic: whichever did best counts.

#include "peak.h"

#include <cblas.h>
#include <math.h>
#include <stddef.h>
#include <time.h>

#include <stepwatch/flops.h>

#include "../common/arena.h"
#include "../common/rng.h"

enum { SMALLEST = 128, LARGEST = 512, TIMES = 30 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// FLOP/s of one product of matrices of `size` rows and columns.
static double rate_of_product(int size, const float *a, const float *b, float *c)
{
    const double begin = seconds_now();
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size, 1.0f, a, size, b, size, 0.0f, c, size);
    return (double)sw_gemm_flops(size, size, size) / (seconds_now() - begin);
}

double measure_peak_flops(void)
{
    struct arena arena = {0};
    struct rng generator = {1};
    const size_t count = (size_t)LARGEST * LARGEST;
    float *a = arena_floats(&arena, count), *b = arena_floats(&arena, count), *c = arena_floats(&arena, count);
    double best = 0.0;
    for (size_t i = 0; i < count && !arena.failed; i++)
        a[i] = b[i] = (float)rng_uniform(&generator); // not zeros, which some processors multiply faster
    for (int size = SMALLEST; size <= LARGEST && !arena.failed; size *= 2)
        for (int i = 0; i < TIMES; i++)
            best = fmax(best, rate_of_product(size, a, b, c));
    arena_free(&arena);
    return best;
}
