// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The curves of a trace that the program has not asked for by sw_value(): one value of each for an iteration, at its end.

#ifndef SW_PROFILER_TRACE_CURVES_H
#define SW_PROFILER_TRACE_CURVES_H

#include <stdbool.h>
#include <stdint.h>

// On the thread that finishes iterations, while a trace is recorded.

/// An iteration begins.
void sw__trace_curves_begin_iteration(void);

/// It is over, and nothing else was done since.
void sw__trace_curves_end_iteration(void);

/// Adds the values of the iteration that sw__trace_curves_end_iteration() was called for, and sw__metrics_now() is of.
/// `tracked`: the program tells of its memory.
void sw__trace_curves_add(uint64_t ticks, bool tracked);

#endif
