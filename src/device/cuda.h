// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CUDA: waiting for the GPU, and the gate of its profilers. Nothing of CUDA is loaded or called before the first of these
// calls, nothing from an exit handler, and nothing in a forked child whose parent had used it here.
//
// Where CUDA cannot be used, that is said once, and the run goes on.

#ifndef SW_DEVICE_CUDA_H
#define SW_DEVICE_CUDA_H

#include <stdbool.h>
#include <stdint.h>

#include <stepwatch/stopwatch.h>

#include "base/buffer.h"

typedef enum sw__device_result {
    SW__DEVICE_DONE,
    SW__DEVICE_CAPTURED,    ///< a stream is being captured into a graph: waiting would have broken the capture
    SW__DEVICE_UNSUPPORTED, ///< there is no CUDA to be used, or it failed
} sw__device_result;

/// Waits for all work of the current device, or of the calling thread's stream (see sw_set_cuda_stream()). May send a
/// message: hold no lock, and no lane.
sw__device_result sw__device_sync(sw_cuda_sync mode);

/// Looks for CUDA, if nobody has. Comes before a lock is taken that fork() takes, too, under which CUDA is to be called: when
/// it is called for the first time, the driver may fork to load its kernel module.
void sw__device_find(void);

/// Tell the profilers that are attached to begin and to end. False: CUDA cannot be used. They send no message, as their
/// caller may hold a lock: call sw__device_tell() after it.
bool sw__device_profiler_start(void);
bool sw__device_profiler_stop(void);

/// Sends the message that is due, if there is one.
void sw__device_tell(void);

/// What was found, for people: "runtime 13.0, 1 device". Makes no call. False: it cannot be used.
bool sw__device_describe(sw__buffer *out);

/// How many calls failed, each with an error that is not one of those that make CUDA unusable.
uint64_t sw__device_failures(void);
void sw__device_count_failure(void);
void sw__device_forget_failures(void);

/// From now on there are no more calls: the process is in its exit handlers.
void sw__device_leave_alone(void);
bool sw__device_is_left_alone(void);

/// In the child of a fork().
void sw__device_after_fork(void);

#endif
