// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The measurements that are open: one timer for each name and thread.

#ifndef SW_STOPWATCH_TIMERS_H
#define SW_STOPWATCH_TIMERS_H

#include <stepwatch/scope.h>

#include "base/misuse.h"
#include "base/names.h"
#include "record/open_spans.h"

/// A lane's timers.
typedef struct sw__timers {
    sw__slot *top;                ///< the open ones
    sw__slot slots[SW__NAME_CAP]; ///< by name
    uint32_t lost[SW__NAME_CAP];  ///< by name: open when their thread ended; in the retired lane only
    uint32_t captured[SW__NAME_CAP]; ///< atomic, by name: ended, and not synced for a stream capture
} sw__timers;

extern sw__lane_part sw__timers_part;

/// The hot parts of a lane lie at known places, the timers behind the log.
#define SW__TIMERS_OFFSET ((SW__SPAN_LOG_OFFSET + sizeof(sw__span_log) + 63) / 64 * 64)

static inline sw__timers *sw__timers_of(const sw__lane *lane)
{
    return (sw__timers *)((char *)lane + SW__TIMERS_OFFSET);
}

// Relaxed: a reader may see a count a moment late.
static inline uint32_t sw__timers_captured(const sw__timers *timers, uint32_t name)
{
    return __atomic_load_n(&timers->captured[name], __ATOMIC_RELAXED);
}

static inline void sw__timers_count_captured(sw__timers *timers, uint32_t name, uint32_t more)
{
    if (more)
        __atomic_store_n(&timers->captured[name], timers->captured[name] + more, __ATOMIC_RELAXED);
}

/// What is open of one name, over all lanes.
typedef struct sw__open_timers {
    uint64_t running;
    uint64_t since;      ///< the earliest start of those, in ticks
    uint64_t unfinished; ///< open when their thread ended
    uint64_t captured;   ///< ended, and not synced for a stream capture
    uint32_t ordinal;    ///< of the thread with the earliest start
    int32_t thread;
    char thread_name[16];
} sw__open_timers;

sw__open_timers sw__timers_open(uint32_t name);

/// Reports the open timers of this thread at the end of an iteration. SW_OK if there are none.
sw_status sw__timers_check_iter_end(sw__site site);

/// Lets the timer of `name` on this thread's lane count into `record`, so that trying it out leaves no measurement behind.
void sw__timers_redirect(sw__lane *lane, uint32_t name, uint32_t record);

/// For scopes, with the lane entered: starts the timer of `name` unless it runs, and returns its start; 0: it was running.
/// `captured` is what the wait for the GPU gave, which came before.
uint64_t sw__timer_scope_begin(sw__lane *lane, uint32_t name, bool captured);

/// Ends the timer that sw__timer_scope_begin() started, if it still runs.
void sw__timer_scope_end(sw__lane *lane, uint32_t name, uint64_t started, uint64_t now);

/// The same for the common case of a scope that is a measurement only: nothing has changed since the thread's last call, and
/// the name is one that it used before. False: nothing was done.
bool sw__timer_scope_begin_at_once(sw_scope *scope, const char *name);
bool sw__timer_scope_end_at_once(const sw_scope *scope);

#endif
