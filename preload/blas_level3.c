// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The matrix-matrix functions of CBLAS.

#include "blas_call.h"

#define GEMM(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number transpose_a, sw__number transpose_b, sw__number m, sw__number n,           \
               sw__number k, scalar alpha, const void *a, sw__number lda, const void *b, sw__number ldb, scalar beta,  \
               void *c, sw__number ldc),                                                                               \
              (order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc),                         \
              sw__gemm(DTYPE_##t, (int)m, (int)n, (int)k))

#define SYMM(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number side, sw__number uplo, sw__number m, sw__number n, scalar alpha,           \
               const void *a, sw__number lda, const void *b, sw__number ldb, scalar beta, void *c, sw__number ldc),    \
              (order, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc),                                          \
              sw__symm(DTYPE_##t, (int)side, (int)m, (int)n))

#define SYRK(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number transpose, sw__number n, sw__number k, scalar alpha,      \
               const void *a, sw__number lda, scalar beta, void *c, sw__number ldc),                                   \
              (order, uplo, transpose, n, k, alpha, a, lda, beta, c, ldc), sw__syrk(DTYPE_##t, (int)n, (int)k))

// `scalar` is the type of alpha.
#define UPDATE_BY_TWO(t, scalar, type_of_beta, name)                                                                   \
    BLAS_CALL(                                                                                                         \
        cblas_##t##name,                                                                                               \
        (sw__number order, sw__number uplo, sw__number transpose, sw__number n, sw__number k, scalar alpha,            \
         const void *a, sw__number lda, const void *b, sw__number ldb, type_of_beta beta, void *c, sw__number ldc),    \
        (order, uplo, transpose, n, k, alpha, a, lda, b, ldb, beta, c, ldc), sw__syr2k(DTYPE_##t, (int)n, (int)k))

#define SYR2K(t, scalar, name) UPDATE_BY_TWO(t, scalar, scalar, name)

#define TRMM(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number side, sw__number uplo, sw__number transpose, sw__number diagonal,          \
               sw__number m, sw__number n, scalar alpha, const void *a, sw__number lda, void *b, sw__number ldb),      \
              (order, side, uplo, transpose, diagonal, m, n, alpha, a, lda, b, ldb),                                   \
              sw__trmm(DTYPE_##t, (int)side, (int)m, (int)n))

// clang-format off
REAL_AND_COMPLEX(GEMM, gemm)
REAL_AND_COMPLEX(SYMM, symm)
REAL_AND_COMPLEX(SYRK, syrk)
REAL_AND_COMPLEX(SYR2K, syr2k)
REAL_AND_COMPLEX(TRMM, trmm)
REAL_AND_COMPLEX(TRMM, trsm)

COMPLEX(SYMM, hemm)
COMPLEX(GEMM, gemm3m) // OpenBLAS's

// Their factors are real, but for the first one of HER2K.
SYRK(c, float, herk)
SYRK(z, double, herk)
UPDATE_BY_TWO(c, const void *, float, her2k)
UPDATE_BY_TWO(z, const void *, double, her2k)
