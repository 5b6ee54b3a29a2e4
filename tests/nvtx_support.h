// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the tests of the range wrapper share: sessions with only the wrapper on.

#ifndef TESTS_NVTX_SUPPORT_H
#define TESTS_NVTX_SUPPORT_H

#include <stdbool.h>

#include "session_support.h"

/// Opens a session with the wrapper on, and catches its messages.
void ranges_open(bool keep_track_of_range_order);

/// Ends the session, and the catching of its messages. The summary is thrown away.
void ranges_close(void);

/// The same, but the messages are still caught: for tests in which other threads may send some.
void finalize_quietly(void);

/// The counts of a name; all zero if it was not seen.
sw_range_stats stats_of_range(const char *name);

#endif
