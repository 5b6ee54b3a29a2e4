// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The second sink of the span log: while a trace is recorded, each log that is drained goes with one write to the raw file of
// the trace. A trace has the spans of a window of epochs; those of other epochs stay out. There are at most so many; what is
// more is counted. The statistics have all of them.
//
// Off, a drain pays a load and a branch. While a session has traces, it pays a lock: a drain is one pair of calls in
// thousands, and writes to a file.

#ifndef SW_RECORD_TRACE_SINK_H
#define SW_RECORD_TRACE_SINK_H

#include "record/trace_format.h"

extern sw__lane_part sw__trace_part;

sw__span_sink sw__trace_sink;

/// Spans that come between two windows are looked at, too, as they may be late. Off, no window may be open.
void sw__trace_sink_switch(bool on);

/// Opens a window, from run->first_epoch on, with an empty file, which is taken over. 0, or errno: nothing was begun, and the
/// file is closed.
int sw__trace_sink_begin(int fd, const sw__trace_run *run, const char *const texts[SW__TRACE_TEXT_COUNT]);

// For the thread that finishes iterations. Without a window they do nothing.

/// An iteration was finished.
void sw__trace_sink_iteration(const sw__trace_iteration *iteration);

/// A value of the process, of a record of SW__KIND_VALUE.
void sw__trace_sink_value(uint32_t record, uint64_t ticks, double value);

/// Closes the window behind `last_epoch`: takes what the lanes still have in their logs, stopping no thread, and closes the
/// file. Returns its counts; `why` is errno of the first write that failed, or 0.
sw__trace_counts sw__trace_sink_end(uint32_t last_epoch, uint64_t cut, bool partial, int *why);

/// Spans that came too late for the trace of their window, since the sink was switched on.
uint64_t sw__trace_sink_late(void);

/// What the threads whose logs were drained have spent on it, in ticks, since then.
uint64_t sw__trace_sink_drain_ticks(void);

// Around fork(). The file belongs to the parent.
void sw__trace_sink_lock(void);
void sw__trace_sink_unlock(void);
void sw__trace_sink_after_fork(void);

#endif
