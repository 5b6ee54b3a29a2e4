// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_rows.h"

#include <stdlib.h>

#include "profiler/call_path.h"

enum {
    LABEL,
    PATH,
    SECTION,
    DEPTH,
    PER_ITERATION,
    SHARE,
    TOTAL,
    SELF,
    COUNT,
    THREADS,
    UNFINISHED,
    MIN,
    P50,
    P90,
    P99,
    MAX,
    MAX_ITERATION,
    DEVIATION,
    CYCLE,
};

const sw__column sw__section_columns[] = {
    [LABEL] = {"section", SW__CELL_TEXT, NULL},
    [PATH] = {NULL, SW__CELL_TEXT, "path"},
    [SECTION] = {NULL, SW__CELL_TEXT, "section"},
    [DEPTH] = {NULL, SW__CELL_COUNT, "depth"},
    [PER_ITERATION] = {"per iteration", SW__CELL_DURATION, "per_iteration_ns"},
    [SHARE] = {"share", SW__CELL_PERCENT, "share"},
    [TOTAL] = {"total", SW__CELL_DURATION, "total_ns"},
    [SELF] = {"self", SW__CELL_DURATION, "self_ns"},
    [COUNT] = {"count", SW__CELL_COUNT, "count"},
    [THREADS] = {"threads", SW__CELL_COUNT, "threads"},
    [UNFINISHED] = {NULL, SW__CELL_COUNT, "unfinished"},
    [MIN] = {NULL, SW__CELL_DURATION, "min_ns"},
    [P50] = {NULL, SW__CELL_DURATION, "p50_ns"},
    [P90] = {NULL, SW__CELL_DURATION, "p90_ns"},
    [P99] = {NULL, SW__CELL_DURATION, "p99_ns"},
    [MAX] = {NULL, SW__CELL_DURATION, "max_ns"},
    [MAX_ITERATION] = {NULL, SW__CELL_COUNT, "max_iteration"},
    [DEVIATION] = {NULL, SW__CELL_DURATION, "stddev_ns"},
    [CYCLE] = {NULL, SW__CELL_COUNT, "cycle"},
};

const char sw__unattributed_label[] = "(unattributed)";

bool sw__section_texts_make(sw__section_view *view, sw__report *report)
{
    view->texts = calloc(view->tree.count + 1, sizeof *view->texts);
    if (!view->texts)
        return false;
    for (uint32_t i = 0; i < view->tree.count; i++) {
        const sw__section_node *node = &view->tree.nodes[i];
        const char *name = sw__name_text(node->name);
        const char *parent = node->parent == SW__OUTERMOST ? NULL : view->texts[node->parent].path;
        view->texts[i].label = sw__call_label(report, name, node->depth);
        view->texts[i].path = sw__call_path(report, name, parent);
    }
    return sw__report_is_whole(report);
}

sw__cell sw__ticks_per_iteration(const sw__section_view *view, const sw__recorded *of, uint64_t ticks)
{
    return of->timed ? sw__number((double)ticks * view->reading->clock.ns_per_tick / (double)of->timed) : sw__absent();
}

sw__cell sw__section_per_iteration(const sw__section_sums *sums, const sw__recorded *of)
{
    const bool known = sums->row.count && of->iterations;
    return known ? sw__number(sums->row.finished_ns / (double)of->iterations) : sw__absent();
}

// Where sections cross, what lies inside one may take longer than itself.
static double self_of(const sw__section_sums *sums)
{
    const double self = sums->row.total_ns - sums->inside_ns;
    return self > 0 ? self : 0;
}

static void add_times(sw__cell *cells, const sw__section_view *view, const sw__section_sums *sums,
                      const sw__recorded *of)
{
    const sw__row *row = &sums->row;
    const double wall_ns = (double)of->ticks * view->reading->clock.ns_per_tick;
    cells[PER_ITERATION] = sw__section_per_iteration(sums, of);
    if (of->ticks)
        cells[SHARE] = sw__number(row->finished_ns / (wall_ns * (double)row->threads));
    cells[TOTAL] = sw__number(row->total_ns);
    cells[SELF] = sw__number(self_of(sums));
    cells[THREADS] = sw__count(row->threads);
    cells[MIN] = sw__number(row->min_ns);
    cells[P50] = sw__number(row->p50_ns);
    cells[P90] = sw__number(row->p90_ns);
    cells[P99] = sw__number(row->p99_ns);
    cells[MAX] = sw__number(row->max_ns);
    cells[MAX_ITERATION] = sw__count(row->max_epoch - view->first_epoch);
    if (row->count > 1)
        cells[DEVIATION] = sw__number(row->stddev_ns);
}

sw__cell *sw__section_row_add(sw__table *table, const sw__section_view *view, uint32_t node,
                              const sw__section_sums *sums, const sw__recorded *of)
{
    sw__cell *cells = sw__table_add_row(table);
    if (!cells)
        return NULL;
    cells[LABEL] = sw__text(view->texts[node].label);
    cells[PATH] = sw__text(view->texts[node].path);
    cells[SECTION] = sw__text(sw__name_text(view->tree.nodes[node].name));
    cells[DEPTH] = sw__count(view->tree.nodes[node].depth);
    cells[COUNT] = sw__count(sums->row.count);
    cells[UNFINISHED] = sw__count(sums->unfinished);
    if (sums->row.count)
        add_times(cells, view, sums, of);
    return cells;
}

// It has no path, which tells it from a section of that name.
sw__cell *sw__unattributed_row_add(sw__table *table, const sw__section_view *view, const sw__recorded *of)
{
    sw__cell *cells = of->timed ? sw__table_add_row(table) : NULL;
    if (!cells)
        return NULL;
    cells[LABEL] = cells[SECTION] = sw__text(sw__unattributed_label);
    cells[DEPTH] = sw__count(0);
    cells[PER_ITERATION] = sw__ticks_per_iteration(view, of, of->unattributed);
    cells[TOTAL] = cells[SELF] = sw__number((double)of->unattributed * view->reading->clock.ns_per_tick);
    if (of->ticks)
        cells[SHARE] = sw__number((double)of->unattributed / (double)of->ticks);
    return cells;
}
