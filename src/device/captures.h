// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Stream captures: while a stream is being captured into a graph, hardly a call may be made without breaking the capture.
// The default stream answers for all streams of the device that wait for it. One that was created to not do so is known
// only to the thread that named it in sw_set_cuda_stream().

#ifndef SW_DEVICE_CAPTURES_H
#define SW_DEVICE_CAPTURES_H

#include <stdbool.h>

#include <stepwatch/stopwatch.h>

#include "device/cuda_calls.h"

/// The stream that the calling thread has set; NULL: the default one.
void *sw__own_stream(void);

/// Makes a call that concerns the device, or with SW_CUDA_SYNC_STREAM the thread's stream, unless that would break a
/// capture: then it returns false. `error` is what the call returns.
bool sw__outside_captures(const sw__cuda_calls *calls, sw_cuda_sync reach, int (*call)(void *context), void *context,
                          int *error);

/// What our own calls stumbled over is not to be found by the program when it asks for its last error.
void sw__forget_cuda_error(const sw__cuda_calls *calls);

#endif
