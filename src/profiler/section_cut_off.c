// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// What is open at the end of an iteration is cut off; its ends may come later.

#include "base/buffer.h"
#include "profiler/sections.h"

// Names those that are recorded, and finds the innermost of them. Returns how many there are.
static uint32_t describe_open(sw__buffer *out, const sw__sections *sections, const char **innermost)
{
    enum { NAMED = 8 };
    uint32_t count = 0;
    for (const sw__section *section = sections->entries + 1; section <= sections->top; section++) {
        if (section->mark == SW__SECTION_SKIPPED)
            continue;
        char place[256];
        *innermost = sw__name_text(section->name & ~SW__SECTION_IS_OP);
        sw__site_text((sw__site){section->file, section->line}, place, sizeof place);
        if (count < NAMED)
            sw__buffer_printf(out, "%s\"%s\" (%s)", count ? ", " : "", *innermost, place);
        count++;
    }
    if (count > NAMED)
        sw__buffer_text(out, ", ...");
    return count;
}

// The thread begins the next iteration with nothing open.
static uint32_t cut_off_all(sw__lane *lane, sw__buffer *names, const char **innermost)
{
    sw__sections *sections = sw__sections_of(lane);
    const uint32_t depth = (uint32_t)(sections->top - sections->entries);
    const uint32_t recorded = describe_open(names, sections, innermost);
    sections->late = recorded + sections->top->hidden;
    sections->late_skipped = depth - recorded;
    sw__sections_cut_down_to(lane, sections->entries);
    return sections->late;
}

sw_status sw__sections_end_iteration(sw__site site)
{
    // A thread that has no section of this cycle does not enter a lane for the question: it would seem to be a first call.
    const uint64_t word = sw__state();
    sw__lane *lane = sw__lane_at_rest();
    if (!(word & SW__PROFILER_END) || !lane || !sw__sections_are_of_this_cycle(lane))
        return SW_OK;
    lane = sw__lane_enter(word);
    if (!lane)
        return SW_OK;
    sw__buffer names = {0};
    const char *innermost = NULL;
    const uint32_t open = cut_off_all(lane, &names, &innermost);
    sw__lane_leave(lane);
    sw_status status = SW_OK;
    if (open)
        status = sw__misuse(SW_ERR_SECTION_UNFINISHED, site, "sw_finish_iter", innermost,
                            "cut off; outermost first: %s", names.text ? names.text : "");
    sw__buffer_free(&names);
    return status;
}

sw__late_end sw__sections_end_late(sw__sections *sections)
{
    if (sections->late_skipped) {
        sections->late_skipped--;
        return SW__LATE_END_OF_SKIPPED;
    }
    if (!sections->late)
        return SW__NO_LATE_END;
    sections->late--;
    return SW__LATE_END;
}
