// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The functions of CUDA, found at run time: stepwatch is built without CUDA and linked to none of it. Streams and error
// numbers mean the same in the runtime and in the driver.

#ifndef SW_DEVICE_CUDA_CALLS_H
#define SW_DEVICE_CUDA_CALLS_H

#include <stdbool.h>

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
} sw__cuda_calls;

/// Looks, in this order, for a runtime that the process has, the driver that the process has (the runtime may be linked
/// into the program and hidden there: a second one is not to be loaded beside it), a runtime that the loader finds, and a
/// driver that the loader finds. Calls none of them. False: there is no CUDA.
bool sw__cuda_calls_find(sw__cuda_calls *calls);

#endif
