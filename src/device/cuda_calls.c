// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cuda_calls.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef struct entry {
    size_t field;
    const char *in_runtime; ///< NULL: it is asked of the driver only
    const char *in_driver;  ///< NULL: the driver has none
} entry;

#define FIELD(name) offsetof(sw__cuda_calls, name)

static const entry entries[] = {
    {FIELD(sync_device), "cudaDeviceSynchronize", "cuCtxSynchronize"},
    {FIELD(sync_stream), "cudaStreamSynchronize", "cuStreamSynchronize"},
    {FIELD(is_capturing), "cudaStreamIsCapturing", "cuStreamIsCapturing"},
    {FIELD(exchange_capture_mode), "cudaThreadExchangeStreamCaptureMode", "cuThreadExchangeStreamCaptureMode"},
    {FIELD(profiler_start), "cudaProfilerStart", "cuProfilerStart"},
    {FIELD(profiler_stop), "cudaProfilerStop", "cuProfilerStop"},
    {FIELD(version), "cudaRuntimeGetVersion", "cuDriverGetVersion"},
    {FIELD(device_count), "cudaGetDeviceCount", "cuDeviceGetCount"},
    {FIELD(forget_error), "cudaGetLastError", NULL},
    {FIELD(current_context), NULL, "cuCtxGetCurrent"},
    {FIELD(current_device), NULL, "cuCtxGetDevice"},
    {FIELD(device_at), NULL, "cuDeviceGet"},
    {FIELD(primary_context), NULL, "cuDevicePrimaryCtxGetState"},
    {FIELD(device_pool), NULL, "cuDeviceGetMemPool"},
    {FIELD(pool_get), NULL, "cuMemPoolGetAttribute"},
    {FIELD(pool_set), NULL, "cuMemPoolSetAttribute"},
    {FIELD(memory_info), NULL, "cuMemGetInfo_v2"},
};

// Without a version the loader finds what a developer's machine has, of versions that are not listed, too.
static const char *const runtimes[] = {"libcudart.so.13", "libcudart.so.12", "libcudart.so.11.0", "libcudart.so", NULL};
static const char *const drivers[] = {"libcuda.so.1", NULL};

// Fills in what `library` has. False: it is not a CUDA.
static bool take(sw__cuda_calls *calls, void *library, bool of_driver)
{
    *calls = (sw__cuda_calls){.of_driver = of_driver};
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const char *name = of_driver ? entries[i].in_driver : entries[i].in_runtime;
        void *address = name ? dlsym(library, name) : NULL;
        memcpy((char *)calls + entries[i].field, &address, sizeof address);
    }
    return calls->sync_device != NULL;
}

static bool take_first(sw__cuda_calls *calls, const char *const *names, int flags, bool of_driver)
{
    for (; *names; names++) {
        void *library = dlopen(*names, RTLD_LAZY | RTLD_LOCAL | flags);
        if (library && take(calls, library, of_driver))
            return true;
    }
    return false;
}

bool sw__cuda_calls_find(sw__cuda_calls *calls)
{
    return take(calls, RTLD_DEFAULT, false) || take_first(calls, runtimes, RTLD_NOLOAD, false) ||
           take_first(calls, drivers, RTLD_NOLOAD, true) || take_first(calls, runtimes, 0, false) ||
           take_first(calls, drivers, 0, true);
}

bool sw__cuda_calls_of_driver(sw__cuda_calls *calls)
{
    return take_first(calls, drivers, RTLD_NOLOAD, true);
}
