// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Open spans of a lane: a slot for each name, and a stack through those that are open. Whether a span is open is one load;
// the end of the one on top, the common case, needs no search.

#ifndef SW_RECORD_OPEN_SPANS_H
#define SW_RECORD_OPEN_SPANS_H

#include "base/clock.h"
#include "record/span_log.h"

typedef struct sw__slot {
    uint64_t start;         ///< atomic: ticks; SW__SLOT_CLOSED, or 0 until it is set up
    struct sw__slot *under; ///< the one opened before, valid while open
    uint32_t record;
    uint32_t mark;     ///< 0: opened in the log's epoch; SW__SLOT_SKIPPED; else the epoch, and `start` has its phase
    uint32_t captured; ///< opened within a stream capture, without the wait that was asked for
    uint32_t padding;
} sw__slot;

_Static_assert(sizeof(sw__slot) == 32, "two slots a cache line");

#define SW__SLOT_CLOSED UINT64_C(1)
#define SW__SLOT_SKIPPED UINT32_MAX ///< opened while paused: neither timed nor counted

static inline uint64_t sw__slot_start(const sw__slot *slot)
{
    return __atomic_load_n(&slot->start, __ATOMIC_RELAXED); // readers only want to know whether, and since when
}

static inline bool sw__slot_is_open(const sw__slot *slot)
{
    return sw__slot_start(slot) > SW__SLOT_CLOSED;
}

/// Whether it is open and will count; for its own thread and, near enough, for others.
static inline bool sw__slot_is_timed(const sw__slot *slot)
{
    return sw__slot_is_open(slot) && __atomic_load_n(&slot->mark, __ATOMIC_RELAXED) != SW__SLOT_SKIPPED;
}

/// Whether it will count as measured; for its own thread, with the lane entered by `word`.
static inline bool sw__slot_is_measured(const sw__slot *slot, uint64_t word)
{
    return sw__slot_is_timed(slot) && (slot->mark ? sw__slot_start(slot) : word) & SW__PHASE_MEASURED;
}

/// The ticks of a start, which may have a phase.
static inline uint64_t sw__start_ticks(uint64_t start)
{
    return start & ~SW__PHASE_MASK;
}

/// Opens a closed slot.
void sw__slot_open(sw__slot **top, sw__slot *slot, bool recording);

/// The time at the begin of a call that ends a span. 0 while paused: most of what ends then is not timed, and the clock is
/// read only for what is; and 0 where a wait for the GPU comes before it.
static inline uint64_t sw__time_of_end(uint64_t word)
{
    const uint64_t at_once = SW__STOPWATCH_BEGIN;
    return (word & (at_once | SW__STOPWATCH_SYNC)) == at_once ? sw__clock_now() : 0;
}

/// Closes an open slot and logs its span, which ended at `now`; 0: now is yet to be read. `word` is what the lane was
/// entered with.
void sw__slot_close(sw__lane *lane, sw__slot **top, sw__slot *slot, uint64_t now, uint64_t word);

/// Marks an open slot as one of the epoch that `word` is of, unless it is marked.
void sw__slot_mark(sw__slot *slot, uint64_t word);

/// When an epoch is over: marks what is open as of that epoch. `word` is the last one of it.
void sw__slots_mark(sw__slot *top, uint64_t word);

#endif
