// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The gate of CUDA's profilers (cudaProfilerStart, cudaProfilerStop): open while the program holds it open by calls, or the
// run profile does by iterations, or a cycle of the profiler is recorded. It opens and closes in pairs, whatever they ask
// for.

#ifndef SW_DEVICE_PROFILER_GATE_H
#define SW_DEVICE_PROFILER_GATE_H

#include <stdbool.h>
#include <stdint.h>

/// The iterations from `start` up to, and without, `stop` are in the profile.
typedef struct sw__gate_window {
    uint32_t start;
    uint32_t stop; ///< 0: to the end; with a start of 0, there is no window
} sw__gate_window;

bool sw__gate_window_is_valid(sw__gate_window window);

/// From now on, in `iteration`, there is a window: the gate is opened if that one is in it.
void sw__profiler_gate_use(sw__gate_window window, uint64_t iteration);

/// Whether the gate has to move before `iteration`, which begins now.
bool sw__profiler_gate_is_due(uint64_t iteration);
void sw__profiler_gate_move(uint64_t iteration);

/// A call that asks for it to be open. False: CUDA cannot be used.
bool sw__profiler_gate_start(void);

/// Takes one such call back. False: there is none.
bool sw__profiler_gate_stop(void);

/// A cycle of the profiler begins to be recorded, or ends.
void sw__profiler_gate_cycle(bool recording);

/// The session ends: closes the gate, whoever holds it open.
void sw__profiler_gate_finish(void);

/// How often it was opened in this session.
uint64_t sw__profiler_gate_openings(void);

/// Whether it was asked for, by a window, a call or a cycle.
bool sw__profiler_gate_was_wanted(void);

// Around fork(). The child's gate is closed, and CUDA is not told.
void sw__profiler_gate_lock(void);
void sw__profiler_gate_unlock(void);
void sw__profiler_gate_after_fork(void);

#endif
