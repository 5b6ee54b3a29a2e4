// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_totals.h"

#include <stdlib.h>
#include <string.h>

#include "profiler/sections.h"

typedef struct gathering {
    sw__iteration_totals *totals; ///< of the run so far, and then of the iteration
    sw__running_total *lane;      ///< scratch for one lane
    const sw__lane *own;          ///< the lane of the thread that finished the iteration
    uint32_t epoch;
} gathering;

// Those of the run up to the end of the last recorded iteration; the thread that finishes one has them to itself.
static sw__iteration_totals before;

static bool is_outermost_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION && !sw__section_around(record);
}

static void add(sw__running_total *into, const sw__running_total *more)
{
    into->total += more->total;
    into->count += more->count;
    sw__amounts_add(&into->amounts, &more->amounts);
}

static void add_lane(sw__lane *lane, void *context)
{
    gathering *g = context;
    uint64_t outermost = 0;
    sw__running_totals_read(lane, g->epoch, g->lane, g->totals->end);
    for (uint32_t record = 1; record < g->totals->end; record++) {
        add(&g->totals->all[record], &g->lane[record]);
        if (g->lane[record].count && is_outermost_section(record))
            outermost += g->lane[record].total;
    }
    sw__sections *sections = sw__sections_of(lane);
    if (lane == g->own)
        g->totals->own_outermost = outermost - sections->outermost_before;
    sections->outermost_before = outermost;
}

static void take_away(sw__running_total *from, const sw__running_total *less)
{
    from->total -= less->total;
    from->count -= less->count;
    sw__amounts_take_away(&from->amounts, &less->amounts);
}

// What is new since the last iteration.
static void take_difference(sw__iteration_totals *totals)
{
    for (uint32_t record = 1; record < totals->end; record++) {
        const sw__running_total now = totals->all[record];
        take_away(&totals->all[record], &before.all[record]);
        before.all[record] = now;
    }
}

static bool make_room(sw__iteration_totals *totals, uint32_t end)
{
    if (totals->end >= end)
        return true;
    sw__running_total *all = reallocarray(totals->all, end, sizeof *all);
    if (!all)
        return false;
    memset(all + totals->end, 0, (end - totals->end) * sizeof *all);
    totals->all = all;
    totals->end = end;
    return true;
}

bool sw__iteration_totals_take(sw__iteration_totals *totals, uint32_t epoch)
{
    *totals = (sw__iteration_totals){0};
    const uint32_t end = sw__record_end();
    gathering g = {totals, calloc(end, sizeof *g.lane), sw__this_lane, epoch};
    const bool reserved = g.lane && make_room(totals, end) && make_room(&before, end);
    if (reserved) {
        sw__lanes_visit(add_lane, &g);
        take_difference(totals);
    } else
        sw__iteration_totals_free(totals);
    free(g.lane);
    return reserved;
}

bool sw__iteration_totals_add(sw__iteration_totals *sums, const sw__iteration_totals *more)
{
    if (!make_room(sums, more->end))
        return false;
    for (uint32_t record = 1; record < more->end; record++)
        add(&sums->all[record], &more->all[record]);
    return true;
}

void sw__iteration_totals_free(sw__iteration_totals *totals)
{
    free(totals->all);
    *totals = (sw__iteration_totals){0};
}

void sw__iteration_totals_reset(void)
{
    sw__iteration_totals_free(&before);
}
