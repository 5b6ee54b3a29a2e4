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
    uint32_t depth = sections->depth;
    while (depth && sections->entries[depth].serial != serial)
        depth--;
    if (!depth) {
        // It has no entry, or was cut off.
        if (sections->too_deep)
            sections->too_deep--;
        else
            sections->late -= sections->late > 0;
        return;
    }
    sw__sections_cut_down_to(lane, depth);
    sw__sections_take(lane, depth, now);
}
