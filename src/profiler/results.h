// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What recorded iterations and cycles leave: values, rows of the file, and traces. On the thread that finishes iterations.

#ifndef SW_PROFILER_RESULTS_H
#define SW_PROFILER_RESULTS_H

#include "profiler/iteration_values.h"
#include "profiler/profiler_settings.h"

/// Begins a session. The settings outlive it.
void sw__results_open(const sw__profiler_settings *settings);

/// The cycle that sw__cycles_now() is in has begun, and its first iteration.
void sw__results_begin_cycle(void);

/// An iteration of the cycle begins.
void sw__results_begin_iteration(void);

/// An iteration of the cycle was finished, and the profiler has done nothing since; what it adds up to and has values of is filled in here.
void sw__results_of_iteration(sw__iteration_facts facts, uint64_t number);

/// The cycle is over behind `last_epoch`. `cut_off`: within an iteration, the ops of which are in the rows of the cycle.
/// Returns the path of its trace, valid until the next cycle begins; NULL: there is none.
const char *sw__results_of_cycle(uint32_t last_epoch, bool partial, bool cut_off);

/// The session ends, and messages can still be sent.
void sw__results_conclude(void);

void sw__results_close(void);

// Around fork(). The files are the parent's.
void sw__results_after_fork(void);

#endif
