// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_scopes.h"

#include "profiler/section_edges.h"

// None comes twice within 2^32 scopes, whatever the session: a scope may end in a later session than it began in.
static _Thread_local uint32_t last_serial __attribute__((tls_model("initial-exec")));

uint32_t sw__section_scope_begin(sw__lane *lane, uint32_t name, sw__site site, bool has_range, sw__section_begun *begun)
{
    last_serial += 1 + (last_serial == UINT32_MAX);
    *begun = sw__sections_push(
        lane, &(sw__beginning){.name = name, .site = site, .serial = last_serial, .has_range = has_range});
    return last_serial;
}

// NULL: it has no entry, or was cut off.
static sw__section *find(const sw__sections *sections, uint32_t serial)
{
    sw__section *section = sections->top;
    while (section && section > sections->entries && section->serial != serial)
        section--;
    return section && section > sections->entries ? section : NULL;
}

void sw__section_scope_wait_at_end(uint32_t serial)
{
    sw__lane *lane = sw__section_edges_wait() ? sw__lane_enter(sw__state()) : NULL;
    if (lane)
        sw__section_edge_wait_at_end(lane, find(sw__sections_of(lane), serial));
}

void sw__section_scope_end(sw__lane *lane, uint32_t serial, uint64_t now)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__section *section = find(sections, serial);
    if (section) {
        sw__sections_cut_down_to(lane, section);
        sw__sections_take(lane, section, now);
    } else if (sections->top->hidden) // it has no entry
        sections->top->hidden--;
    else // it was cut off
        (void)sw__sections_end_late(sections);
}
