// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The traces of a session: one for each cycle, in a file of its own, written when the cycle is over. While it is recorded
// there is a raw file beside it, from which a trace can also be made after the program was killed.

#ifndef SW_PROFILER_TRACES_H
#define SW_PROFILER_TRACES_H

#include "profiler/profiler_settings.h"
#include "record/iterations.h"

/// Begins a session. The texts of the settings outlive it. Without a trace_dir the calls below do nothing.
void sw__traces_open(const sw__profiler_settings *settings);

// On the thread that finishes iterations.

/// The cycle that sw__cycles_now() is in has begun, and its first iteration.
void sw__traces_begin_cycle(void);

/// An iteration begins, of the cycle or of none.
void sw__traces_begin_iteration(void);

/// It is over, and the profiler has done nothing since.
void sw__traces_iteration_is_over(void);

/// An iteration of the cycle was finished, of which sw__metrics_now() has the values.
void sw__traces_end_iteration(const sw__finished *finished, uint64_t number);

/// The cycle is over behind `last_epoch`, and its last iteration is finished, unless it is `partial`. Writes the trace and
/// returns its path, valid until the next cycle begins; NULL: there is none.
const char *sw__traces_end_cycle(uint32_t last_epoch, bool partial);

void sw__traces_close(void);

/// Of all traces of the session.
typedef struct sw__trace_totals {
    const char *folder; ///< NULL: there are no traces
    uint64_t traces;    ///< written ones
    uint64_t events;
    uint64_t dropped;
    uint64_t late;
    uint64_t drain_ticks; ///< what writing them took of the threads that recorded
} sw__trace_totals;

sw__trace_totals sw__trace_totals_now(void);

/// The run profile, for the traces that are begun from now on; NULL: none. The text is copied.
void sw__traces_name_profile(const char *profile);

// Around fork(). The traces are the parent's.
void sw__traces_after_fork(void);

#endif
