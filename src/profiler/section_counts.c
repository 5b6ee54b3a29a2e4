// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_counts.h"

static void count_lane(sw__lane *lane, void *context)
{
    sw__section_counts *counts = context;
    const sw__sections *sections = sw__sections_of(lane);
    const sw__section *top = __atomic_load_n(&sections->top, __ATOMIC_RELAXED);
    if (top && lane != sw__this_lane)
        counts->open_elsewhere += (uint64_t)(top - sections->entries);
    counts->dropped += __atomic_load_n(&sections->dropped, __ATOMIC_RELAXED);
    counts->crossed += __atomic_load_n(&sections->crossed, __ATOMIC_RELAXED);
}

sw__section_counts sw__section_counts_now(void)
{
    sw__section_counts counts = {0};
    sw__lanes_visit(count_lane, &counts);
    return counts;
}

typedef struct cut_query {
    uint64_t *cut;
    uint32_t record_end;
} cut_query;

static void add_cut(sw__lane *lane, void *context)
{
    const cut_query *query = context;
    const sw__sections *sections = sw__sections_of(lane);
    for (uint32_t record = 1; record < query->record_end; record++)
        query->cut[record] += __atomic_load_n(&sections->cut[record], __ATOMIC_RELAXED);
}

void sw__sections_add_cut(uint64_t *cut, uint32_t record_end)
{
    cut_query query = {cut, record_end};
    sw__lanes_visit(add_cut, &query);
}

static void count_unfinished(sw__lane *lane, void *context)
{
    uint64_t *unfinished = context;
    const sw__sections *sections = sw__sections_of(lane);
    const sw__section *top = __atomic_load_n(&sections->top, __ATOMIC_RELAXED);
    *unfinished += top ? (uint64_t)(top - sections->entries) : 0;
    for (uint32_t record = 1; record < sw__record_end(); record++)
        *unfinished += __atomic_load_n(&sections->cut[record], __ATOMIC_RELAXED);
}

uint64_t sw__sections_unfinished(void)
{
    uint64_t unfinished = 0;
    sw__lanes_visit(count_unfinished, &unfinished);
    return unfinished;
}

typedef struct open_query {
    sw__open_section *open;
    size_t count;
} open_query;

// A lane of an earlier session is not visited.
static void list_open(sw__lane *lane, void *context)
{
    open_query *query = context;
    const sw__sections *sections = sw__sections_of(lane);
    if (lane != sw__this_lane || !sections->top)
        return;
    for (const sw__section *section = sections->entries + 1; section <= sections->top; section++)
        if (section->mark != SW__SECTION_SKIPPED)
            query->open[query->count++] = (sw__open_section){section->record, section->start};
}

size_t sw__sections_open_here(sw__open_section *open)
{
    open_query query = {.open = open};
    sw__lanes_visit(list_open, &query);
    return query.count;
}
