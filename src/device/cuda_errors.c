// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_errors.h"

#include <stddef.h>

enum { FIRST_OF_CAPTURE = 900, LAST_OF_CAPTURE = 907 };

typedef struct meaning {
    int error;
    sw__cuda_verdict verdict;
} meaning;

static const meaning meanings[] = {
    {0, {SW__CUDA_FINE, NULL}},
    {4, {SW__CUDA_GONE, "the driver was shut down"}},
    {7, {SW__CUDA_FINE, NULL}}, // the profiler was started before, by others
    {8, {SW__CUDA_FINE, NULL}}, // or stopped
    {34, {SW__CUDA_UNUSABLE, "the driver is a stub, for linking only"}},
    {35, {SW__CUDA_UNUSABLE, "no driver, or one that is older than the runtime"}},
    {100, {SW__CUDA_UNUSABLE, "no device"}},
    {803, {SW__CUDA_UNUSABLE, "the driver's parts do not fit together"}},
    {804, {SW__CUDA_UNUSABLE, "the driver is too old for this device"}},
};

// The driver's own entry points do not initialise anything: a thread without a context has no work to wait for.
static const meaning of_driver_alone[] = {
    {3, {SW__CUDA_IDLE, NULL}},
    {201, {SW__CUDA_IDLE, NULL}},
};

// The runtime initialises whatever it needs, which fails in the child of a process that had done so.
static const meaning of_runtime_alone[] = {
    {3, {SW__CUDA_UNUSABLE, "it cannot be initialised here, as after a fork()"}},
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static const meaning *find(const meaning *table, size_t count, int error)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].error == error)
            return &table[i];
    return NULL;
}

sw__cuda_verdict sw__cuda_judge(int error, bool of_driver)
{
    const meaning *known = find(meanings, COUNT(meanings), error);
    if (!known)
        known = of_driver ? find(of_driver_alone, COUNT(of_driver_alone), error)
                          : find(of_runtime_alone, COUNT(of_runtime_alone), error);
    if (known)
        return known->verdict;
    if (error >= FIRST_OF_CAPTURE && error <= LAST_OF_CAPTURE)
        return (sw__cuda_verdict){SW__CUDA_CAPTURING, NULL};
    return (sw__cuda_verdict){SW__CUDA_FAILED, "a call failed"};
}
