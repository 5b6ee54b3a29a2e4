// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A training loop in CUDA. Without a GPU its kernel is not run, and its launch is measured all the same.

#include <stepwatch/stepwatch.h>

__global__ void scale(float *values, float by)
{
    values[threadIdx.x] *= by;
}

static void train_step(float *values)
{
    SW_SCOPE("train_step");
    scale<<<1, 32>>>(values, 0.5f);
    cudaDeviceSynchronize();
}

int main()
{
    float *values = nullptr;
    sw_init(NULL, NULL);
    cudaMalloc(&values, 32 * sizeof *values);
    for (int step = 0; step < 30; step++) {
        train_step(values);
        sw_finish_iter();
    }
    cudaFree(values);
    sw_finalize();
    return 0;
}
