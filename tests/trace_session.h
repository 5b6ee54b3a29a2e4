// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sessions that record traces, and where they leave them.

#ifndef TESTS_TRACE_SESSION_H
#define TESTS_TRACE_SESSION_H

#include <stepwatch/stepwatch.h>

#define FOLDER BUILD_DIR "/traces"
#define PATH FOLDER "/rank_0.pt.trace.json"

/// A session that records traces, on the clock that stands still. What the options lack is set for these tests.
void open_tracing(sw_profiler_options options);

/// Ends it, and removes the folder.
void close_tracing(void);

#endif
