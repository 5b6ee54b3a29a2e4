// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_table.h"

#include <stdlib.h>

#include "profiler/cycle_tables.h"
#include "profiler/open_table.h"
#include "profiler/profiler.h"
#include "profiler/section_rows.h"

static void section_table(sw__report *report, const sw__section_view *view)
{
    sw__table table = {
        .title = "Sections",
        .key = "sections",
        .note =
            "Total: with the sections inside; self: without them. Share: of the recorded iterations' time x threads.\n"
            "(unattributed): in no section, on the thread that finishes the iterations.\n",
        .columns = sw__section_columns,
        .column_count = SW__SECTION_COLUMNS,
    };
    for (uint32_t i = 0; i < view->tree.count; i++)
        (void)sw__section_row_add(&table, view, i, &view->tree.nodes[i].run, &view->run);
    (void)sw__unattributed_row_add(&table, view, &view->run);
    sw__report_add_table(report, &table);
}

// Programs have it in the table of the sections.
static void spread_table(sw__report *report, const sw__section_view *view)
{
    static const sw__column columns[] = {
        {"section", SW__CELL_TEXT, NULL},       {"count", SW__CELL_COUNT, NULL},
        {"min", SW__CELL_DURATION, NULL},       {"p50", SW__CELL_DURATION, NULL},
        {"p90", SW__CELL_DURATION, NULL},       {"p99", SW__CELL_DURATION, NULL},
        {"max", SW__CELL_DURATION, NULL},       {"in iteration", SW__CELL_COUNT, NULL},
        {"deviation", SW__CELL_DURATION, NULL},
    };
    sw__table table = {.title = "Spread of the sections", .columns = columns, .column_count = 9};
    for (uint32_t i = 0; i < view->tree.count; i++) {
        const sw__row *row = &view->tree.nodes[i].run.row;
        sw__cell *cells = row->count ? sw__table_add_row(&table) : NULL;
        if (!cells)
            continue;
        cells[0] = sw__text(view->texts[i].label);
        cells[1] = sw__count(row->count);
        cells[2] = sw__number(row->min_ns);
        cells[3] = sw__number(row->p50_ns);
        cells[4] = sw__number(row->p90_ns);
        cells[5] = sw__number(row->p99_ns);
        cells[6] = sw__number(row->max_ns);
        cells[7] = sw__count(row->max_epoch - view->first_epoch);
        if (row->count > 1)
            cells[8] = sw__number(row->stddev_ns);
    }
    sw__report_add_table(report, &table);
}

static bool lies_in_open_iteration(const sw__snapshot *snapshot)
{
    for (uint32_t record = 1; record < snapshot->record_end; record++) {
        const sw__lengths *lengths = &snapshot->merged->records[record].lengths;
        if (sw__record_nests(record) && lengths->open_total && lengths->open_epoch == snapshot->epoch)
            return true;
    }
    return false;
}

static sw__section_totals totals_of(const sw__section_view *view)
{
    sw__section_totals totals = {
        .recorded = view->run,
        .cycles = view->cycles.begun,
        .partial_cycles = view->cycles.partial,
        .in_open_iteration = lies_in_open_iteration(&view->reading->snapshot),
    };
    for (uint32_t i = 0; i < view->tree.count; i++)
        totals.pairs += view->tree.nodes[i].run.row.count;
    return totals;
}

sw__section_totals sw__section_tables(sw__report *report, const sw__reading *reading)
{
    sw__section_view view = {
        .reading = reading, .cycles = sw__cycles_now(), .first_epoch = sw__profiler_now().first_epoch};
    for (uint32_t i = 0; i < view.cycles.kept_count; i++)
        sw__recorded_add(&view.run, &view.cycles.recorded[i]);
    const bool made = sw__section_tree_take(&view.tree, reading, &view.cycles) && sw__section_texts_make(&view, report);
    report->failed |= !made;
    if (made) {
        section_table(report, &view);
        spread_table(report, &view);
        sw__cycle_tables(report, &view);
    }
    sw__section_totals totals = totals_of(&view);
    const sw__open_totals open = sw__open_table(report, reading);
    totals.unfinished = open.unfinished;
    totals.in_open_iteration |= open.running;
    sw__section_tree_free(&view.tree);
    free(view.texts);
    return totals;
}
