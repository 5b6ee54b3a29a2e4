// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A trace in the form that chrome://tracing, Perfetto and speedscope open: one object, in which each span is a complete event
// (`X`), each sample a counter (`C`), and `otherData` has the facts about the run. Times are in microseconds from the begin of
// the session, with three decimals.
//
// speedscope takes the arguments of a span for a part of its name: only what is the same for all of a record is one.

#ifndef SW_REPORT_CHROME_TRACE_H
#define SW_REPORT_CHROME_TRACE_H

#include "report/stream.h"
#include "report/trace.h"

/// Sorts the spans. False: no memory, or the stream failed.
bool sw__chrome_trace_write(sw__stream *out, sw__trace *trace);

#endif
