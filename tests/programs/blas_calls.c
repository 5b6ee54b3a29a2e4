// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program that knows nothing of stepwatch. It calls each CBLAS function for matrices once, and prints what that has
// computed, one a line; with an argument, four threads call one of them, 1,000 times each.

#include <cblas.h>
#include <pthread.h>
#include <stdio.h>

enum { NUMBERS = 256, LD = 8, M = 5, N = 4, K = 3, LOWER = 1, UPPER = 2, BAND = 2, THREADS = 4, CALLS = 1000 };

static struct {
    float a[NUMBERS], b[NUMBERS], c[NUMBERS];
} singles;

static struct {
    double a[NUMBERS], b[NUMBERS], c[NUMBERS];
} doubles;

// What stands in the calls for each type, by its letter. Complex numbers are pairs.
#define NUMBERS_s singles
#define NUMBERS_d doubles
#define NUMBERS_c singles
#define NUMBERS_z doubles
#define ALPHA_s 0.5f
#define ALPHA_d 0.5
#define ALPHA_c ((const float[]){0.5f, -0.25f})
#define ALPHA_z ((const double[]){0.5, -0.25})
#define BETA_s 0.75f
#define BETA_d 0.75
#define BETA_c ((const float[]){0.75f, 0.125f})
#define BETA_z ((const double[]){0.75, 0.125})

// None is near 0, so that triangular systems have solutions.
static double number(int i)
{
    return 1 + (i * 7 % 11) / 16.0;
}

static void fill(void)
{
    for (int i = 0; i < NUMBERS; i++) {
        singles.a[i] = (float)(doubles.a[i] = number(i));
        singles.b[i] = (float)(doubles.b[i] = number(i + 3));
        singles.c[i] = (float)(doubles.c[i] = number(i + 5));
    }
}

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < NUMBERS; i++)
        sum += (i + 1) * (doubles.a[i] + 2 * doubles.b[i] + 3 * doubles.c[i] + singles.a[i] + 2 * singles.b[i] +
                          3 * singles.c[i]);
    printf("%s %.17g\n", name, sum);
}

#define CALL(name, ...)                                                                                                \
    do {                                                                                                               \
        fill();                                                                                                        \
        name(CblasColMajor, __VA_ARGS__);                                                                              \
        show(#name);                                                                                                   \
    } while (0)

#define TRIANGLE CblasLower, CblasNoTrans, CblasNonUnit
#define A(t) NUMBERS_##t.a
#define B(t) NUMBERS_##t.b
#define C(t) NUMBERS_##t.c

#define CALLS_OF_ALL_TYPES(t)                                                                                          \
    CALL(cblas_##t##gemv, CblasNoTrans, M, N, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 1);                        \
    CALL(cblas_##t##gbmv, CblasTrans, M, N, LOWER, UPPER, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 2);            \
    CALL(cblas_##t##trmv, TRIANGLE, N, A(t), LD, C(t), 1);                                                             \
    CALL(cblas_##t##trsv, TRIANGLE, N, A(t), LD, C(t), 1);                                                             \
    CALL(cblas_##t##tpmv, TRIANGLE, N, A(t), C(t), 1);                                                                 \
    CALL(cblas_##t##tpsv, TRIANGLE, N, A(t), C(t), 1);                                                                 \
    CALL(cblas_##t##tbmv, TRIANGLE, N, BAND, A(t), LD, C(t), 1);                                                       \
    CALL(cblas_##t##tbsv, TRIANGLE, N, BAND, A(t), LD, C(t), 1);                                                       \
    CALL(cblas_##t##gemm, CblasNoTrans, CblasTrans, M, N, K, ALPHA_##t, A(t), LD, B(t), LD, BETA_##t, C(t), LD);       \
    CALL(cblas_##t##symm, CblasLeft, CblasUpper, M, N, ALPHA_##t, A(t), LD, B(t), LD, BETA_##t, C(t), LD);             \
    CALL(cblas_##t##syrk, CblasUpper, CblasNoTrans, N, K, ALPHA_##t, A(t), LD, BETA_##t, C(t), LD);                    \
    CALL(cblas_##t##syr2k, CblasUpper, CblasNoTrans, N, K, ALPHA_##t, A(t), LD, B(t), LD, BETA_##t, C(t), LD);         \
    CALL(cblas_##t##trmm, CblasLeft, TRIANGLE, M, N, ALPHA_##t, A(t), LD, C(t), LD);                                   \
    CALL(cblas_##t##trsm, CblasRight, TRIANGLE, M, N, ALPHA_##t, A(t), LD, C(t), LD)

#define CALLS_OF_REAL_TYPES(t)                                                                                         \
    CALL(cblas_##t##symv, CblasUpper, N, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 1);                             \
    CALL(cblas_##t##spmv, CblasUpper, N, ALPHA_##t, A(t), B(t), 1, BETA_##t, C(t), 1);                                 \
    CALL(cblas_##t##sbmv, CblasUpper, N, BAND, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 1);                       \
    CALL(cblas_##t##ger, M, N, ALPHA_##t, A(t), 1, B(t), 1, C(t), LD);                                                 \
    CALL(cblas_##t##syr, CblasUpper, N, ALPHA_##t, A(t), 1, C(t), LD);                                                 \
    CALL(cblas_##t##spr, CblasUpper, N, ALPHA_##t, A(t), 1, C(t));                                                     \
    CALL(cblas_##t##syr2, CblasUpper, N, ALPHA_##t, A(t), 1, B(t), 1, C(t), LD);                                       \
    CALL(cblas_##t##spr2, CblasUpper, N, ALPHA_##t, A(t), 1, B(t), 1, C(t))

// `r` is the type of a real factor.
#define CALLS_OF_COMPLEX_TYPES(t, r)                                                                                   \
    CALL(cblas_##t##hemv, CblasUpper, N, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 1);                             \
    CALL(cblas_##t##hpmv, CblasUpper, N, ALPHA_##t, A(t), B(t), 1, BETA_##t, C(t), 1);                                 \
    CALL(cblas_##t##hbmv, CblasUpper, N, BAND, ALPHA_##t, A(t), LD, B(t), 1, BETA_##t, C(t), 1);                       \
    CALL(cblas_##t##geru, M, N, ALPHA_##t, A(t), 1, B(t), 1, C(t), LD);                                                \
    CALL(cblas_##t##gerc, M, N, ALPHA_##t, A(t), 1, B(t), 1, C(t), LD);                                                \
    CALL(cblas_##t##her, CblasUpper, N, ALPHA_##r, A(t), 1, C(t), LD);                                                 \
    CALL(cblas_##t##hpr, CblasUpper, N, ALPHA_##r, A(t), 1, C(t));                                                     \
    CALL(cblas_##t##her2, CblasUpper, N, ALPHA_##t, A(t), 1, B(t), 1, C(t), LD);                                       \
    CALL(cblas_##t##hpr2, CblasUpper, N, ALPHA_##t, A(t), 1, B(t), 1, C(t));                                           \
    CALL(cblas_##t##hemm, CblasRight, CblasUpper, M, N, ALPHA_##t, A(t), LD, B(t), LD, BETA_##t, C(t), LD);            \
    CALL(cblas_##t##herk, CblasUpper, CblasNoTrans, N, K, ALPHA_##r, A(t), LD, BETA_##r, C(t), LD);                    \
    CALL(cblas_##t##her2k, CblasUpper, CblasNoTrans, N, K, ALPHA_##t, A(t), LD, B(t), LD, BETA_##r, C(t), LD);         \
    CALL(cblas_##t##gemm3m, CblasNoTrans, CblasTrans, M, N, K, ALPHA_##t, A(t), LD, B(t), LD, BETA_##t, C(t), LD)

static void call_each(void)
{
    CALLS_OF_ALL_TYPES(s);
    CALLS_OF_ALL_TYPES(d);
    CALLS_OF_ALL_TYPES(c);
    CALLS_OF_ALL_TYPES(z);
    CALLS_OF_REAL_TYPES(s);
    CALLS_OF_REAL_TYPES(d);
    CALLS_OF_COMPLEX_TYPES(c, s);
    CALLS_OF_COMPLEX_TYPES(z, d);
}

static void *call_often(void *unused)
{
    double c[M * N] = {0};
    for (int i = 0; i < CALLS; i++)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, M, N, K, 1, doubles.a, LD, doubles.b, LD, 0, c, M);
    return unused;
}

static void call_from_threads(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, call_often, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        call_from_threads();
    else
        call_each();
    return 0;
}
