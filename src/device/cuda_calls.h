// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The functions of CUDA, found at run time: stepwatch is built without CUDA and linked to none of it. Streams and error
// numbers mean the same in the runtime and in the driver.

#ifndef SW_DEVICE_CUDA_CALLS_H
#define SW_DEVICE_CUDA_CALLS_H

#include <stdbool.h>
#include <stddef.h>

/// Each returns an error number, 0 for success. The first is there; any other may be NULL, in an old CUDA.
typedef struct sw__cuda_calls {
    int (*sync_device)(void);
    int (*sync_stream)(void *stream);
    int (*is_capturing)(void *stream, int *status);
    int (*exchange_capture_mode)(int *mode);
    int (*profiler_start)(void);
    int (*profiler_stop)(void);
    int (*version)(int *version); ///< 1000 * major + 10 * minor
    int (*device_count)(int *count);
    int (*forget_error)(void); ///< of the runtime only: returns the thread's last error, and forgets it
    bool of_driver;            ///< the driver's own entry points

    // Of the driver only, as the runtime would initialise what it is asked for. A context may be none.
    int (*current_context)(void **context);
    int (*current_device)(int *device);
    int (*device_at)(int *device, int number);
    int (*primary_context)(int device, unsigned *flags, int *active);
    int (*device_pool)(void **pool, int device);
    int (*pool_get)(void *pool, int attribute, void *value);
    int (*pool_set)(void *pool, int attribute, void *value);
    int (*memory_info)(size_t *free, size_t *total);
} sw__cuda_calls;

/// Looks, in this order, for a runtime that the process has, the driver that the process has (the runtime may be linked
/// into the program and hidden there: a second one is not to be loaded beside it), a runtime that the loader finds, and a
/// driver that the loader finds. Calls none of them. False: there is no CUDA.
bool sw__cuda_calls_find(sw__cuda_calls *calls);

/// The same of the driver that the process has; loads none. It is in every process that uses a GPU.
bool sw__cuda_calls_of_driver(sw__cuda_calls *calls);

#endif
