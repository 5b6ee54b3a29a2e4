// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/profiler.h>

#include "base/name_cache.h"
#include "base/name_filter.h"
#include "profiler/section_edges.h"
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
    sw__section_begun begun = sw__sections_push(lane, id, site, 0, false);
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

// The common case: the lane has seen the word, so that nothing has changed since the thread's last call, and with the bit in
// it has come to the cycle; nothing is paused, the clock is the cycle counter, and there is nothing to do at the edges but to
// read it: see sw__lane_leave().
static inline bool goes_at_once(const sw__lane *lane, uint64_t word, uint64_t bit)
{
    return __builtin_expect(lane->seen == word && word & bit, 1);
}

sw_status sw__section_begin(const char *name, const char *file, uintptr_t line)
{
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (name && goes_at_once(lane, word, SW__PROFILER_BEGIN)) {
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
    if (goes_at_once(lane, word, SW__PROFILER_BEGIN) &&
        sw__section_begin_at_once(lane, name.id, (sw__site){file, line}, word))
        return SW_OK;
    return begin_by_handle(name, file, line);
}

// What an end found, to be reported when the lane was left.
typedef enum found { FOUND, FOUND_BELOW, FOUND_LATE, FOUND_EARLY, FOUND_NOTHING } found;

// The innermost open section of the name, 0: of any. NULL: there is none, or it has no entry.
static sw__section *find(sw__sections *sections, uint32_t name)
{
    sw__section *section = sections->top;
    if (!section || section->hidden)
        return NULL;
    while (section > sections->entries && name && section->name != name)
        section--;
    return section > sections->entries ? section : NULL;
}

// Ends one on the entered lane. `inside` is the name of the innermost one of all.
static found end_one(sw__lane *lane, uint32_t name, uint64_t now, uint32_t *inside)
{
    sw__sections *sections = sw__sections_of(lane);
    if (!(lane->word & SW__PROFILER_END))
        return FOUND_EARLY; // recording was over when the thread came to it
    *inside = sections->top->name;
    if (sections->top->hidden) {
        sections->top->hidden--;
        return FOUND;
    }
    sw__section *section = find(sections, name);
    if (section) {
        const found result = section == sections->top ? FOUND : FOUND_BELOW;
        sw__sections_take(lane, section, now);
        return result;
    }
    const sw__late_end late = sw__sections_end_late(sections);
    if (late != SW__NO_LATE_END)
        return late == SW__LATE_END ? FOUND_LATE : FOUND_EARLY;
    return sw__sections_may_have_begun_before(lane) ? FOUND_EARLY : FOUND_NOTHING;
}

static sw_status report_end(found result, const char *text, uint32_t inside, sw__site site, const char *call)
{
    const char *innermost = sw__name_text(inside);
    switch (result) {
    case FOUND:
    case FOUND_EARLY:
        break;
    case FOUND_LATE:
        sw__misuse_again(SW_ERR_SECTION_UNFINISHED);
        return sw__fail(SW_ERR_SECTION_UNFINISHED);
    case FOUND_BELOW:
        return sw__misuse(SW_ERR_SECTION_CROSSED, site, call, text, "the innermost is \"%s\"; it goes on", innermost);
    case FOUND_NOTHING:
        if (inside)
            return sw__misuse(SW_ERR_SECTION_NOT_OPEN, site, call, text, "the innermost is \"%s\"", innermost);
        return sw__misuse(SW_ERR_SECTION_NOT_OPEN, site, call, text, "none is");
    }
    return SW_OK;
}

static bool waits_at_end(uint32_t name)
{
    sw__lane *lane = sw__section_edges_wait() ? sw__lane_enter(sw__state()) : NULL;
    return lane && sw__section_edge_wait_at_end(lane, find(sw__sections_of(lane), name));
}

// The end of whatever is not the common case. `text` NULL ends the innermost one.
static __attribute__((noinline)) sw_status end(uint64_t now, uint32_t id, const char *text, sw__site site,
                                               const char *call)
{
    if (waits_at_end(id))
        now = 0;
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    uint32_t inside = 0;
    const found result = end_one(lane, id, now, &inside);
    sw__lane_leave(lane);
    return report_end(result, text, inside, site, call);
}

static __attribute__((noinline)) sw_status end_by_name(uint64_t now, const char *name, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (name && !*name)
        return sw__misuse(SW_ERR_NAME, site, "sw_section_end", name, NULL);
    // A name that is in no table was begun as "(other)", if it was begun at all.
    uint32_t id = name ? sw__name_find(name, strlen(name)) : 0;
    if (name && !id)
        id = SW__NAME_OTHER;
    return end(sw__state() & SW__CYCLE_CLOCK ? now : 0, id, name, site, "sw_section_end");
}

static __attribute__((noinline)) sw_status end_by_handle(uint64_t now, sw_name name, const char *file, uintptr_t line)
{
    if (!sw__is_handle(name))
        return SW_OK;
    return end(sw__state() & SW__CYCLE_CLOCK ? now : 0, name.id, sw__name_text(name.id), (sw__site){file, line},
               "sw_section_end_handle");
}

sw_status sw__section_end(const char *name, const char *file, uintptr_t line)
{
    const uint64_t now = sw__cycle_counter();
    const uint64_t word = sw__state();
    sw__lane *lane = sw__this_lane;
    if (goes_at_once(lane, word, SW__PROFILER_END)) {
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
    if (goes_at_once(lane, word, SW__PROFILER_END) && name.id && sw__section_end_at_once(lane, name.id, now, word))
        return SW_OK;
    return end_by_handle(now, name, file, line);
}
