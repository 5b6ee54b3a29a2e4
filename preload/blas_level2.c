// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The matrix-vector functions of CBLAS.

#include "blas_call.h"

#define GEMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number transpose, sw__number m, sw__number n, scalar alpha, const void *a,        \
               sw__number lda, const void *x, sw__number incx, scalar beta, void *y, sw__number incy),                 \
              (order, transpose, m, n, alpha, a, lda, x, incx, beta, y, incy),                                         \
              sw__general_product(DTYPE_##t, (int)transpose, (int)m, (int)n))

#define GBMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number transpose, sw__number m, sw__number n, sw__number lower, sw__number upper, \
               scalar alpha, const void *a, sw__number lda, const void *x, sw__number incx, scalar beta, void *y,      \
               sw__number incy),                                                                                       \
              (order, transpose, m, n, lower, upper, alpha, a, lda, x, incx, beta, y, incy),                           \
              sw__band_product(DTYPE_##t, (int)transpose, (int)m, (int)n, (int)lower, (int)upper))

#define SYMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *a, sw__number lda,           \
               const void *x, sw__number incx, scalar beta, void *y, sw__number incy),                                 \
              (order, uplo, n, alpha, a, lda, x, incx, beta, y, incy), sw__symmetric_product(DTYPE_##t, (int)n))

#define SPMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *packed, const void *x,       \
               sw__number incx, scalar beta, void *y, sw__number incy),                                                \
              (order, uplo, n, alpha, packed, x, incx, beta, y, incy), sw__symmetric_product(DTYPE_##t, (int)n))

#define SBMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, sw__number k, scalar alpha, const void *a,             \
               sw__number lda, const void *x, sw__number incx, scalar beta, void *y, sw__number incy),                 \
              (order, uplo, n, k, alpha, a, lda, x, incx, beta, y, incy),                                              \
              sw__symmetric_band_product(DTYPE_##t, (int)n, (int)k))

#define TRMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number transpose, sw__number diagonal, sw__number n,             \
               const void *a, sw__number lda, void *x, sw__number incx),                                               \
              (order, uplo, transpose, diagonal, n, a, lda, x, incx), sw__triangular_product(DTYPE_##t, (int)n))

#define TPMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number transpose, sw__number diagonal, sw__number n,             \
               const void *packed, void *x, sw__number incx),                                                          \
              (order, uplo, transpose, diagonal, n, packed, x, incx), sw__triangular_product(DTYPE_##t, (int)n))

#define TBMV(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number transpose, sw__number diagonal, sw__number n,             \
               sw__number k, const void *a, sw__number lda, void *x, sw__number incx),                                 \
              (order, uplo, transpose, diagonal, n, k, a, lda, x, incx),                                               \
              sw__triangular_band_product(DTYPE_##t, (int)n, (int)k))

#define GER(t, scalar, name)                                                                                           \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number m, sw__number n, scalar alpha, const void *x, sw__number incx,             \
               const void *y, sw__number incy, void *a, sw__number lda),                                               \
              (order, m, n, alpha, x, incx, y, incy, a, lda), sw__general_update(DTYPE_##t, (int)m, (int)n))

#define SYR(t, scalar, name)                                                                                           \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *x, sw__number incx, void *a, \
               sw__number lda),                                                                                        \
              (order, uplo, n, alpha, x, incx, a, lda), sw__symmetric_update(DTYPE_##t, (int)n))

#define SPR(t, scalar, name)                                                                                           \
    BLAS_CALL(                                                                                                         \
        cblas_##t##name,                                                                                               \
        (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *x, sw__number incx, void *packed), \
        (order, uplo, n, alpha, x, incx, packed), sw__symmetric_update(DTYPE_##t, (int)n))

#define SYR2(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *x, sw__number incx,          \
               const void *y, sw__number incy, void *a, sw__number lda),                                               \
              (order, uplo, n, alpha, x, incx, y, incy, a, lda), sw__symmetric_update_by_two(DTYPE_##t, (int)n))

#define SPR2(t, scalar, name)                                                                                          \
    BLAS_CALL(cblas_##t##name,                                                                                         \
              (sw__number order, sw__number uplo, sw__number n, scalar alpha, const void *x, sw__number incx,          \
               const void *y, sw__number incy, void *packed),                                                          \
              (order, uplo, n, alpha, x, incx, y, incy, packed), sw__symmetric_update_by_two(DTYPE_##t, (int)n))

// clang-format off
REAL_AND_COMPLEX(GEMV, gemv)
REAL_AND_COMPLEX(GBMV, gbmv)
REAL_AND_COMPLEX(TRMV, trmv)
REAL_AND_COMPLEX(TRMV, trsv)
REAL_AND_COMPLEX(TPMV, tpmv)
REAL_AND_COMPLEX(TPMV, tpsv)
REAL_AND_COMPLEX(TBMV, tbmv)
REAL_AND_COMPLEX(TBMV, tbsv)

REAL(SYMV, symv)
REAL(SPMV, spmv)
REAL(SBMV, sbmv)
REAL(GER, ger)
REAL(SYR, syr)
REAL(SPR, spr)
REAL(SYR2, syr2)
REAL(SPR2, spr2)

COMPLEX(SYMV, hemv)
COMPLEX(SPMV, hpmv)
COMPLEX(SBMV, hbmv)
COMPLEX(GER, geru)
COMPLEX(GER, gerc)
COMPLEX(SYR2, her2)
COMPLEX(SPR2, hpr2)

// Their factor is real.
SYR(c, float, her)
SYR(z, double, her)
SPR(c, float, hpr)
SPR(z, double, hpr)
