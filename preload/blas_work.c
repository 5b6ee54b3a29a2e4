// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "blas_work.h"

#include <stepwatch/flops.h>

// Of CBLAS's enums.
enum { NO_TRANSPOSE = 111, CONJUGATE_NO_TRANSPOSE = 114, LEFT = 141 };

static bool is_complex(sw_dtype dtype)
{
    return dtype == SW_DTYPE_COMPLEX64 || dtype == SW_DTYPE_COMPLEX128;
}

static int size_of(sw_dtype dtype)
{
    static const int sizes[] = {
        [SW_DTYPE_FLOAT32] = 4,
        [SW_DTYPE_FLOAT64] = 8,
        [SW_DTYPE_COMPLEX64] = 8,
        [SW_DTYPE_COMPLEX128] = 16,
    };
    return sizes[dtype];
}

#define FLOPS(formula, dtype, ...)                                                                                     \
    (is_complex(dtype) ? sw_complex_##formula##_flops(__VA_ARGS__) : sw_##formula##_flops(__VA_ARGS__))

// `numbers` are those that are read and written.
static sw_op_info work(sw_dtype dtype, uint64_t flops, uint64_t numbers, const int *sizes, int dimensions)
{
    sw_op_info info = {
        .dtype = dtype,
        .activity = SW_ACTIVITY_BLAS,
        .flops = flops,
        .bytes = sw__saturating_times(numbers, size_of(dtype)),
    };
    for (int i = 0; i < dimensions; i++)
        info.shape[i] = sizes[i];
    return info;
}

#define WORK(dtype, flops, numbers, ...)                                                                               \
    work((dtype), (flops), (numbers), (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static uint64_t vectors(int count, int length)
{
    return sw__saturating_product(1, count, length, 1);
}

static uint64_t matrix(int rows, int columns)
{
    return sw__saturating_product(1, rows, columns, 1);
}

// 1 + 2 + ... + n
static uint64_t sum_to(int64_t n)
{
    return sw__saturating_product(1, n, n + 1, 1) / 2;
}

// What of a corner with legs of `leg` lies in the first `width` of its columns.
static uint64_t corner(int64_t leg, int width)
{
    return sum_to(leg) - sum_to(leg - width);
}

// All of the matrix but the corners below and above the band.
static uint64_t band(int m, int n, int lower, int upper)
{
    if (m <= 0 || n <= 0 || lower < 0 || upper < 0)
        return 0;
    return matrix(m, n) - corner((int64_t)m - 1 - lower, n) - corner((int64_t)n - 1 - upper, m);
}

// Reads x and updates y.
static uint64_t vectors_of_product(int transpose, int m, int n)
{
    const bool is_transposed = transpose != NO_TRANSPOSE && transpose != CONJUGATE_NO_TRANSPOSE;
    return vectors(1, is_transposed ? m : n) + vectors(2, is_transposed ? n : m);
}

sw_op_info sw__general_product(sw_dtype dtype, int transpose, int m, int n)
{
    return WORK(dtype, FLOPS(gemv, dtype, m, n), matrix(m, n) + vectors_of_product(transpose, m, n), m, n);
}

sw_op_info sw__band_product(sw_dtype dtype, int transpose, int m, int n, int lower, int upper)
{
    const uint64_t stored = band(m, n, lower, upper);
    return WORK(dtype, FLOPS(spmv, dtype, (int64_t)stored), stored + vectors_of_product(transpose, m, n), m, n, lower,
                upper);
}

sw_op_info sw__symmetric_product(sw_dtype dtype, int n)
{
    return WORK(dtype, FLOPS(symm, dtype, n, 1), sum_to(n) + vectors(3, n), n);
}

sw_op_info sw__symmetric_band_product(sw_dtype dtype, int n, int k)
{
    return WORK(dtype, FLOPS(spmv, dtype, (int64_t)band(n, n, k, k)), band(n, n, 0, k) + vectors(3, n), n, k);
}

sw_op_info sw__triangular_product(sw_dtype dtype, int n)
{
    return WORK(dtype, FLOPS(trmm, dtype, n, 1), sum_to(n) + vectors(2, n), n);
}

// As of any triangle, the first product of each row is added to nothing.
sw_op_info sw__triangular_band_product(sw_dtype dtype, int n, int k)
{
    const uint64_t stored = band(n, n, 0, k);
    const uint64_t not_added = stored ? vectors(is_complex(dtype) ? 2 : 1, n) : 0;
    return WORK(dtype, FLOPS(spmv, dtype, (int64_t)stored) - not_added, stored + vectors(2, n), n, k);
}

sw_op_info sw__general_update(sw_dtype dtype, int m, int n)
{
    return WORK(dtype, FLOPS(gemm, dtype, m, n, 1), 2 * matrix(m, n) + vectors(1, m) + vectors(1, n), m, n);
}

sw_op_info sw__symmetric_update(sw_dtype dtype, int n)
{
    return WORK(dtype, FLOPS(syrk, dtype, n, 1), 2 * sum_to(n) + vectors(1, n), n);
}

sw_op_info sw__symmetric_update_by_two(sw_dtype dtype, int n)
{
    return WORK(dtype, FLOPS(syr2k, dtype, n, 1), 2 * sum_to(n) + vectors(2, n), n);
}

sw_op_info sw__gemm(sw_dtype dtype, int m, int n, int k)
{
    return WORK(dtype, FLOPS(gemm, dtype, m, n, k), matrix(m, k) + matrix(k, n) + 2 * matrix(m, n), m, n, k);
}

sw_op_info sw__symm(sw_dtype dtype, int side, int m, int n)
{
    const int order = side == LEFT ? m : n;
    return WORK(dtype, FLOPS(symm, dtype, order, side == LEFT ? n : m), sum_to(order) + 3 * matrix(m, n), m, n);
}

sw_op_info sw__syrk(sw_dtype dtype, int n, int k)
{
    return WORK(dtype, FLOPS(syrk, dtype, n, k), matrix(n, k) + 2 * sum_to(n), n, k);
}

sw_op_info sw__syr2k(sw_dtype dtype, int n, int k)
{
    return WORK(dtype, FLOPS(syr2k, dtype, n, k), 2 * matrix(n, k) + 2 * sum_to(n), n, k);
}

sw_op_info sw__trmm(sw_dtype dtype, int side, int m, int n)
{
    const int order = side == LEFT ? m : n;
    return WORK(dtype, FLOPS(trmm, dtype, order, side == LEFT ? n : m), sum_to(order) + 2 * matrix(m, n), m, n);
}
