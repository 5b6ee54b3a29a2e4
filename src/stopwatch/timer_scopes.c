// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "timer_scopes.h"

#include "base/name_cache.h"
#include "same_text.h"
#include "stopwatch/timers_at_once.h"

uint64_t sw__timer_scope_begin(sw__lane *lane, uint32_t name, bool captured)
{
    sw__slot *slot = sw__timer_slot(lane, name);
    if (sw__slot_is_open(slot))
        return 0;
    sw__timer_open(lane, slot, captured);
    return sw__start_ticks(sw__slot_start(slot));
}

void sw__timer_scope_end(sw__lane *lane, uint32_t name, uint64_t started, uint64_t now)
{
    sw__slot *slot = &sw__timers_of(lane)->slots[name];
    if (sw__slot_is_open(slot) && sw__start_ticks(sw__slot_start(slot)) == started)
        sw__timer_close(lane, slot, now);
}

bool sw__timer_scope_begin_at_once(sw_scope *scope, const char *name)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (!name || lane->seen != word || word & (SW__NVTX_END | SW__PROFILER_END))
        return false;
    uint32_t id = sw__name_of_address(lane, name);
    if (!sw__surely_same_text(id, name) || !sw__timer_start_at_once(lane, id, word))
        return false;
    *scope = (sw_scope){.started = sw__slot_start(&sw__timers_of(lane)->slots[id]), .name = id};
    return true;
}

bool sw__timer_scope_end_at_once(const sw_scope *scope)
{
    uint64_t now = sw__cycle_counter();
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (lane->seen != word || word & (SW__NVTX_END | SW__PROFILER_END) || scope->range || scope->section)
        return false;
    sw__timers *timers = sw__timers_of(lane);
    sw__slot *slot = &timers->slots[scope->name];
    return sw__slot_start(slot) == scope->started && sw__timer_end_at_once(lane, timers, slot, now, word);
}
