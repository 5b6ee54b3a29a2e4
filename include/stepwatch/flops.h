// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Floating-point operations and bytes of well-known operators, to be declared with sw_op_begin() (see ops.h).
//
//     sw_gemm_flops(40, 243, 33)    // 641,520
//
// A multiplication is one operation and an addition is one, so that a multiply-add is two; of complex numbers a
// multiplication is six and an addition two. These are the counts of the definitions, by which FLOP/s are commonly compared:
// what an implementation does beyond them, or saves, is in none.
//
// A size below 0 is taken as 0, and what is too large for 64 bits is UINT64_MAX. These functions need no library, and count with
// SW_DISABLE, too. Any thread.

#ifndef STEPWATCH_FLOPS_H
#define STEPWATCH_FLOPS_H

#include <stdint.h>

static inline uint64_t sw__saturating_times(uint64_t count, int64_t size)
{
    uint64_t product;
    if (count == 0 || size <= 0)
        return 0;
    return __builtin_mul_overflow(count, size, &product) ? UINT64_MAX : product;
}

static inline uint64_t sw__saturating_plus(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t sw__saturating_product(uint64_t count, int64_t a, int64_t b, int64_t c)
{
    return sw__saturating_times(sw__saturating_times(sw__saturating_times(count, a), b), c);
}

/// FLOPs of C = A B, or C += A B, with A of m x k and B of k x n numbers: 2 m n k; of complex ones 8 m n k. That of an outer
/// product (GER) has k = 1.
///
/// Source: LAPACK Working Note 41, table 2 (SGEMM). Scaling by alpha and beta is not counted, there as here.
static inline uint64_t sw_gemm_flops(int64_t m, int64_t n, int64_t k)
{
    return sw__saturating_product(2, m, n, k);
}
static inline uint64_t sw_complex_gemm_flops(int64_t m, int64_t n, int64_t k)
{
    return sw__saturating_product(8, m, n, k);
}

/// FLOPs of `batch` products of matrices of the same sizes: 2 m n k each, see sw_gemm_flops().
static inline uint64_t sw_gemm_batch_flops(int64_t batch, int64_t m, int64_t n, int64_t k)
{
    return sw__saturating_times(sw_gemm_flops(m, n, k), batch);
}

/// FLOPs of y = A x with a matrix of m x n numbers, transposed or not: 2 m n; of complex ones 8 m n.
///
/// Source: LAPACK Working Note 41, table 1 (SGEMV).
static inline uint64_t sw_gemv_flops(int64_t m, int64_t n)
{
    return sw_gemm_flops(m, n, 1);
}
static inline uint64_t sw_complex_gemv_flops(int64_t m, int64_t n)
{
    return sw_complex_gemm_flops(m, n, 1);
}

/// FLOPs of the product of a symmetric (or Hermitian) matrix, of `order` rows and columns, with `vectors` vectors:
/// 2 order^2 vectors; of complex numbers 8 order^2 vectors. With SYMM's C of m x n, A from the left has the order m and n
/// vectors, from the right the order n and m vectors. SYMV has one vector.
///
/// Source: LAPACK Working Note 41, tables 1 and 2 (SSYMV, SSYMM).
static inline uint64_t sw_symm_flops(int64_t order, int64_t vectors)
{
    return sw__saturating_product(2, order, order, vectors);
}
static inline uint64_t sw_complex_symm_flops(int64_t order, int64_t vectors)
{
    return sw__saturating_product(8, order, order, vectors);
}

/// FLOPs of one triangle of C = A A^T, with A of n x k numbers: k n (n + 1); of complex ones 4 k n (n + 1), for A A^H too.
/// The update by one vector (SYR, HER) has k = 1.
///
/// Source: LAPACK Working Note 41, tables 1 and 2 (SSYR, SSYRK).
static inline uint64_t sw_syrk_flops(int64_t n, int64_t k)
{
    return sw__saturating_plus(sw__saturating_product(1, n, n, k), sw__saturating_product(1, n, k, 1));
}
static inline uint64_t sw_complex_syrk_flops(int64_t n, int64_t k)
{
    return sw__saturating_times(sw_syrk_flops(n, k), 4);
}

/// FLOPs of one triangle of C = A B^T + B A^T, with A and B of n x k numbers: 2 k n^2 + n; of complex ones 8 k n^2 + 2 n, for
/// A B^H + B A^H too. The update by two vectors (SYR2, HER2) has k = 1.
///
/// Source: LAPACK Working Note 41, table 2 (SSYR2K: k n^2 multiplications, k n^2 + n additions).
static inline uint64_t sw_syr2k_flops(int64_t n, int64_t k)
{
    return sw__saturating_plus(sw__saturating_product(2, n, n, k), k > 0 ? sw__saturating_times(1, n) : 0);
}
static inline uint64_t sw_complex_syr2k_flops(int64_t n, int64_t k)
{
    return sw__saturating_plus(sw__saturating_product(8, n, n, k), k > 0 ? sw__saturating_times(2, n) : 0);
}

/// FLOPs of the product of a triangular matrix, of `order` rows and columns, with `vectors` vectors, and of the solution of
/// such a system: order^2 vectors; of complex numbers 4 order^2 vectors + 2 order vectors. With B of m x n, A from the left
/// has the order m and n vectors, from the right the order n and m vectors. TRMV and TRSV have one vector.
///
/// Source: LAPACK Working Note 41, tables 1 and 2 (STRMV, STRSV, STRMM, STRSM: of each vector order (order + 1) / 2
/// multiplications or divisions and order (order - 1) / 2 additions).
static inline uint64_t sw_trmm_flops(int64_t order, int64_t vectors)
{
    return sw__saturating_product(1, order, order, vectors);
}
static inline uint64_t sw_complex_trmm_flops(int64_t order, int64_t vectors)
{
    return sw__saturating_plus(sw__saturating_product(4, order, order, vectors),
                               sw__saturating_product(2, order, vectors, 1));
}
static inline uint64_t sw_trsm_flops(int64_t order, int64_t vectors)
{
    return sw_trmm_flops(order, vectors);
}
static inline uint64_t sw_complex_trsm_flops(int64_t order, int64_t vectors)
{
    return sw_complex_trmm_flops(order, vectors);
}

/// FLOPs of a convolution of any number of dimensions: 2 n k points (c / groups) filter, a multiply-add for each number of the
/// result and of its filter. Each of the two backward passes, to the input and to the filters, has as many.
///
/// n       images in the batch
/// c       channels of the input
/// k       channels of the output
/// points  of one output channel: height x width
/// filter  points of one filter: height x width
/// groups  that the channels are split into; 1: none, c: one for each channel (depthwise)
///
/// The first layer of ResNet: sw_conv_flops(1, 3, 64, 112 * 112, 7 * 7, 1), which is 236,027,904.
///
/// Source: the sum that defines it, as in the cuDNN paper (Chetlur et al., arXiv:1410.0759, section 2), whose letters these
/// are. Points of the filter that lie in the padding count, as is usual.
static inline uint64_t sw_conv_flops(int64_t n, int64_t c, int64_t k, int64_t points, int64_t filter, int64_t groups)
{
    const int64_t channels = groups > 0 ? c / groups : 0;
    return sw__saturating_product(sw__saturating_product(2, n, k, points), channels, filter, 1);
}

/// FLOPs of the product of a sparse matrix with `nonzeros` stored numbers and a vector: 2 nonzeros; of complex numbers
/// 8 nonzeros. With several vectors, as many times more.
///
/// Source: one multiply-add for each, as LAPACK Working Note 41, section on the level-2 BLAS, counts a band matrix (SGBMV).
static inline uint64_t sw_spmv_flops(int64_t nonzeros)
{
    return sw__saturating_times(2, nonzeros);
}
static inline uint64_t sw_complex_spmv_flops(int64_t nonzeros)
{
    return sw__saturating_times(8, nonzeros);
}

// log2(n) in 32.32 fixed point; n > 0. Each bit of the fraction says whether the square of what is left has come to 2.
static inline uint64_t sw__log2(uint64_t n)
{
    uint64_t log = 0;
    while (n >> log > 1)
        log++;
    uint64_t rest = n << (63 - log) >> 32; // at least 1, less than 2; 2^31 is 1
    for (int bit = 0; bit < 32; bit++) {
        const uint64_t square = rest * rest;
        log = log << 1 | square >> 63;
        rest = square >> (31 + (square >> 63));
    }
    return log;
}

/// FLOPs of a Fourier transform of `points` complex numbers: 5 N log2(N); of real ones to complex ones, or back,
/// 2.5 N log2(N). Of one of several dimensions N is the product of its sizes. N need be no power of two.
///
/// Source: the convention of benchFFT, https://www.fftw.org/speed/method.html. It is the same for every algorithm, so that their
/// FLOP/s compare: what one really computes is something else.
static inline uint64_t sw_fft_flops(int64_t points)
{
    const uint64_t n = sw__saturating_times(5, points);
    const uint64_t log = points > 0 ? sw__log2(n / 5) : 0;
    const uint64_t fraction = log & UINT32_MAX;
    uint64_t whole;
    if (__builtin_mul_overflow(n, log >> 32, &whole))
        return UINT64_MAX;
    return sw__saturating_plus(whole, (n >> 32) * fraction + ((n & UINT32_MAX) * fraction >> 32));
}
static inline uint64_t sw_real_fft_flops(int64_t points)
{
    const uint64_t flops = sw_fft_flops(points);
    return flops == UINT64_MAX ? UINT64_MAX : flops / 2;
}

/// Bytes that C += A B moves at least, with A of m x k, B of k x n and C of m x n numbers of `size` bytes each: A and B are
/// read once, C is read and written.
static inline uint64_t sw_gemm_bytes(int64_t m, int64_t n, int64_t k, int64_t size)
{
    const uint64_t read =
        sw__saturating_plus(sw__saturating_product(1, m, k, size), sw__saturating_product(1, k, n, size));
    return sw__saturating_plus(read, sw__saturating_product(2, m, n, size));
}

/// Bytes that y += A x moves at least, with A of m x n numbers of `size` bytes each: A and x are read once, y is read and
/// written.
static inline uint64_t sw_gemv_bytes(int64_t m, int64_t n, int64_t size)
{
    return sw_gemm_bytes(m, 1, n, size);
}

/// Bytes that y = A x moves at least, with A of m rows and n columns in compressed rows (CSR), of numbers of `size` bytes and
/// indices of `index_size` bytes: both of each of the `nonzeros`, an index for each row, and x and y once.
static inline uint64_t sw_spmv_bytes(int64_t m, int64_t n, int64_t nonzeros, int64_t size, int64_t index_size)
{
    const uint64_t stored = sw__saturating_times(1, nonzeros);
    const uint64_t y = sw__saturating_times(1, m);
    const uint64_t numbers = sw__saturating_plus(stored, sw__saturating_plus(y, sw__saturating_times(1, n)));
    const uint64_t indices = sw__saturating_plus(stored, y);
    return sw__saturating_plus(sw__saturating_times(numbers, size), sw__saturating_times(indices, index_size));
}

#endif
