// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A fake of CUDA's driver, libcuda.so.1, in the state that a program with a runtime of its own has left it in: it prints
// the calls that do something. FAKE_CUDA_ERROR is what they return.

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

enum { VERSION = 12040 };

int cuCtxSynchronize(void);
int cuProfilerStart(void);
int cuProfilerStop(void);
int cuDriverGetVersion(int *version);

static int done(const char *call)
{
    char line[64];
    int length = snprintf(line, sizeof line, "%s\n", call);
    if (write(STDOUT_FILENO, line, (size_t)length) != length)
        abort();
    const char *error = getenv("FAKE_CUDA_ERROR");
    return error ? atoi(error) : 0;
}

EXPORTED int cuCtxSynchronize(void)
{
    return done("cuCtxSynchronize");
}

EXPORTED int cuProfilerStart(void)
{
    return done("cuProfilerStart");
}

EXPORTED int cuProfilerStop(void)
{
    return done("cuProfilerStop");
}

EXPORTED int cuDriverGetVersion(int *version)
{
    *version = VERSION;
    return 0;
}
