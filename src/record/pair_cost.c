// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "pair_cost.h"

#include <stdlib.h>

#include "base/cache_sweep.h"
#include "base/clock.h"
#include "record/span_log.h"

enum { TRIES = 6, SWEEPS = 7, MIDDLE = SWEEPS / 2 };

static sw__cache_sweep sweep; ///< opened by the first measuring, as that takes longer than to use it

typedef struct measuring {
    const sw__pair_probe *probe;
    sw__pair_cost cost;
} measuring;

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Best of many: what disturbs a try makes it longer, never shorter. The first ones touch memory for the first time. As many
// pairs as the log has room for: so each try has its drain.
static double warm_ticks(const sw__pair_probe *probe)
{
    uint64_t best = UINT64_MAX;
    for (int try = 0; try < TRIES; try++) {
        const uint64_t start = sw__clock_now();
        for (int i = 0; i < SW__LOG_CAP; i++) {
            probe->begin(probe->context);
            probe->end(probe->context);
        }
        best = least(best, sw__clock_now() - start);
    }
    return (double)best / SW__LOG_CAP;
}

static void nothing(void *context)
{
    (void)context;
}

// The begin is over before the end begins, as it is where there is work between them. And both are over: a store that misses
// the caches is still on its way when the next instruction runs, and what the program stores then waits behind it. Not
// inlined, so that the arguments are in registers: a program has no probe that would have to come out of memory, too.
static __attribute__((noinline)) uint64_t ticks_of_one(void (*begin)(void *), void (*end)(void *), void *context)
{
    const uint64_t start = sw__clock_now();
    begin(context);
    sw__memory_settles();
    end(context);
    sw__memory_settles();
    return sw__clock_now() - start;
}

static uint64_t ticks_of_none(void)
{
    uint64_t best = UINT64_MAX;
    for (int try = 0; try < TRIES; try++)
        best = least(best, ticks_of_one(nothing, nothing, NULL));
    return best;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// The median: how far away the data is differs from sweep to sweep, so the best would be a stroke of luck.
static double cold_ticks(const sw__pair_probe *probe, double warm)
{
    uint64_t ticks[SWEEPS];
    if (!sweep.buffer && !sw__cache_sweep_open(&sweep, sw__cache_sweep_size()))
        return 0;
    for (int i = 0; i < SWEEPS; i++) {
        sw__cache_sweep_once(&sweep);
        ticks[i] = ticks_of_one(probe->begin, probe->end, probe->context);
    }
    qsort(ticks, SWEEPS, sizeof *ticks, ascending);
    const double cold = (double)ticks[MIDDLE] - (double)ticks_of_none();
    return cold < warm ? warm : cold;
}

static void measure(void *context)
{
    measuring *m = context;
    if (m->probe->prepare)
        m->probe->prepare(m->probe->context);
    m->cost.warm = warm_ticks(m->probe);
    m->cost.cold = cold_ticks(m->probe, m->cost.warm);
}

sw__pair_cost sw__pair_cost_of(const sw__pair_probe *probe)
{
    measuring m = {.probe = probe};
    if (sw__clock_cost_ticks() > 0)
        (void)sw__lane_on_scratch(measure, &m);
    return m.cost;
}

sw__pair_cost sw__pair_cost_once(sw__known_pair_cost *known, const sw__pair_probe *probe, uint32_t variant)
{
    const bool cycles = sw__clock_counts_cycles;
    const bool tells = sw__clock_cost_ticks() > 0;
    if (tells && known->known && known->cycles == cycles && known->variant == variant)
        return known->cost;
    *known = (sw__known_pair_cost){tells, cycles, variant, sw__pair_cost_of(probe)};
    return known->cost;
}

void sw__pair_costs_are_known(void)
{
    if (sweep.buffer)
        sw__cache_sweep_close(&sweep);
}
