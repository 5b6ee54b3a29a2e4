// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_sections.h"

#include <stdlib.h>

#include "profiler/sections.h"

static bool is_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION;
}

static bool lies_in_its_name(uint32_t record)
{
    const uint32_t name = sw__record_at(record)->name;
    do
        record = sw__section_around(record);
    while (record && sw__record_at(record)->name != name);
    return record != 0;
}

// By record: the total of the sections right inside. NULL: no memory.
static uint64_t *inside_of(const sw__iteration_totals *totals)
{
    uint64_t *inside = calloc(totals->end, sizeof *inside);
    for (uint32_t record = 1; inside && record < totals->end; record++)
        if (totals->all[record].count && is_section(record))
            inside[sw__section_around(record)] += totals->all[record].total;
    return inside;
}

static sw__iteration_section *sum_of(sw__iteration_sections *sums, uint32_t name)
{
    for (size_t i = 0; i < sums->count; i++)
        if (sums->all[i].name == name)
            return &sums->all[i];
    sums->all[sums->count] = (sw__iteration_section){.name = name};
    return &sums->all[sums->count++];
}

// Where sections cross, what lies inside one may take longer than itself.
static void sum_up(sw__iteration_sections *sums, const sw__iteration_totals *totals, const uint64_t *inside)
{
    for (uint32_t record = 1; record < totals->end; record++) {
        const sw__running_total *of = &totals->all[record];
        if (!of->count || !is_section(record))
            continue;
        sw__iteration_section *sum = sum_of(sums, sw__record_at(record)->name);
        sum->count += of->count;
        sum->total += lies_in_its_name(record) ? 0 : of->total;
        sum->self += of->total > inside[record] ? of->total - inside[record] : 0;
    }
}

bool sw__iteration_sections_make(sw__iteration_sections *sums, const sw__iteration_totals *totals)
{
    *sums = (sw__iteration_sections){0};
    if (!totals->all)
        return false;
    uint64_t *inside = inside_of(totals);
    sums->all = inside ? calloc(totals->end, sizeof *sums->all) : NULL;
    if (sums->all)
        sum_up(sums, totals, inside);
    free(inside);
    return sums->all;
}

void sw__iteration_sections_free(sw__iteration_sections *sums)
{
    free(sums->all);
    *sums = (sw__iteration_sections){0};
}
