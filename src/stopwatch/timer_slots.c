// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "timer_slots.h"

#include "stopwatch/cpu_usage.h"
#include "stopwatch/cpu_usage_name.h"
#include "stopwatch/stopwatch_sync.h"
#include "stopwatch/used_records.h"

static void mark_open(sw__lane *lane, uint64_t word);
static void count_lost(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__timers_part = {.size = sizeof(sw__timers), .on_epoch = mark_open, .merge = count_lost};

static void mark_open(sw__lane *lane, uint64_t word)
{
    if (sw__is_new_epoch(lane->word, word))
        sw__slots_mark(sw__timers_of(lane)->top, lane->word);
}

static void count_lost(sw__lane *retired, sw__lane *lane)
{
    sw__timers *timers = sw__timers_of(lane);
    for (const sw__slot *slot = timers->top; slot; slot = slot->under)
        if (sw__slot_is_timed(slot))
            sw__timers_of(retired)->lost[slot - timers->slots]++;
    for (uint32_t name = 1; sw__is_synced(lane->word) && name < sw__name_end(); name++)
        sw__timers_count_captured(sw__timers_of(retired), name, sw__timers_captured(timers, name));
}

static void set_up(sw__slot *slot, uint32_t record)
{
    slot->record = record;
    __atomic_store_n(&slot->start, SW__SLOT_CLOSED, __ATOMIC_RELAXED);
}

sw__slot *sw__timer_slot(const sw__lane *lane, uint32_t name)
{
    sw__slot *slot = &sw__timers_of(lane)->slots[name];
    if (sw__slot_start(slot) == 0)
        set_up(slot, slot->record ? slot->record : sw__used_record(SW__KIND_MEAS, name));
    return slot;
}

// The measurement whose CPU usage is taken has more to do at its edges than the common case does. The common case needs no
// question for that: between its intervals this slot is not "closed" but "not set up", which no start at once accepts, and
// during them it is marked with its epoch, as if that were over, which no end at once accepts.
void sw__timer_open(sw__lane *lane, sw__slot *slot, bool captured)
{
    slot->captured = captured;
    sw__timers *timers = sw__timers_of(lane);
    bool recording = lane->word & SW__STOPWATCH_BEGIN;
    bool with_cpu = sw__timer_name(timers, slot) == sw__cpu_usage_name();
    if (with_cpu && recording)
        sw__cpu_usage_begin(lane);
    sw__slot_open(&timers->top, slot, recording);
    if (with_cpu)
        sw__slot_mark(slot, lane->word);
}

void sw__timer_close(sw__lane *lane, sw__slot *slot, uint64_t now)
{
    sw__timers *timers = sw__timers_of(lane);
    bool with_cpu = sw__timer_name(timers, slot) == sw__cpu_usage_name();
    // Before the readings: their time is not in the interval.
    if (with_cpu && now == 0 && sw__slot_is_timed(slot))
        now = sw__clock_now();
    if (with_cpu)
        sw__cpu_usage_end(lane);
    sw__timers_count_captured(timers, sw__timer_name(timers, slot), slot->captured);
    slot->captured = false;
    sw__slot_close(lane, &timers->top, slot, now, lane->word);
    if (with_cpu)
        __atomic_store_n(&slot->start, 0, __ATOMIC_RELAXED);
}

void sw__timers_redirect(sw__lane *lane, uint32_t name, uint32_t record)
{
    set_up(&sw__timers_of(lane)->slots[name], record);
}
