// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A plugin that is linked with a BLAS which its host, tests/outside/host.c, is not linked with, and cannot see.

#include <cblas.h>
#include <stdio.h>

void plugin_run(void);

void plugin_run(void)
{
    static const float a[] = {1, 2, 3, 4};
    float c[4];
    cblas_sgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, 2, 2, 2, 1, a, 2, a, 2, 0, c, 2);
    printf("plugin %g %g %g %g\n", c[0], c[1], c[2], c[3]);
}
