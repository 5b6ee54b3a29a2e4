// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_incident.h"

#include <string.h>

#include "base/printable.h"

// Of a long stack both ends are shown: a runaway recursion is understood from where it came from and where it went.
enum { LEAKED_SHOWN = 8, OUTER_SHOWN = 32, INNER_SHOWN = 32, NAME_SHOWN = 120 };

static void add_ranges(sw__buffer *hint, const sw__range_entry *entries, uint32_t count)
{
    char place[512];
    for (uint32_t i = 0; i < count; i++) {
        sw__site_text(sw__range_site(&entries[i]), place, sizeof place);
        const char *name = sw__name_text(sw__range_name(&entries[i]));
        sw__buffer_text(hint, i ? ", \"" : "\"");
        sw__printable_add(hint, name, strlen(name), NAME_SHOWN);
        sw__buffer_printf(hint, "\" (%s)", place);
    }
}

static void add_leaked(sw__buffer *hint, const sw__ranges *ranges, uint32_t depth)
{
    uint32_t count = ranges->depth - depth;
    uint32_t shown = sw__range_entries(ranges->depth) - depth;
    if (shown > LEAKED_SHOWN)
        shown = LEAKED_SHOWN;
    add_ranges(hint, &ranges->entries[depth], shown);
    if (count > shown)
        sw__buffer_printf(hint, "%s%u more", shown ? " and " : "", count - shown);
}

static void add_stack(sw__buffer *hint, const sw__ranges *ranges)
{
    uint32_t count = sw__range_entries(ranges->depth);
    if (count <= OUTER_SHOWN + INNER_SHOWN)
        add_ranges(hint, ranges->entries, count);
    else {
        add_ranges(hint, ranges->entries, OUTER_SHOWN);
        sw__buffer_printf(hint, ", %u more, ", count - OUTER_SHOWN - INNER_SHOWN);
        add_ranges(hint, &ranges->entries[count - INNER_SHOWN], INNER_SHOWN);
    }
    if (ranges->depth > count)
        sw__buffer_printf(hint, " and %u beyond the limit of %d", ranges->depth - count, SW__RANGE_DEPTH);
}

void sw__range_describe_leak(sw__range_incident *incident, const sw__ranges *ranges, uint32_t depth)
{
    incident->status = SW_ERR_RANGE_LEAKED;
    sw__buffer_text(&incident->hint, "closed with this one: ");
    add_leaked(&incident->hint, ranges, depth);
    sw__buffer_text(&incident->hint, "; the stack was, outermost first: ");
    add_stack(&incident->hint, ranges);
}

void sw__range_describe_not_open(sw__range_incident *incident, const sw__ranges *ranges)
{
    incident->status = ranges->depth ? SW_ERR_RANGE_NOT_OPEN : SW_ERR_RANGE_EMPTY;
    sw__buffer_text(&incident->hint, "nothing was popped");
    if (!ranges->depth)
        return;
    sw__buffer_text(&incident->hint, "; the stack is, outermost first: ");
    add_stack(&incident->hint, ranges);
}

sw_status sw__range_report(sw__range_incident *incident)
{
    sw_status status = sw__misuse(incident->status, incident->site, incident->call, incident->name, "%s",
                                  incident->hint.text ? incident->hint.text : "");
    sw__buffer_free(&incident->hint);
    return status;
}
