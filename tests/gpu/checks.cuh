// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the programs of tests/gpu/run share: kernels that take their time, checks of one line each, and commands.

#ifndef TESTS_GPU_CHECKS_CUH
#define TESTS_GPU_CHECKS_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <cuda_runtime.h>
#include <stepwatch/stepwatch.h>

namespace
{

constexpr double long_ms = 50, short_ms = 5;
bool all_ok = true;

__device__ void spin(double ms)
{
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - begin < ms * 1e6);
}

__global__ void spin_kernel(double ms)
{
    spin(ms);
}

__global__ void inside_the_gate(double ms)
{
    spin(ms);
}

__global__ void outside_the_gate(double ms)
{
    spin(ms);
}

__global__ void empty_kernel()
{
}

// A little longer than what is looked for, as the timer of the GPU goes in steps.
void launch(cudaStream_t stream = nullptr)
{
    spin_kernel<<<1, 1, 0, stream>>>(long_ms + 1);
}

void check(bool good, const char *what, double value, const char *unit)
{
    std::printf("%s: %s: %.3g %s\n", good ? "ok" : "FAILED", what, value, unit);
    all_ok = all_ok && good;
}

struct command {
    const char *name;
    int (*run)();
};

template <size_t count> int run_command(const command (&commands)[count], int argc, char **argv)
{
    for (const command &c : commands)
        if (argc == 2 && std::strcmp(argv[1], c.name) == 0)
            return c.run();
    return EXIT_FAILURE;
}

} // namespace

#endif
