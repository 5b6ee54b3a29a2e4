// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sessions with the profiler on, and the values of their iterations.

#ifndef TESTS_SUPPORT_PROFILER_H
#define TESTS_SUPPORT_PROFILER_H

#include "session_support.h"

/// Opens a session with the profiler on, on the clock that stands still until it is set. NULL: all iterations are recorded.
/// session_close() ends it.
void profile(const sw_profiler_options *options);

/// The same on a real clock.
void profile_real(const sw_profiler_options *options);

/// Opens a session from a file whose only profile has these lines, set in by four. Returns the status of sw_init().
sw_status profile_from(const char *lines);

/// Begins a section at one time and ends it at another; checks that both succeed.
void section(const char *name, double begin, double end);

/// Begins or ends one at a time, and checks that this succeeds.
void begin_at(const char *name, double seconds);
void end_at(const char *name, double seconds);

/// A value of the iteration that was finished last; NO_METRIC if it has none.
#define NO_METRIC (-1.0)
double metric(const char *name);

/// `suffix` is added to the name: metric_of("forward", "_count").
double metric_of(const char *section, const char *suffix);

#define CHECK_METRIC(name, expected) CHECK_NEAR(metric(name), (expected), 1e-9)

/// time, self and count of a section in the iteration that was finished last.
#define CHECK_SECTION(name, time, self, count)                                                                         \
    do {                                                                                                               \
        CHECK_NEAR(metric_of((name), "_time_sec"), (time), 1e-9);                                                      \
        CHECK_NEAR(metric_of((name), "_self_sec"), (self), 1e-9);                                                      \
        CHECK_NEAR(metric_of((name), "_count"), (count), 0);                                                           \
    } while (0)

/// The section is not in the iteration that was finished last.
#define CHECK_NO_SECTION(name) CHECK_NEAR(metric_of((name), "_count"), NO_METRIC, 0)

#endif
