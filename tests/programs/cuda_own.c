// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A program that has a CUDA runtime in itself, and lets others see it.

#include <stepwatch/stepwatch.h>

int cudaDeviceSynchronize(void);

__attribute__((visibility("default"))) int cudaDeviceSynchronize(void)
{
    return puts("the program's own") < 0;
}

int main(void)
{
    sw_stopwatch_enable(&(sw_stopwatch_options){.do_cuda_sync = SW_CUDA_SYNC_DEVICE});
    sw_start_meas("a");
    sw_end_meas("a");
    return sw_finalize() == SW_OK ? 0 : 1;
}
