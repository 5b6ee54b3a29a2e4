// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/nvtx_wrapper.h>

#include "base/name_cache.h"
#include "base/name_filter.h"
#include "nvtx_wrapper/range_incident.h"
#include "nvtx_wrapper/range_sync.h"
#include "nvtx_wrapper/wrapper.h"
#include "same_text.h"

static bool is_handle(sw_name name)
{
    return name.id != 0 && name.id < SW__NAME_CAP;
}

// What the run profile leaves out is on the stack, for its pop, and nowhere else.
static inline bool is_recorded(uint32_t name, uint64_t word)
{
    return word & SW__NVTX_BEGIN && !sw__name_is_left_out(name);
}

static sw_status too_many(uint32_t name, const char *call, sw__site site)
{
    return sw__misuse(SW_ERR_TOO_MANY_RANGES, site, call, sw__name_text(name), "%d are open on this thread",
                      SW__RANGE_DEPTH);
}

// The push of whatever is not the common case: `id` 0 is to be looked up by its name. Apart from the common case, so that
// this needs no stack frame.
static __attribute__((noinline)) sw_status push(uint32_t id, const char *name, sw__site site, const char *call)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (!id)
        id = sw__name_id(lane, name);
    if (!sw__name_is_left_out(id) && !(lane = sw__range_sync_push(lane)))
        return sw_last_error();
    sw__ranges *ranges = sw__ranges_of(lane);
    bool recorded = is_recorded(id, lane->word);
    bool has_room = ranges->depth < SW__RANGE_DEPTH;
    if (has_room)
        sw__range_open(ranges, ranges->depth, id, site, recorded);
    else
        sw__range_open_without_entry(ranges, id, recorded);
    sw__lane_leave(lane);
    if (!has_room)
        return too_many(id, call, site);
    return id == SW__NAME_OTHER ? sw__name_was_other() : SW_OK;
}

static __attribute__((noinline)) sw_status push_by_name(const char *name, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_range_push", name, NULL);
    return push(0, name, site, "sw_range_push");
}

static __attribute__((noinline)) sw_status push_by_handle(sw_name name, const char *file, uintptr_t line)
{
    // A handle that was never given out is as good as zero.
    if (!is_handle(name) || name.id >= sw__name_end())
        return SW_OK;
    return push(name.id, NULL, (sw__site){file, line}, "sw_range_push_handle");
}

// The common case: the lane has seen the word, so that nothing has changed since the thread's last call, and no tool is
// there, the call of which would outweigh all that is saved here.
static inline bool push_at_once(sw__lane *lane, sw__ranges *ranges, uint32_t id, sw__site site, uint64_t word)
{
    uint32_t depth = ranges->depth;
    if (__builtin_expect(depth >= SW__RANGE_DEPTH || sw__forward_goes_anywhere(), 0))
        return false;
    sw__lane_hold(lane);
    sw__range_enter(ranges, depth, id, site, is_recorded(id, word));
    sw__lane_release(lane, word);
    return true;
}

sw_status sw__range_push(const char *name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && __builtin_expect(lane->seen == word, 1)) {
        uint32_t id = sw__name_of_address(lane, name);
        if (id && sw__surely_same_text(id, name) &&
            push_at_once(lane, sw__ranges_of(lane), id, (sw__site){file, line}, word))
            return SW_OK;
    }
    return push_by_name(name, file, line);
}

sw_status sw__range_push_handle(sw_name name, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (is_handle(name) && __builtin_expect(lane->seen == word, 1)) {
        sw__ranges *ranges = sw__ranges_of(lane);
        // What was pushed before was given out, and is not "(other)".
        if (ranges->counts[name.id].pushed && name.id != SW__NAME_OTHER &&
            push_at_once(lane, ranges, name.id, (sw__site){file, line}, word))
            return SW_OK;
    }
    return push_by_handle(name, file, line);
}

static sw_status late(void)
{
    sw__misuse_again(SW_ERR_RANGE_LEAKED);
    return sw__fail(SW_ERR_RANGE_LEAKED);
}

// Closes down to and including `entry`. True: the incident is to be reported after the lane was left.
static bool close_down_to(sw__ranges *ranges, const sw__range_entry *entry, sw__range_incident *incident)
{
    uint32_t depth = (uint32_t)(entry - ranges->entries) + 1;
    bool leaks = depth < ranges->depth;
    bool told = leaks && sw__nvtx_checks_order();
    if (told)
        sw__range_describe_leak(incident, ranges, depth);
    if (leaks)
        sw__range_leak_down_to(ranges, depth);
    sw__range_close_top(ranges, depth);
    return told;
}

// A pop that does not name the innermost range, with the lane entered. True: the incident is to be reported.
static bool pop_other(sw__ranges *ranges, uint32_t name, sw__range_incident *incident)
{
    sw__range_entry *open = sw__range_find_open(ranges, (sw__range_key){.name = name});
    sw__range_entry *ghost = sw__range_find_ghost(ranges, (sw__range_key){.name = name});
    // Of an open range and a leaked one of the same name, the one that was pushed last is meant.
    if (ghost && (!open || sw__range_is_newer(ghost, open))) {
        sw__range_lay_ghost(ghost);
        incident->status = SW_ERR_RANGE_LEAKED;
        return false;
    }
    if (open)
        return close_down_to(ranges, open, incident);
    sw__range_describe_not_open(incident, ranges);
    return true;
}

static uint32_t id_of(const sw__lane *lane, const char *name)
{
    uint32_t id = sw__name_of_address(lane, name);
    if (!id || strcmp(sw__name_texts[id], name) != 0)
        id = sw__name_find(name, strlen(name));
    // A name that is in no table was pushed as "(other)", if it was pushed at all.
    return id ? id : SW__NAME_OTHER;
}

// The pop of whatever is not the common case. `id` 0 is to be looked up by its name; without a name any range will do.
static __attribute__((noinline)) sw_status pop(uint32_t id, const char *name, sw__site site, const char *call)
{
    sw__range_sync_pop();
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    sw__range_incident incident = {.status = SW_OK, .site = site, .call = call, .name = name};
    sw__ranges *ranges = sw__ranges_of(lane);
    uint32_t depth = ranges->depth;
    bool told = false;
    if (!name || !sw__nvtx_checks_order())
        id = 0;
    else if (!id)
        id = id_of(lane, name);
    if (depth > SW__RANGE_DEPTH) // the innermost one has no entry: whether it is the one that was meant cannot be told
        sw__put32(&ranges->depth, depth - 1);
    else if (depth && (!id || sw__range_name(&ranges->entries[depth - 1]) == id))
        sw__range_close_top(ranges, depth);
    else
        told = pop_other(ranges, id, &incident);
    sw__lane_leave(lane);
    if (told)
        return sw__range_report(&incident);
    return incident.status == SW_OK ? SW_OK : late();
}

static __attribute__((noinline)) sw_status pop_by_name(const char *expected, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (expected && !*expected)
        return sw__misuse(SW_ERR_NAME, site, "sw_range_pop", expected, NULL);
    return pop(0, expected, site, "sw_range_pop");
}

static __attribute__((noinline)) sw_status pop_by_handle(sw_name expected, const char *file, uintptr_t line)
{
    if (!is_handle(expected))
        return SW_OK;
    return pop(expected.id, sw__name_text(expected.id), (sw__site){file, line}, "sw_range_pop_handle");
}

static inline bool pop_at_once(sw__lane *lane, sw__ranges *ranges, uint32_t depth, uint64_t word)
{
    if (__builtin_expect(sw__forward_goes_anywhere(), 0))
        return false;
    sw__lane_hold(lane);
    sw__put32(&ranges->depth, depth - 1);
    sw__lane_release(lane, word);
    return true;
}

// Whether the name is that of the innermost range, or need not be.
static inline bool fits(const sw__range_entry *top, const char *expected)
{
    if (!expected)
        return true;
    if (!sw__nvtx_checks_order())
        return *expected;
    return sw__surely_same_text(sw__range_name(top), expected);
}

sw_status sw__range_pop(const char *expected, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (__builtin_expect(lane->seen == word, 1)) {
        sw__ranges *ranges = sw__ranges_of(lane);
        uint32_t depth = ranges->depth;
        if (__builtin_expect(depth - 1 < SW__RANGE_DEPTH, 1) && fits(&ranges->entries[depth - 1], expected) &&
            pop_at_once(lane, ranges, depth, word))
            return SW_OK;
    }
    return pop_by_name(expected, file, line);
}

sw_status sw__range_pop_handle(sw_name expected, const char *file, uintptr_t line)
{
    uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (is_handle(expected) && __builtin_expect(lane->seen == word, 1)) {
        sw__ranges *ranges = sw__ranges_of(lane);
        uint32_t depth = ranges->depth;
        if (__builtin_expect(depth - 1 < SW__RANGE_DEPTH, 1) &&
            (!sw__nvtx_checks_order() || sw__range_name(&ranges->entries[depth - 1]) == expected.id) &&
            pop_at_once(lane, ranges, depth, word))
            return SW_OK;
    }
    return pop_by_handle(expected, file, line);
}

uint32_t sw__range_scope_push(sw__lane *lane, uint32_t name, const char *file, uintptr_t line)
{
    sw__ranges *ranges = sw__ranges_of(lane);
    uint32_t depth = ranges->depth;
    if (__builtin_expect(depth >= SW__RANGE_DEPTH, 0))
        return 0;
    return sw__range_open(ranges, depth, name, (sw__site){file, line}, lane->word & SW__NVTX_BEGIN);
}

sw_status sw__range_scope_refused(uint32_t name, const char *file, uintptr_t line)
{
    return too_many(name, "SW_SCOPE", (sw__site){file, line});
}

// The range of a scope is not its thread's innermost one: others were left open in it, or it was closed before.
static __attribute__((noinline)) bool scope_pop_other(sw__ranges *ranges, uint32_t serial, sw__range_incident *incident)
{
    sw__range_entry *open = sw__range_find_open(ranges, (sw__range_key){.serial = serial});
    if (open) {
        *incident = (sw__range_incident){
            .site = sw__range_site(open), .call = "SW_SCOPE", .name = sw__name_text(sw__range_name(open))};
        return close_down_to(ranges, open, incident);
    }
    sw__range_entry *ghost = sw__range_find_ghost(ranges, (sw__range_key){.serial = serial});
    if (ghost)
        sw__range_lay_ghost(ghost);
    if (ghost && sw__nvtx_checks_order())
        sw__misuse_again(SW_ERR_RANGE_LEAKED);
    return false;
}

bool sw__range_scope_pop(sw__lane *lane, uint32_t serial, sw__range_incident *incident)
{
    sw__ranges *ranges = sw__ranges_of(lane);
    uint32_t depth = ranges->depth;
    if (__builtin_expect(serial == 0, 0))
        return false;
    if (__builtin_expect(depth - 1 >= SW__RANGE_DEPTH || sw__range_serial(&ranges->entries[depth - 1]) != serial, 0))
        return scope_pop_other(ranges, serial, incident);
    sw__range_close_top(ranges, depth);
    return false;
}
