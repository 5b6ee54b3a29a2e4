// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The common case of a start and an end, without a call: what makes a pair cheap.

#ifndef SW_STOPWATCH_TIMERS_AT_ONCE_H
#define SW_STOPWATCH_TIMERS_AT_ONCE_H

#include "stopwatch/timer_slots.h"

// The common case: the lane has seen the word, so that nothing has changed since the thread's last call, nothing is
// paused, and the clock is the cycle counter; and the slot is closed. That is looked at once the lane is held: a signal
// handler may have started something just before.
static inline bool sw__timer_start_at_once(sw__lane *lane, uint32_t name, uint64_t word)
{
    sw__timers *timers = sw__timers_of(lane);
    sw__slot *slot = &timers->slots[name];
    sw__lane_hold(lane);
    bool closed = sw__slot_start(slot) == SW__SLOT_CLOSED;
    if (__builtin_expect(closed, 1)) {
        slot->under = timers->top;
        timers->top = slot;
        __atomic_store_n(&slot->start, sw__cycle_counter(), __ATOMIC_RELAXED);
    }
    sw__lane_release(lane, word);
    return closed;
}

// The common case: the lane has seen the word, and the timer is the one on top and ends in the epoch in which it was
// started. Looked at once the lane is held, as above.
static inline bool sw__timer_end_at_once(sw__lane *lane, sw__timers *timers, sw__slot *slot, uint64_t now,
                                         uint64_t word)
{
    sw__lane_hold(lane);
    uint64_t start = sw__slot_start(slot);
    uint64_t length = now - start;
    bool logged = timers->top == slot && slot->mark == 0 && length < SW__SPAN_LENGTH_END &&
                  sw__span_append_at_once(sw__span_log_of(lane), start, length, slot->record);
    if (__builtin_expect(logged, 1)) {
        timers->top = slot->under;
        __atomic_store_n(&slot->start, SW__SLOT_CLOSED, __ATOMIC_RELAXED);
    }
    sw__lane_release(lane, word);
    return logged;
}

#endif
