// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "facts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

static bool reserve(sw__facts *facts)
{
    if (facts->count < facts->capacity)
        return true;
    const size_t capacity = facts->capacity ? 2 * facts->capacity : 16;
    sw__fact *all = reallocarray(facts->all, capacity, sizeof *all);
    if (!all)
        return false;
    facts->all = all;
    facts->capacity = capacity;
    return true;
}

void sw__facts_add(sw__facts *facts, const char *key, sw__cell_kind kind, sw__cell cell, const char *before,
                   const char *after)
{
    if (reserve(facts))
        facts->all[facts->count++] = (sw__fact){key, kind, cell, before, after};
    else
        facts->failed = true;
}

const sw__fact *sw__facts_find(const sw__facts *facts, const char *key)
{
    for (size_t i = 0; i < facts->count; i++)
        if (facts->all[i].key && strcmp(facts->all[i].key, key) == 0)
            return &facts->all[i];
    return NULL;
}

static void write_fact(sw__buffer *out, const sw__fact *fact)
{
    char value[SW__UNIT_TEXT];
    sw__buffer_text(out, fact->before);
    if (fact->kind == SW__CELL_TEXT)
        sw__printable_add(out, fact->cell.text, strlen(fact->cell.text), SIZE_MAX);
    else {
        sw__cell_format(value, fact->kind, &fact->cell);
        sw__buffer_text(out, value);
    }
    if (fact->after)
        sw__buffer_text(out, fact->after);
}

void sw__facts_write_text(sw__buffer *out, const sw__facts *facts)
{
    bool any = false;
    for (size_t i = 0; i < facts->count; i++)
        if (facts->all[i].before && !facts->all[i].cell.absent) {
            write_fact(out, &facts->all[i]);
            any = true;
        }
    if (any)
        sw__buffer_text(out, "\n");
}

void sw__facts_free(sw__facts *facts)
{
    free(facts->all);
    *facts = (sw__facts){0};
}
