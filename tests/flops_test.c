// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The formulas of flops.h: values that are known from elsewhere, operations counted one by one, and sizes at the edges.

#include <stepwatch/flops.h>

#include "test.h"

static void test_gemm(void)
{
    CHECK_EQUAL(sw_gemm_flops(40, 243, 33), 641520);
    CHECK_EQUAL(sw_complex_gemm_flops(40, 243, 33), 4 * 641520);
    CHECK_EQUAL(sw_gemm_batch_flops(7, 40, 243, 33), 7 * 641520);
    CHECK_EQUAL(sw_gemm_flops(1000, 1000, 1000), 2000000000);
}

static void test_gemv_is_a_gemm_of_one_column(void)
{
    CHECK_EQUAL(sw_gemv_flops(300, 200), 120000);
    CHECK_EQUAL(sw_complex_gemv_flops(300, 200), 480000);
    CHECK_EQUAL(sw_gemv_bytes(300, 200, 4), sw_gemm_bytes(300, 1, 200, 4));
}

// Multiplications and additions of real numbers, as loops that do the work count them.
typedef struct count {
    uint64_t multiplications;
    uint64_t additions;
} count;

static uint64_t flops_of(count c)
{
    return c.multiplications + c.additions;
}

static uint64_t complex_flops_of(count c)
{
    return 6 * c.multiplications + 2 * c.additions;
}

// x = A x: the first product of a row is not added to anything.
static count count_triangular(int order, int vectors)
{
    count c = {0};
    for (int vector = 0; vector < vectors; vector++)
        for (int row = 0; row < order; row++)
            for (int column = 0; column <= row; column++) {
                c.multiplications++;
                c.additions += column > 0;
            }
    return c;
}

static void test_triangular(void)
{
    const count c = count_triangular(13, 5);
    CHECK_EQUAL(sw_trmm_flops(13, 5), flops_of(c));
    CHECK_EQUAL(sw_trsm_flops(13, 5), flops_of(c));
    CHECK_EQUAL(sw_complex_trmm_flops(13, 5), complex_flops_of(c));
    CHECK_EQUAL(sw_complex_trsm_flops(13, 5), complex_flops_of(c));
}

static count count_symmetric_update(int n, int k)
{
    count c = {0};
    for (int row = 0; row < n; row++)
        for (int column = 0; column <= row; column++) {
            c.multiplications += (unsigned)k;
            c.additions += (unsigned)k;
        }
    return c;
}

static void test_syrk(void)
{
    const count c = count_symmetric_update(13, 5);
    CHECK_EQUAL(sw_syrk_flops(13, 5), flops_of(c));
    CHECK_EQUAL(sw_complex_syrk_flops(13, 5), complex_flops_of(c));
}

// Below the diagonal two products of k each are added up; on it they are equal, and one is added twice.
static count count_update_by_two(int n, int k)
{
    count c = {0};
    for (int row = 0; row < n; row++) {
        c.multiplications += (unsigned)(2 * k * row + k);
        c.additions += (unsigned)(2 * k * row + k + 1);
    }
    return c;
}

static void test_syr2k(void)
{
    const count c = count_update_by_two(13, 5);
    CHECK_EQUAL(sw_syr2k_flops(13, 5), flops_of(c));
    CHECK_EQUAL(sw_complex_syr2k_flops(13, 5), complex_flops_of(c));
    CHECK_EQUAL(sw_syr2k_flops(13, 0), 0);
    CHECK_EQUAL(sw_complex_syr2k_flops(13, -1), 0);
}

static void test_symm_is_a_gemm_of_a_square_matrix(void)
{
    CHECK_EQUAL(sw_symm_flops(13, 5), sw_gemm_flops(13, 5, 13));
    CHECK_EQUAL(sw_complex_symm_flops(13, 5), sw_complex_gemm_flops(13, 5, 13));
}

// As they stand in tables of the multiply-adds of ResNet-50 and MobileNet V1 for images of 224 x 224.
static void test_convolutions(void)
{
    CHECK_EQUAL(sw_conv_flops(1, 3, 64, 112 * 112, 7 * 7, 1), 2 * 118013952);
    CHECK_EQUAL(sw_conv_flops(1, 64, 64, 56 * 56, 3 * 3, 1), 2 * 115605504);
    CHECK_EQUAL(sw_conv_flops(1, 32, 32, 112 * 112, 3 * 3, 32), 2 * 3612672);
    CHECK_EQUAL(sw_conv_flops(32, 64, 64, 56 * 56, 3 * 3, 1), 32L * 2 * 115605504);
    CHECK_EQUAL(sw_conv_flops(1, 64, 64, 56 * 56, 3 * 3, 0), 0);
}

static void test_spmv(void)
{
    CHECK_EQUAL(sw_spmv_flops(4980), 9960);
    CHECK_EQUAL(sw_complex_spmv_flops(4980), 39840);
    CHECK_EQUAL(sw_spmv_bytes(1000, 900, 4980, 8, 4), (4980 + 1000 + 900) * 8 + (4980 + 1000) * 4);
}

static void check_about(uint64_t flops, double expected)
{
    const double apart = (double)flops - expected;
    if (apart > 2 + expected * 1e-9 || apart < -2 - expected * 1e-9)
        FAIL("%llu flops, expected %.0f", (unsigned long long)flops, expected);
}

static void test_fft_of_powers_of_two(void)
{
    CHECK_EQUAL(sw_fft_flops(1024), 51200);
    CHECK_EQUAL(sw_real_fft_flops(1024), 25600);
    CHECK_EQUAL(sw_fft_flops(2), 10);
    CHECK_EQUAL(sw_fft_flops(1), 0);
    CHECK_EQUAL(sw_fft_flops(INT64_C(1) << 40), (INT64_C(1) << 40) * 200);
}

// log2(1000) = 9.965784284662087..., log2(3) = 1.584962500721156..., log2(10^12) = 39.86313713864834...
static void test_fft_of_other_sizes(void)
{
    check_about(sw_fft_flops(1000), 5 * 1000 * 9.965784284662087);
    check_about(sw_fft_flops(3), 5 * 3 * 1.584962500721156);
    check_about(sw_fft_flops(1000000000000), 5e12 * 39.863137138648345);
    check_about(sw_real_fft_flops(1000), 2.5 * 1000 * 9.965784284662087);
}

static void test_gemm_bytes(void)
{
    CHECK_EQUAL(sw_gemm_bytes(2, 3, 5, 8), (2 * 5 + 5 * 3 + 2 * 2 * 3) * 8);
}

static void test_no_size_is_negative(void)
{
    CHECK_EQUAL(sw_gemm_flops(0, 243, 33), 0);
    CHECK_EQUAL(sw_gemm_flops(-40, -243, 33), 0);
    CHECK_EQUAL(sw_syrk_flops(-3, 5), 0);
    CHECK_EQUAL(sw_complex_trmm_flops(3, INT64_MIN), 0);
    CHECK_EQUAL(sw_conv_flops(1, 3, -64, 112 * 112, 7 * 7, 1), 0);
    CHECK_EQUAL(sw_fft_flops(0), 0);
    CHECK_EQUAL(sw_real_fft_flops(-1024), 0);
    CHECK_EQUAL(sw_gemm_bytes(2, -3, 5, 8), 2 * 5 * 8);
}

static void test_what_is_too_large_stays_at_the_largest(void)
{
    static const int64_t large = INT64_C(1) << 40;
    const uint64_t saturated[] = {
        sw_gemm_flops(large, large, 1),
        sw_complex_gemm_flops(INT64_MAX, 2, 1),
        sw_gemm_batch_flops(INT64_MAX, 2, 2, 2),
        sw_syrk_flops(INT64_MAX, INT64_MAX),
        sw_complex_syrk_flops(large, 1),
        sw_syr2k_flops(large, large),
        sw_complex_trsm_flops(large, large),
        sw_conv_flops(large, large, large, 1, 1, 1),
        sw_complex_spmv_flops(INT64_MAX),
        sw_fft_flops(INT64_MAX),
        sw_real_fft_flops(INT64_MAX),
        sw_gemm_bytes(large, large, 1, 8),
        sw_spmv_bytes(INT64_MAX, INT64_MAX, INT64_MAX, 8, 8),
    };
    for (unsigned i = 0; i < sizeof saturated / sizeof *saturated; i++)
        if (saturated[i] != UINT64_MAX)
            FAIL("number %u is %llu", i, (unsigned long long)saturated[i]);
    CHECK_EQUAL(sw_gemm_flops(large, 0, large), 0);
}

CU_TestInfo flops_tests[] = {
    {"a GEMM has 2 m n k, a complex one four times as many", test_gemm},
    {"a GEMV is a GEMM of one column", test_gemv_is_a_gemm_of_one_column},
    {"triangular products and solutions, counted one by one", test_triangular},
    {"SYRK, counted one by one", test_syrk},
    {"SYR2K, counted one by one", test_syr2k},
    {"a SYMM is a GEMM of a square matrix", test_symm_is_a_gemm_of_a_square_matrix},
    {"layers of known networks", test_convolutions},
    {"SpMV counts what is stored", test_spmv},
    {"FFTs of powers of two are exact", test_fft_of_powers_of_two},
    {"FFTs of other sizes are within 2 or a billionth", test_fft_of_other_sizes},
    {"a GEMM reads A, B and C, and writes C", test_gemm_bytes},
    {"a size that is not positive counts as 0", test_no_size_is_negative},
    {"what is too large stays at the largest number", test_what_is_too_large_stays_at_the_largest},
    CU_TEST_INFO_NULL,
};
