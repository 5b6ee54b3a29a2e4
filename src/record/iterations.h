// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Iterations: their count, warm-up, wall time and items. The current one is the epoch in the state word.

#ifndef SW_RECORD_ITERATIONS_H
#define SW_RECORD_ITERATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include <stepwatch/base.h>

/// A time that may not have been read.
typedef struct sw__moment {
    bool known;
    uint64_t ticks;
} sw__moment;

typedef struct sw__iterations {
    uint64_t finished;    ///< warm-up included
    uint64_t measured;    ///< finished after warm-up
    uint64_t timed;       ///< of those, the ones whose begin is known
    uint64_t wall_ticks;  ///< of the timed ones
    uint64_t items;       ///< of the timed ones
    uint64_t warmup;      ///< how many were asked for
    uint64_t warmup_left; ///< how many of those are not finished
    uint32_t first_epoch; ///< that of iteration 0
    bool begun;           ///< the current one was begun by a call
    sw__moment start;     ///< of the current one, moved on by what was taken out of it
} sw__iterations;

/// Begins to count anew, with a new epoch and no warm-up: at the begin of a session, and when its clock changes.
void sw__iterations_open(void);

/// The next `count` iterations are warm-up, the current one included.
void sw__iterations_warm_up(uint32_t count);

sw_status sw__iterations_begin(sw__moment now);

/// An iteration that is over.
typedef struct sw__finished {
    bool measured;   ///< not warm-up
    bool timed;      ///< its begin and its end are known
    uint64_t length; ///< ticks, valid if timed
    uint64_t start;  ///< in ticks, as is the end; the length is less, by what was taken out
    uint64_t end;
    uint32_t epoch;
} sw__finished;

/// Ends the current iteration `now` and begins the next. One call at a time.
sw__finished sw__iterations_finish(sw__moment now, uint64_t items);

/// Takes the time from `begin` to `end` out of the current iteration.
void sw__iterations_exclude(uint64_t begin, uint64_t end);

sw__iterations sw__iterations_now(void);

// Around fork().
void sw__iterations_lock(void);
void sw__iterations_unlock(void);

#endif
