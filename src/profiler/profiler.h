// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler module, as the session sees it.

#ifndef SW_PROFILER_PROFILER_H
#define SW_PROFILER_PROFILER_H

#include "base/misuse.h"
#include "profiler/profiler_settings.h"
#include "record/iterations.h"

/// The current iteration becomes step 0. Before that: measures what a pair of section calls costs. Returns the bits that go into the state word now; later ones are those that sw__profiler_next() returns.
uint64_t sw__profiler_start(const sw__profiler_settings *settings);

/// What the times of sections and iterations wait for; SW_CUDA_SYNC_NONE if the profiler is off.
sw_cuda_sync sw__profiler_sync(void);

// The begin of an iteration by a call: before its time is read, and after it was begun.
void sw__profiler_wait_at_begin(void);
void sw__profiler_begin_iteration(void);

// A pause in the iteration: after it has begun, and before it ends.
void sw__profiler_pause(void);
void sw__profiler_resume(void);

// The end of an iteration, in this order, on the thread that finishes it.

/// Whether the end is to be timed: the iteration is recorded, or the next one is.
bool sw__profiler_times_iteration_end(void);

/// The program came to the end when it had `arrived`, and it is `now`: that, or the time after a wait for the GPU, if the
/// profiler is to wait.
uint64_t sw__profiler_wait_at_end(uint64_t arrived, uint64_t now);

/// Cuts off what the thread has open. Returns a mistake of the program.
sw_status sw__profiler_end_iteration(sw__site site);

/// Whether recording goes on in the next iteration: if not, the profiler's bits are to be taken out of the state word
/// before the epoch is raised.
bool sw__profiler_goes_on(void);

/// The epoch was raised: takes the values of the iteration, writes its row, ends the cycle if it was the last. Returns the
/// bits for the next iteration.
uint64_t sw__profiler_next(const sw__finished *finished);

/// The end of the session, while mistakes are still reported: ends a cycle that is cut short.
void sw__profiler_conclude(void);

/// What a report says of it, while it is on. Any thread.
typedef struct sw__profiler_view {
    const sw__profiler_settings *settings;
    uint64_t steps;       ///< finished iterations, recorded or not
    uint32_t first_epoch; ///< that of step 0
} sw__profiler_view;

sw__profiler_view sw__profiler_now(void);

/// After the module's bits were taken out, and the summary was made.
void sw__profiler_finish(void);

/// In the child of a fork().
void sw__profiler_after_fork(void);

#endif
