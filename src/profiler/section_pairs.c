// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <stepwatch/profiler.h>

#include "base/name_cache.h"
#include "base/name_filter.h"
#include "profiler/section_edges.h"
#include "profiler/section_ends.h"
#include "profiler/sections_at_once.h"
#include "same_text.h"

// The begin of whatever is not the common case; `id` 0 is to be looked up by its name.
static __attribute__((noinline)) sw_status begin(uint32_t id, const char *name, sw__site site, const char *call)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (!id)
        id = sw__name_id(lane, name);
    if (!sw__name_is_left_out(id) && !(lane = sw__section_edge_wait(lane)))
        return sw_last_error();
    const sw__section_begun begun = sw__sections_push(lane, &(sw__beginning){.name = id, .site = site});
    sw__lane_leave(lane);
    if (begun != SW__SECTION_BEGUN)
        return sw__section_refused(begun, id, site, call);
    return id == SW__NAME_OTHER ? sw__name_was_other() : SW_OK;
}

static __attribute__((noinline)) sw_status begin_by_name(const char *name, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_section_begin", name, NULL);
    return begin(0, name, site, "sw_section_begin");
}

static __attribute__((noinline)) sw_status begin_by_handle(sw_name name, const char *file, uintptr_t line)
{
    if (!sw__is_handle(name))
        return SW_OK;
    return begin(name.id, NULL, (sw__site){file, line}, "sw_section_begin_handle");
}

sw_status sw__section_begin(const char *name, const char *file, uintptr_t line)
{
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && sw__section_goes_at_once(lane, word, SW__PROFILER_BEGIN)) {
        const uint32_t id = sw__name_of_address(lane, name);
        if (sw__surely_same_text(id, name) && sw__section_begin_at_once(lane, id, (sw__site){file, line}, word))
            return SW_OK;
    }
    return begin_by_name(name, file, line);
}

sw_status sw__section_begin_handle(sw_name name, const char *file, uintptr_t line)
{
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_BEGIN) &&
        sw__section_begin_at_once(lane, name.id, (sw__site){file, line}, word))
        return SW_OK;
    return begin_by_handle(name, file, line);
}

static __attribute__((noinline)) sw_status end_by_name(uint64_t now, const char *name, const char *file, uintptr_t line)
{
    return sw__section_end_by_name(name, 0, (sw__site){file, line}, "sw_section_end",
                                   sw__state() & SW__CYCLE_CLOCK ? now : 0);
}

static __attribute__((noinline)) sw_status end_by_handle(uint64_t now, sw_name name, const char *file, uintptr_t line)
{
    if (!sw__is_handle(name))
        return SW_OK;
    const sw__ending ending = {name.id, sw__name_text(name.id), {file, line}, "sw_section_end_handle"};
    return sw__section_end_slowly(&ending, sw__state() & SW__CYCLE_CLOCK ? now : 0);
}

sw_status sw__section_end(const char *name, const char *file, uintptr_t line)
{
    const uint64_t now = sw__cycle_counter();
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_END)) {
        const uint32_t id = sw__sections_of(lane)->top->name;
        if ((name ? sw__surely_same_text(id, name) : id != 0) && sw__section_end_at_once(lane, id, now, word))
            return SW_OK;
    }
    return end_by_name(now, name, file, line);
}

sw_status sw__section_end_handle(sw_name name, const char *file, uintptr_t line)
{
    const uint64_t now = sw__cycle_counter();
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_END) && name.id &&
        sw__section_end_at_once(lane, name.id, now, word))
        return SW_OK;
    return end_by_handle(now, name, file, line);
}
