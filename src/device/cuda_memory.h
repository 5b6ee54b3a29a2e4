// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The GPU's memory. All is asked of the driver that the program has loaded, and only where the program has a CUDA context:
// the runtime would make one for the question. Nothing is asked during a stream capture, and no message is sent, as nobody
// need have asked for CUDA. One thread at a time.

#ifndef SW_DEVICE_CUDA_MEMORY_H
#define SW_DEVICE_CUDA_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/// Looks for the driver, if a library was loaded since it was looked for last. Hold no lock: the loader holds one while it
/// runs constructors, which may call stepwatch.
void sw__device_memory_look(void);

/// Whether the process uses a GPU: that of the calling thread's context, or else the first with a primary one. The functions
/// below are about it.
bool sw__device_memory_find(void);

/// Whether it has a memory pool: that of cudaMallocAsync().
bool sw__device_has_pool(void);

typedef enum sw__pool_mark {
    SW__POOL_RESERVED = 6, ///< what the pool has taken from the device; the numbers are CUDA's
    SW__POOL_USED = 8,     ///< what of that is allocated
} sw__pool_mark;

/// The highest number of bytes since the mark was taken last, which begins anew. False: it cannot be asked for now.
bool sw__pool_take_mark(sw__pool_mark mark, uint64_t *bytes);

/// What of the pool is allocated now.
bool sw__pool_allocated(uint64_t *bytes);

typedef struct sw__device_memory {
    uint64_t free;
    uint64_t used; ///< by all processes
} sw__device_memory;

/// The device's memory. False as above, or the calling thread has no context.
bool sw__device_memory_read(sw__device_memory *now);

/// In the child of a fork(), where a parent's context is of no use.
void sw__device_memory_after_fork(void);

#endif
