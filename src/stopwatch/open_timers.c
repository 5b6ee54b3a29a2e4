// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "open_timers.h"

#include <string.h>

#include "stopwatch/timer_slots.h"

typedef struct search {
    uint32_t name;
    sw__open_timers found;
} search;

static void look_into(sw__lane *lane, void *context)
{
    search *s = context;
    const sw__slot *slot = &sw__timers_of(lane)->slots[s->name];
    s->found.unfinished += sw__timers_of(lane)->lost[s->name];
    s->found.captured += sw__timers_captured(sw__timers_of(lane), s->name);
    uint64_t since = sw__start_ticks(sw__slot_start(slot));
    if (!sw__slot_is_timed(slot))
        return;
    if (s->found.running++ && since >= s->found.since)
        return;
    s->found.since = since;
    s->found.ordinal = lane->ordinal;
    s->found.thread = lane->thread;
    memcpy(s->found.thread_name, lane->thread_name, sizeof s->found.thread_name);
}

sw__open_timers sw__timers_open(uint32_t name)
{
    search s = {.name = name};
    sw__lanes_visit(look_into, &s);
    return s.found;
}

sw_status sw__timers_check_iter_end(sw__site site)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return SW_OK;
    const char *innermost = NULL;
    uint32_t count = 0;
    for (const sw__slot *slot = sw__timers_of(lane)->top; slot; slot = slot->under)
        if (sw__slot_is_timed(slot) && count++ == 0)
            innermost = sw__name_text(sw__timer_name(sw__timers_of(lane), slot));
    sw__lane_leave(lane);
    if (!count)
        return SW_OK;
    return sw__misuse(SW_ERR_OPEN_AT_ITER_END, site, "sw_finish_iter", NULL,
                      "\"%s\"%s; end it before, or make it a one-time measurement if it is to span iterations",
                      innermost, count > 1 ? " and others" : "");
}
