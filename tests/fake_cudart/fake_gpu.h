// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a program does to the GPUs of the fake driver, by hand: the library exports one of these, fake_gpu_control. Memory is in
// MB of 2^20 bytes. There is nothing in a context, and no memory behind what is allocated: only the numbers.

#ifndef TESTS_FAKE_CUDART_FAKE_GPU_H
#define TESTS_FAKE_CUDART_FAKE_GPU_H

#include <stdbool.h>

enum { FAKE_DEVICES = 2, FAKE_DEVICE_MB = 1000 };

typedef struct fake_gpu {
    /// Makes the primary context of a device, and makes it current on the calling thread.
    void (*use_device)(int device);

    /// The device has no context any more, and its pool is empty.
    void (*reset_device)(int device);

    /// Allocates from a device's pool, or frees if `mb` is negative. The pool keeps what it has taken from the device.
    void (*allocate)(int device, int mb);

    /// What other processes, or cudaMalloc(), have of a device.
    void (*occupy)(int device, int mb);

    /// A stream is being captured, or not any more: then no question for memory may come.
    void (*capture)(bool capturing);

    /// Calls `function` in each question for memory, as a signal handler would be that comes just then; NULL: none.
    void (*interrupt)(void (*function)(void));
} fake_gpu;

#endif
