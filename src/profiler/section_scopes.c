// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_scopes.h"

// None comes twice within 2^32 scopes, whatever the session: a scope may end in a later session than it began in.
static _Thread_local uint32_t last_serial __attribute__((tls_model("initial-exec")));

uint32_t sw__section_scope_begin(sw__lane *lane, uint32_t name, sw__site site, bool has_range, sw__section_begun *begun)
{
    last_serial += 1 + (last_serial == UINT32_MAX);
    *begun = sw__sections_push(lane, name, site, last_serial, has_range);
    return last_serial;
}

void sw__section_scope_end(sw__lane *lane, uint32_t serial, uint64_t now)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__section *section = sections->top;
    while (section > sections->entries && section->serial != serial)
        section--;
    if (section > sections->entries) {
        sw__sections_cut_down_to(lane, section);
        sw__sections_take(lane, section, now);
    } else if (sections->top->hidden) // it has no entry
        sections->top->hidden--;
    else // it was cut off
        (void)sw__sections_end_late(sections);
}
