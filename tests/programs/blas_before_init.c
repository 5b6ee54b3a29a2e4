// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Calls BLAS before it opens a session, and then from an iteration of it; prints what sw_init() said.

#include <cblas.h>

#include <stepwatch/stepwatch.h>

static void multiply(void)
{
    static const double a[] = {1, 2, 3, 4};
    double c[4];
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1, a, 2, a, 2, 0, c, 2);
}

int main(void)
{
    multiply();
    printf("init %d\n", sw_init(NULL, NULL));
    multiply();
    sw_finish_iter();
    sw_finalize();
    return 0;
}
