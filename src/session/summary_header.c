// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "summary_header.h"

#include <stepwatch/version.h>

#include "base/lanes.h"
#include "base/misuse.h"
#include "device/cuda.h"
#include "nvtx_wrapper/range_sync.h"
#include "profiler/section_edges.h"
#include "report/pair_cost_facts.h"
#include "session/session_settings.h"
#include "stopwatch/stopwatch.h"

void sw__summary_title(sw__facts *facts)
{
    sw__settings_origin origin = sw__settings_origin_now();
    sw__facts_add(facts, "version", SW__CELL_TEXT, sw__text(sw_version()), "\nstepwatch ", NULL);
    sw__facts_add(facts, "run_profile", SW__CELL_TEXT, sw__text(origin.profile), ", run profile ", NULL);
    sw__facts_add(facts, "config", SW__CELL_TEXT, sw__text(origin.path), " of ", NULL);
    sw__facts_add(facts, NULL, SW__CELL_TEXT, sw__text(origin.set ? ", with STEPWATCH_SET" : NULL), "", NULL);
}

// What has been counted, or why nothing has.
static void add_counts(sw__facts *facts, const sw__iterations *i, const sw__stopwatch_totals *totals)
{
    const bool open = i->begun || totals->in_open_iteration;
    const sw__cell warmup = sw__count(i->warmup);
    const sw__cell in_warmup = sw__count(i->warmup - i->warmup_left);
    const sw__cell measured = sw__count(i->measured);
    const bool warming_up = i->warmup_left != 0;
    const bool counted = !warming_up && i->measured;
    if (!warming_up && !counted)
        sw__facts_add(facts, NULL, SW__CELL_TEXT, sw__text(i->warmup ? " since the warm-up" : ""),
                      "\n  iterations  none was finished", NULL);
    sw__facts_add(facts, "iterations", SW__CELL_COUNT, measured, counted ? "\n  iterations  " : NULL, " counted, ");
    sw__facts_add(facts, "warmup_iterations_finished", SW__CELL_COUNT, in_warmup,
                  warming_up ? "\n  iterations  the warm-up is not finished: " : NULL, " of ");
    sw__facts_add(facts, "warmup_iterations", SW__CELL_COUNT, warmup, warming_up || counted ? "" : NULL,
                  warming_up ? " iterations" : " of warm-up left out");
    sw__facts_add(facts, "iterations_not_finished", SW__CELL_COUNT, sw__count(open), counted && open ? ", " : NULL,
                  " not finished");
}

static double wall_ns(const sw__reading *reading)
{
    return (double)reading->iterations.wall_ticks * reading->clock.ns_per_tick;
}

static void add_wall_time(sw__facts *facts, const sw__reading *reading)
{
    const sw__iterations *i = &reading->iterations;
    const double wall = wall_ns(reading);
    const bool timed = wall > 0;
    sw__facts_add(facts, "wall_time_ns", SW__CELL_DURATION, sw__number_if(timed, wall), "\n  wall time   ", NULL);
    sw__facts_add(facts, "iteration_mean_ns", SW__CELL_DURATION, sw__number_if(timed, wall / (double)i->timed), ", ",
                  " an iteration");
    sw__facts_add(facts, "iterations_per_s", SW__CELL_RATE, sw__number_if(timed, (double)i->timed * 1e9 / wall), ", ",
                  " iterations/s");
    sw__facts_add(facts, "items_per_s", SW__CELL_RATE, sw__number_if(timed && i->items, (double)i->items * 1e9 / wall),
                  ", ", " items/s");
    sw__facts_add(facts, "items", SW__CELL_COUNT, i->items ? sw__count(i->items) : sw__absent(), NULL, NULL);
}

void sw__summary_iterations(sw__facts *facts, const sw__reading *reading, const sw__stopwatch_totals *totals)
{
    add_counts(facts, &reading->iterations, totals);
    add_wall_time(facts, reading);
}

void sw__summary_clock(sw__facts *facts, const sw__reading *reading, bool waits)
{
    const double cost = sw__clock_cost_ticks() * reading->clock.ns_per_tick;
    sw__facts_add(facts, "clock", SW__CELL_TEXT, sw__text(sw__clock_name()), "\n  clock       ",
                  waits ? ", wall time" : ", wall time without waiting for a GPU");
    sw__facts_add(facts, "clock_error", SW__CELL_ERROR, sw__number_if(reading->clock.error > 0, reading->clock.error),
                  ", calibrated against CLOCK_MONOTONIC within ", " ppm");
    sw__facts_add(facts, "clock_read_ns", SW__CELL_DURATION, sw__number_if(cost > 0, cost), ", ", " a read");
}

void sw__summary_own_cost(sw__facts *facts, const sw__reading *reading, const sw__stopwatch_totals *totals)
{
    static const sw__pair_cost_words words = {
        .head = "\n  own cost    ",
        .pair = " a start and end",
        .time = " of the wall time",
        .pair_key = "pair_cost_ns",
        .pair_cold_key = "pair_cost_cold_ns",
        .pairs_key = "pairs",
        .all_key = "own_cost_ns",
        .all_cold_key = "own_cost_cold_ns",
        .share_key = "own_cost_share",
        .share_cold_key = "own_cost_cold_share",
    };
    const sw__cpu_usage_cost *cpu = &totals->cpu_usage;
    const sw__pairs_made made = {
        .pair_ns = sw__pair_cost_in_ns(sw__stopwatch_pair_cost(), reading->clock.ns_per_tick),
        .pairs = totals->pairs,
        .more_ns = cpu->ns,
        .time_ns = wall_ns(reading),
    };
    const bool known = made.pair_ns.warm > 0;
    sw__pair_cost_facts(facts, &words, &made);
    sw__facts_add(facts, "cpu_usage_intervals", SW__CELL_COUNT,
                  cpu->intervals ? sw__count(cpu->intervals) : sw__absent(), known ? "; CPU usage of " : NULL,
                  " intervals: ");
    sw__facts_add(facts, "cpu_usage_cost_ns", SW__CELL_DURATION, sw__number_if(cpu->intervals, cpu->ns),
                  known ? "" : NULL, NULL);
    sw__pair_cost_shares(facts, &words, &made);
}

// A count that is worth a line only where there is something to count.
static void note(sw__facts *facts, const char *key, uint64_t n, const char *what)
{
    sw__facts_add(facts, key, SW__CELL_COUNT, sw__count(n), n ? "\n" : NULL, what);
}

static void misuse_notes(sw__facts *facts)
{
    static const struct {
        sw_status status;
        const char *key;
        const char *after;
    } kinds[] = {
#define KIND(name, value, text) {name, "misuse." #name, " x " text},
        SW_STATUS_MAP(KIND)
#undef KIND
    };
    uint64_t all = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const uint64_t n = sw__misuse_count(kinds[i].status);
        all += n;
        if (n)
            sw__facts_add(facts, kinds[i].key, SW__CELL_COUNT, sw__count(n), "\nmisuse: ", kinds[i].after);
    }
    sw__facts_add(facts, "misuse", SW__CELL_COUNT, sw__count(all), NULL, NULL);
    note(facts, "misuse_not_told", sw__misuse_further_places(), " of these at places that were not told");
}

void sw__summary_footer(sw__facts *facts, const sw__stopwatch_totals *totals, uint64_t lost)
{
    note(facts, "straddled", totals->straddled, " intervals straddled the end of the warm-up and are not counted");
    note(facts, "captured", totals->captured,
         " intervals have an edge in a CUDA graph capture, where nothing waited for the GPU");
    note(facts, "captured_ranges", sw__range_sync_captured(),
         " ranges moved in a CUDA graph capture, without a wait for the GPU");
    note(facts, "captured_sections", sw__section_edges_captured(),
         " edges of sections lay in a CUDA graph capture, where nothing waited for the GPU");
    note(facts, "cuda_calls_failed", sw__device_failures(), " calls of CUDA failed");
    note(facts, "lost_in_percentiles", lost, " intervals are missing in the percentiles: too many different lengths");
    note(facts, "calls_interrupted", sw__lanes_interrupted_calls(), " calls from signal handlers were refused");
    note(facts, "calls_without_memory", sw__lanes_calls_without_memory(),
         " calls were not recorded for lack of memory");
    misuse_notes(facts);
}
