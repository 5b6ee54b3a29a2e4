// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_cells.h"

#include "base/ops.h"

static void add_time(sw__facts *facts, const sw__op_view *view)
{
    const sw__op_whole *whole = &view->lines->whole;
    sw__facts_add(facts, "op_self_cpu_ns", SW__CELL_DURATION, sw__number((double)whole->self * view->ns_per_tick),
                  "Self CPU time total: ", NULL);
    sw__facts_add(facts, "op_share_of_recorded", SW__CELL_PERCENT,
                  sw__number_if(view->recorded, (double)whole->self / (double)view->recorded), ", ",
                  whole->threads > 1 ? " of the recorded time; threads add up" : " of the recorded time");
}

static void add_flops(sw__facts *facts, const sw__op_view *view)
{
    const sw__op_whole *whole = &view->lines->whole;
    const bool known = whole->flops.known;
    const double rate = whole->flops.total / ((double)view->recorded * view->ns_per_tick * 1e-9);
    const bool rated = known && view->recorded;
    const bool has_peak = rated && view->peak_flops > 0;
    sw__facts_add(facts, "op_flops", SW__CELL_FLOPS, sw__number_if(known, whole->flops.total), "\nFLOPs total: ", NULL);
    sw__facts_add(facts, "op_flops_per_s", SW__CELL_FLOP_RATE, sw__number_if(rated, rate), ", ",
                  " over the recorded time");
    sw__facts_add(facts, "op_of_peak", SW__CELL_PERCENT, sw__number_if(has_peak, rate / view->peak_flops), ", ",
                  " of the peak of ");
    sw__facts_add(facts, "peak_flops_per_s", SW__CELL_FLOP_RATE, sw__number_if(view->peak_flops > 0, view->peak_flops),
                  has_peak ? "" : NULL, NULL);
    sw__facts_add(facts, "ops_with_flops", SW__CELL_COUNT, sw__count(whole->lines_with_flops),
                  known ? "\nFLOPs are declared for " : NULL, NULL);
    sw__facts_add(facts, "ops", SW__CELL_COUNT, sw__count(whole->lines), known ? " of " : NULL,
                  whole->lines == 1 ? " op" : " ops");
    sw__facts_add(facts, "op_calls_with_flops", SW__CELL_COUNT, sw__count(whole->flops_calls), known ? ", by " : NULL,
                  NULL);
    sw__facts_add(facts, "op_calls", SW__CELL_COUNT, sw__count(whole->calls), known ? " of " : NULL,
                  whole->calls == 1 ? " call" : " calls");
}

static void add_memory(sw__facts *facts, const sw__op_view *view)
{
    const sw__op_whole *whole = &view->lines->whole;
    const bool known = whole->has_memory;
    const double allocated = (double)whole->allocated, freed = (double)whole->freed;
    sw__facts_add(facts, "op_memory_bytes", SW__CELL_BYTES, sw__number_if(known, allocated - freed),
                  "\nMemory total: ", NULL);
    sw__facts_add(facts, "op_allocated_bytes", SW__CELL_BYTES, sw__number_if(known, allocated), "; ", " allocated, ");
    sw__facts_add(facts, "op_freed_bytes", SW__CELL_BYTES, sw__number_if(known, freed), "", " freed");
}

static void add_simplified(sw__facts *facts)
{
    const uint64_t times = sw__ops_simplified();
    sw__facts_add(facts, "ops_simplified", SW__CELL_COUNT, sw__count(times),
                  times ? "\nToo many different shapes, types and places: under their names alone count " : NULL,
                  " ops");
}

static const char *note_of(sw__report *report, const sw__op_view *view)
{
    sw__buffer note = {0};
    const bool is_tree = view->lines->tree.end;
    sw__buffer_printf(&note, "Self: without %s inside; total%s: with %s. Avg: total / calls. Share: of all self CPU.\n",
                      is_tree ? "what lies" : "the ops", view->lines->whole.flops.known ? " and FLOPs" : "",
                      is_tree ? "it" : "them");
    if (view->lines->whole.flops.known)
        sw__buffer_text(&note, "FLOP/s: FLOPs / CPU total, where each call or what lies inside declares its FLOPs.\n");
    if (view->lines->whole.has_memory)
        sw__buffer_text(&note, "Memory: allocated less freed; peak: how far it rose above the begin of a call. "
                               "[outside]: in none of these.\n");
    return sw__report_keep(report, &note);
}

void sw__op_facts_add(sw__table *table, sw__report *report, const sw__op_view *view)
{
    add_time(&table->facts, view);
    add_flops(&table->facts, view);
    add_memory(&table->facts, view);
    add_simplified(&table->facts);
    table->note = note_of(report, view);
}
