// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_ends.h"

#include <string.h>

#include "base/clock.h"
#include "profiler/section_edges.h"

// What an end found, to be reported when the lane was left.
typedef enum found { FOUND, FOUND_BELOW, FOUND_LATE, FOUND_EARLY, FOUND_NOTHING } found;

static bool matches(const sw__section *section, uint32_t name)
{
    const uint32_t differs = section->name ^ name;
    return name & ~SW__SECTION_IS_OP ? differs == 0 : !(differs & SW__SECTION_IS_OP);
}

// The innermost open one of the name. NULL: there is none, or it has no entry.
static sw__section *find(sw__sections *sections, uint32_t name)
{
    sw__section *section = sections->top;
    if (!section || section->hidden)
        return NULL;
    while (section > sections->entries && !matches(section, name))
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

static sw_status report(found result, const sw__ending *e, uint32_t inside)
{
    const char *innermost = sw__name_text(inside & ~SW__SECTION_IS_OP);
    switch (result) {
    case FOUND:
    case FOUND_EARLY:
        break;
    case FOUND_LATE:
        sw__misuse_again(SW_ERR_SECTION_UNFINISHED);
        return sw__fail(SW_ERR_SECTION_UNFINISHED);
    case FOUND_BELOW:
        return sw__misuse(SW_ERR_SECTION_CROSSED, e->site, e->call, e->text, "the innermost is \"%s\"; it goes on",
                          innermost);
    case FOUND_NOTHING:
        if (inside)
            return sw__misuse(SW_ERR_SECTION_NOT_OPEN, e->site, e->call, e->text, "the innermost is \"%s\"", innermost);
        return sw__misuse(SW_ERR_SECTION_NOT_OPEN, e->site, e->call, e->text, "none is");
    }
    return SW_OK;
}

// Ops do not wait for the GPU.
static bool waits_at_end(uint32_t name)
{
    if (name & SW__SECTION_IS_OP)
        return false;
    sw__lane *lane = sw__section_edges_wait() ? sw__lane_enter(sw__state()) : NULL;
    return lane && sw__section_edge_wait_at_end(lane, find(sw__sections_of(lane), name));
}

sw_status sw__section_end_slowly(const sw__ending *ending, uint64_t now)
{
    if (waits_at_end(ending->name))
        now = 0;
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return sw_last_error();
    uint32_t inside = 0;
    const found result = end_one(lane, ending->name, now, &inside);
    sw__lane_leave(lane);
    return report(result, ending, inside);
}

sw_status sw__section_end_by_name(const char *name, uint32_t is_op, sw__site site, const char *call, uint64_t now)
{
    if (name && !*name)
        return sw__misuse(SW_ERR_NAME, site, call, name, NULL);
    // A name that is in no table was begun as "(other)", if it was begun at all.
    uint32_t id = name ? sw__name_find(name, strlen(name)) : 0;
    if (name && !id)
        id = SW__NAME_OTHER;
    return sw__section_end_slowly(&(sw__ending){id | is_op, name, site, call}, now);
}
