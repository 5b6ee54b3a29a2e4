// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// One-time measurements: few, process-wide, outside iterations and warm-up.

#ifndef SW_STOPWATCH_ONE_TIME_H
#define SW_STOPWATCH_ONE_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sw__one_time {
    uint32_t name;
    bool running;
    bool ignored;   ///< started while paused: its end is ignored too
    bool captured;  ///< an edge was in a stream capture, and did not wait for the GPU
    uint64_t start; ///< ticks
    uint64_t end;   ///< ticks; valid when not running
} sw__one_time;

/// Copies the one-time measurements so far but the ignored ones, in the order of their starts; the caller frees. NULL when
/// there are none or no memory is left.
sw__one_time *sw__one_times(size_t *count);

/// Forgets them all: a new session.
void sw__one_times_reset(void);

// Around fork().
void sw__one_times_lock(void);
void sw__one_times_unlock(void);

#endif
