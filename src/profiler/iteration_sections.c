// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_sections.h"

#include <stdlib.h>
#include <string.h>

#include "base/records.h"
#include "profiler/sections.h"
#include "record/running_totals.h"

// By record, up to `end`.
typedef struct gathering {
    uint32_t end;
    uint32_t epoch;
    const sw__lane *own;     ///< the lane of the thread that finished the iteration
    sw__running_total *lane; ///< scratch for one lane
    sw__running_total *all;  ///< of the run so far, and then of the iteration
    uint64_t *inside;        ///< the total of the sections right inside
    uint64_t own_outermost;
} gathering;

// Those of the run up to the end of the last recorded iteration; the thread that finishes one has them to itself.
static struct {
    sw__running_total *all; ///< by record
    uint32_t end;
} before;

static bool is_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION;
}

// The section that it lies in, with ops between them or not; 0: none.
static uint32_t section_around(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (record && !is_section(record));
    return record;
}

static void add_lane(sw__lane *lane, void *context)
{
    gathering *g = context;
    uint64_t outermost = 0;
    sw__running_totals_read(lane, g->epoch, g->lane, g->end);
    for (uint32_t record = 1; record < g->end; record++) {
        g->all[record].total += g->lane[record].total;
        g->all[record].count += g->lane[record].count;
        sw__amounts_add(&g->all[record].amounts, &g->lane[record].amounts);
        if (g->lane[record].count && is_section(record) && !section_around(record))
            outermost += g->lane[record].total;
    }
    sw__sections *sections = sw__sections_of(lane);
    if (lane == g->own)
        g->own_outermost = outermost - sections->outermost_before;
    sections->outermost_before = outermost;
}

static bool is_right(const gathering *g)
{
    return g->lane && g->all && g->inside && before.end >= g->end;
}

// What is new since the last iteration.
static void take_difference(gathering *g)
{
    for (uint32_t record = 1; record < g->end; record++) {
        const sw__running_total now = g->all[record];
        g->all[record].total -= before.all[record].total;
        g->all[record].count -= before.all[record].count;
        before.all[record] = now;
        if (g->all[record].count && is_section(record))
            g->inside[section_around(record)] += g->all[record].total;
    }
}

static void make_room_before(uint32_t end)
{
    sw__running_total *all = before.end < end ? reallocarray(before.all, end, sizeof *all) : NULL;
    if (!all)
        return;
    memset(all + before.end, 0, (end - before.end) * sizeof *all);
    before.all = all;
    before.end = end;
}

static bool gather(gathering *g, uint32_t epoch)
{
    *g = (gathering){.end = sw__record_end(), .epoch = epoch, .own = sw__this_lane};
    g->lane = calloc(g->end, sizeof *g->lane);
    g->all = calloc(g->end, sizeof *g->all);
    g->inside = calloc(g->end, sizeof *g->inside);
    make_room_before(g->end);
    if (!is_right(g))
        return false;
    sw__lanes_visit(add_lane, g);
    take_difference(g);
    return true;
}

void sw__iteration_sections_reset(void)
{
    free(before.all);
    before.all = NULL;
    before.end = 0;
}

static void forget(gathering *g)
{
    free(g->lane);
    free(g->all);
    free(g->inside);
}

static bool lies_in_its_name(uint32_t record)
{
    const uint32_t name = sw__record_at(record)->name;
    do
        record = section_around(record);
    while (record && sw__record_at(record)->name != name);
    return record != 0;
}

static sw__iteration_section *sum_of(sw__iteration_section *sums, size_t *count, uint32_t name)
{
    for (size_t i = 0; i < *count; i++)
        if (sums[i].name == name)
            return &sums[i];
    sums[*count] = (sw__iteration_section){.name = name};
    return &sums[(*count)++];
}

// The sections by name, in the order in which they first came up. Where sections cross, what lies inside one may take longer
// than itself.
static size_t sum_up(const gathering *g, sw__iteration_section *sums)
{
    size_t count = 0;
    for (uint32_t record = 1; record < g->end; record++) {
        if (!g->all[record].count || !is_section(record))
            continue;
        sw__iteration_section *sum = sum_of(sums, &count, sw__record_at(record)->name);
        const uint64_t total = g->all[record].total;
        sum->count += g->all[record].count;
        sum->total += lies_in_its_name(record) ? 0 : total;
        sum->self += total > g->inside[record] ? total - g->inside[record] : 0;
    }
    return count;
}

bool sw__iteration_sections_take(sw__iteration_sections *sums, uint32_t epoch)
{
    gathering g;
    const bool gathered = gather(&g, epoch);
    *sums = (sw__iteration_sections){
        .all = gathered ? calloc(g.end, sizeof *sums->all) : NULL,
        .own_outermost = g.own_outermost,
    };
    if (sums->all)
        sums->count = sum_up(&g, sums->all);
    forget(&g);
    return sums->all;
}

void sw__iteration_sections_free(sw__iteration_sections *sums)
{
    free(sums->all);
    sums->all = NULL;
}
