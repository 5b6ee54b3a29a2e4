// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/ops.h>

#include "base/name_cache.h"
#include "profiler/ops_at_once.h"
#include "profiler/section_ends.h"
#include "same_text.h"

static const sw_op_info nothing_known;

// A program that was built with an older header knows fewer fields, one with a newer header more.
static __attribute__((noinline)) sw_op_info whole(const sw_op_info *info, uint32_t size)
{
    sw_op_info copy = nothing_known;
    memcpy(&copy, info, size);
    return copy;
}

static bool is_older(const sw_op_info *info, uint32_t size)
{
    return __builtin_expect(info && size < sizeof *info, 0);
}

// The begin of whatever is not the common case; `id` 0 is to be looked up by its name.
static __attribute__((noinline)) sw_status begin(uint32_t id, const char *name, const sw_op_info *info, sw__site site,
                                                 const char *call)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    if (!id)
        id = sw__name_id(lane, name);
    const sw__section_begun begun = sw__sections_push(lane, &(sw__beginning){.name = id, .site = site, .info = info});
    sw__lane_leave(lane);
    if (begun != SW__SECTION_BEGUN)
        return sw__section_refused(begun, id, site, call);
    return id == SW__NAME_OTHER ? sw__name_was_other() : SW_OK;
}

static __attribute__((noinline)) sw_status begin_by_name(const char *name, const sw_op_info *info, uint32_t size,
                                                         sw__site site)
{
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_op_begin", name, NULL);
    if (!is_older(info, size))
        return begin(0, name, info, site, "sw_op_begin");
    const sw_op_info copy = whole(info, size);
    return begin(0, name, &copy, site, "sw_op_begin");
}

static __attribute__((noinline)) sw_status begin_by_handle(sw_name name, const sw_op_info *info, uint32_t size,
                                                           sw__site site)
{
    if (!sw__is_handle(name))
        return SW_OK;
    if (!is_older(info, size))
        return begin(name.id, NULL, info, site, "sw_op_begin_handle");
    const sw_op_info copy = whole(info, size);
    return begin(name.id, NULL, &copy, site, "sw_op_begin_handle");
}

sw_status sw__op_begin(const char *name, const sw_op_info *info, uint32_t size, const char *file, uintptr_t line)
{
    const uint64_t word = sw__state();
    const sw__site site = {file, line};
    sw__lane *lane = sw__this_lane;
    info = info ? info : &nothing_known;
    if (name && sw__section_goes_at_once(lane, word, SW__PROFILER_BEGIN) && !is_older(info, size)) {
        const uint32_t id = sw__name_of_address(lane, name);
        if (sw__surely_same_text(id, name) && sw__op_begin_at_once(lane, id, info, site, word))
            return SW_OK;
    }
    return begin_by_name(name, info, size, site);
}

sw_status sw__op_begin_handle(sw_name name, const sw_op_info *info, uint32_t size, const char *file, uintptr_t line)
{
    const uint64_t word = sw__state();
    const sw__site site = {file, line};
    sw__lane *lane = sw__this_lane;
    info = info ? info : &nothing_known;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_BEGIN) && !is_older(info, size) &&
        sw__op_begin_at_once(lane, name.id, info, site, word))
        return SW_OK;
    return begin_by_handle(name, info, size, site);
}

static bool is_op_of(uint32_t innermost, const char *name)
{
    return innermost & SW__SECTION_IS_OP && (!name || sw__surely_same_text(innermost & ~SW__SECTION_IS_OP, name));
}

sw_status sw__op_end(const char *name, const char *file, uintptr_t line)
{
    const uint64_t now = sw__cycle_counter();
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_END)) {
        const uint32_t innermost = sw__sections_of(lane)->top->name;
        if (is_op_of(innermost, name) && sw__op_end_at_once(lane, innermost, now, word))
            return SW_OK;
    }
    return sw__section_end_by_name(name, SW__SECTION_IS_OP, (sw__site){file, line}, "sw_op_end",
                                   word & SW__CYCLE_CLOCK ? now : 0);
}

sw_status sw__op_end_handle(sw_name name, const char *file, uintptr_t line)
{
    const uint64_t now = sw__cycle_counter();
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (sw__section_goes_at_once(lane, word, SW__PROFILER_END) && name.id &&
        sw__op_end_at_once(lane, name.id | SW__SECTION_IS_OP, now, word))
        return SW_OK;
    if (!sw__is_handle(name))
        return SW_OK;
    const sw__ending ending = {name.id | SW__SECTION_IS_OP, sw__name_text(name.id), {file, line}, "sw_op_end_handle"};
    return sw__section_end_slowly(&ending, word & SW__CYCLE_CLOCK ? now : 0);
}
