// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The timers of a lane: a slot for each name, and what happens when one is opened and closed.

#ifndef SW_STOPWATCH_TIMER_SLOTS_H
#define SW_STOPWATCH_TIMER_SLOTS_H

#include "base/names.h"
#include "record/open_spans.h"

/// A lane's timers.
typedef struct sw__timers {
    sw__slot *top;                   ///< the open ones
    sw__slot slots[SW__NAME_CAP];    ///< by name
    uint32_t lost[SW__NAME_CAP];     ///< by name: open when their thread ended; in the retired lane only
    uint32_t captured[SW__NAME_CAP]; ///< atomic, by name: ended, and not synced for a stream capture
} sw__timers;

extern sw__lane_part sw__timers_part;

_Static_assert((sizeof(sw__timers) + 63) / 64 * 64 == SW__TIMERS_SPACE, "the sections lie behind");

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

static inline uint32_t sw__timer_name(const sw__timers *timers, const sw__slot *slot)
{
    return (uint32_t)(slot - timers->slots);
}

/// The timer of a name on this thread's lane, set up.
sw__slot *sw__timer_slot(const sw__lane *lane, uint32_t name);

/// Opens a closed timer; `captured`: the wait for the GPU before it was left out for a stream capture.
void sw__timer_open(sw__lane *lane, sw__slot *slot, bool captured);

/// Closes an open timer; `now` as in sw__slot_close().
void sw__timer_close(sw__lane *lane, sw__slot *slot, uint64_t now);

/// Lets the timer of `name` on this thread's lane count into `record`, so that trying it out leaves no measurement behind.
void sw__timers_redirect(sw__lane *lane, uint32_t name, uint32_t record);

#endif
