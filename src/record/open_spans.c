// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "open_spans.h"

static void set_start(sw__slot *slot, uint64_t start)
{
    __atomic_store_n(&slot->start, start, __ATOMIC_RELAXED); // see sw__slot_start()
}

static void set_mark(sw__slot *slot, uint32_t mark)
{
    __atomic_store_n(&slot->mark, mark, __ATOMIC_RELAXED); // see sw__slot_is_timed()
}

void sw__slot_open(sw__slot **top, sw__slot *slot, bool recording)
{
    set_mark(slot, recording ? 0 : SW__SLOT_SKIPPED);
    slot->under = *top;
    *top = slot;
    // Any number that says "open" will do for what is not timed; the clock is not read then.
    set_start(slot, recording ? sw__clock_now() : SW__SLOT_CLOSED + 1);
}

// Ends that do not nest are legal; then the slot is further down.
static void unlink_slot(sw__slot **top, const sw__slot *slot)
{
    while (*top != slot)
        top = &(*top)->under;
    *top = slot->under;
}

void sw__slot_close(sw__lane *lane, sw__slot **top, sw__slot *slot, uint64_t now, uint64_t word)
{
    uint64_t start = sw__slot_start(slot);
    uint32_t mark = slot->mark;
    if (now == 0 && mark != SW__SLOT_SKIPPED)
        now = sw__clock_now();
    // The counters of two processors may differ by a tick, and a signal handler may have begun the slot anew.
    uint64_t length = now > sw__start_ticks(start) ? now - sw__start_ticks(start) : 0;
    unlink_slot(top, slot);
    set_mark(slot, 0);
    set_start(slot, SW__SLOT_CLOSED);
    if (mark == SW__SLOT_SKIPPED)
        return;
    if (mark)
        sw__span_append_wide(lane, start, length, mark, slot->record);
    else if (length < SW__SPAN_LENGTH_END)
        sw__span_append(lane, start, length, slot->record);
    else
        sw__span_append_wide(lane, start | (word & SW__PHASE_MASK), length, sw__epoch_of(word), slot->record);
}

void sw__slot_mark(sw__slot *slot, uint64_t word)
{
    if (slot->mark)
        return;
    set_start(slot, sw__slot_start(slot) | (word & SW__PHASE_MASK));
    set_mark(slot, sw__epoch_of(word));
}

void sw__slots_mark(sw__slot *top, uint64_t word)
{
    for (sw__slot *slot = top; slot; slot = slot->under)
        sw__slot_mark(slot, word);
}
