// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cycle_tables.h"

#include <math.h>

enum { SHOWN_EACH = 8 }; // more cycles than that are shown by the first, the last, and the two extremes

static const char *state_of(const sw__section_view *view, uint32_t cycle)
{
    const bool open = view->cycles.open && cycle + 1 == view->cycles.kept_count;
    return open ? "running" : view->cycles.kept[cycle].partial ? "partial" : "";
}

// The last one that is kept stands for those that came later, too.
static const char *note_on_the_last(sw__report *report, const sw__cycles *cycles)
{
    sw__buffer note = {0};
    if (cycles->begun <= cycles->kept_count)
        return NULL;
    sw__buffer_printf(&note, "%u: this cycle and the %ju after it.\n", (unsigned)(cycles->kept_count - 1),
                      (uintmax_t)(cycles->begun - cycles->kept_count));
    return sw__report_keep(report, &note);
}

static void cycle_table(sw__report *report, const sw__section_view *view)
{
    static const sw__column columns[] = {
        {"cycle", SW__CELL_COUNT, "cycle"},
        {"first iteration", SW__CELL_COUNT, "first_iteration"},
        {"iterations", SW__CELL_COUNT, "iterations"},
        {"per iteration", SW__CELL_DURATION, "per_iteration_ns"},
        {"total", SW__CELL_DURATION, "total_ns"},
        {sw__unattributed_label, SW__CELL_DURATION, "unattributed_ns"},
        {"", SW__CELL_TEXT, "state"},
    };
    sw__table table = {
        .title = "Cycles",
        .key = "cycles",
        .for_programs = view->cycles.kept_count < 2,
        .note = note_on_the_last(report, &view->cycles),
        .columns = columns,
        .column_count = 7,
    };
    const double ns_per_tick = view->reading->clock.ns_per_tick;
    for (uint32_t i = 0; i < view->cycles.kept_count; i++) {
        const sw__recorded *of = &view->cycles.recorded[i];
        sw__cell *cells = sw__table_add_row(&table);
        if (!cells)
            break;
        cells[0] = sw__count(view->cycles.kept[i].number);
        cells[1] = sw__count(view->cycles.kept[i].first_iteration);
        cells[2] = sw__count(of->iterations);
        cells[3] = sw__ticks_per_iteration(view, of, of->ticks);
        if (of->timed) {
            cells[4] = sw__number((double)of->ticks * ns_per_tick);
            cells[5] = sw__number((double)of->unattributed * ns_per_tick);
        }
        cells[6] = sw__text(state_of(view, i));
    }
    sw__report_add_table(report, &table);
}

static void number_row(sw__cell *cells, uint32_t cycle)
{
    if (cells)
        cells[SW__CYCLE_SECTION_COLUMNS - 1] = sw__count(cycle);
}

static void cycle_section_table(sw__report *report, const sw__section_view *view)
{
    sw__table table = {
        .key = "cycle_sections",
        .for_programs = true,
        .columns = sw__section_columns,
        .column_count = SW__CYCLE_SECTION_COLUMNS,
    };
    for (uint32_t cycle = 0; cycle < view->cycles.kept_count; cycle++) {
        const sw__recorded *of = &view->cycles.recorded[cycle];
        for (uint32_t i = 0; i < view->tree.count; i++) {
            const sw__section_sums sums = sw__section_in_cycle(&view->tree, &view->tree.nodes[i], cycle);
            if (sums.row.count || sums.unfinished)
                number_row(sw__section_row_add(&table, view, i, &sums, of), cycle);
        }
        number_row(sw__unattributed_row_add(&table, view, of), cycle);
    }
    sw__report_add_table(report, &table);
}

// What an iteration of a cycle took of a section, or, behind the last section, in none; absent if that is unknown.
static sw__cell in_iteration_of(const sw__section_view *view, uint32_t node, uint32_t cycle)
{
    const sw__recorded *of = &view->cycles.recorded[cycle];
    if (node == view->tree.count)
        return sw__ticks_per_iteration(view, of, of->unattributed);
    const sw__section_sums sums = sw__section_in_cycle(&view->tree, &view->tree.nodes[node], cycle);
    return sw__section_per_iteration(&sums, of);
}

static void each_cycle(sw__cell *cells, const sw__section_view *view, uint32_t node)
{
    for (uint32_t cycle = 0; cycle < view->cycles.kept_count; cycle++)
        cells[cycle] = in_iteration_of(view, node, cycle);
}

static void first_last_and_extremes(sw__cell *cells, const sw__section_view *view, uint32_t node)
{
    sw__cell *first = &cells[0], *last = &cells[1], *change = &cells[2];
    sw__cell *fastest = &cells[3], *fastest_cycle = &cells[4], *slowest = &cells[5], *slowest_cycle = &cells[6];
    for (uint32_t cycle = 0; cycle < view->cycles.kept_count; cycle++) {
        const sw__cell time = in_iteration_of(view, node, cycle);
        if (time.absent)
            continue;
        if (first->absent)
            *first = time;
        *last = time;
        if (fastest->absent || time.number < fastest->number) {
            *fastest = time;
            *fastest_cycle = sw__count(cycle);
        }
        if (slowest->absent || time.number > slowest->number) {
            *slowest = time;
            *slowest_cycle = sw__count(cycle);
        }
    }
    if (!first->absent)
        *change = sw__number(first->number > 0 ? last->number / first->number - 1 : NAN);
}

static void comparison_table(sw__report *report, const sw__section_view *view)
{
    static const sw__column each[1 + SHOWN_EACH] = {
        {"section", SW__CELL_TEXT, NULL},     {"cycle 0", SW__CELL_DURATION, NULL},
        {"cycle 1", SW__CELL_DURATION, NULL}, {"cycle 2", SW__CELL_DURATION, NULL},
        {"cycle 3", SW__CELL_DURATION, NULL}, {"cycle 4", SW__CELL_DURATION, NULL},
        {"cycle 5", SW__CELL_DURATION, NULL}, {"cycle 6", SW__CELL_DURATION, NULL},
        {"cycle 7", SW__CELL_DURATION, NULL},
    };
    static const sw__column extremes[] = {
        {"section", SW__CELL_TEXT, NULL},     {"first cycle", SW__CELL_DURATION, NULL},
        {"last", SW__CELL_DURATION, NULL},    {"change", SW__CELL_CHANGE, NULL},
        {"fastest", SW__CELL_DURATION, NULL}, {"in cycle", SW__CELL_COUNT, NULL},
        {"slowest", SW__CELL_DURATION, NULL}, {"in cycle", SW__CELL_COUNT, NULL},
    };
    const uint32_t count = view->cycles.kept_count;
    const bool few = count <= SHOWN_EACH;
    sw__table table = {
        .title = "Sections by cycle, per iteration",
        .columns = few ? each : extremes,
        .column_count = few ? 1 + count : sizeof extremes / sizeof *extremes,
    };
    for (uint32_t node = 0; count > 1 && node <= view->tree.count; node++) {
        sw__cell *cells = sw__table_add_row(&table);
        if (!cells)
            break;
        cells[0] = sw__text(node < view->tree.count ? view->texts[node].label : sw__unattributed_label);
        (few ? each_cycle : first_last_and_extremes)(cells + 1, view, node);
    }
    sw__report_add_table(report, &table);
}

void sw__cycle_tables(sw__report *report, const sw__section_view *view)
{
    cycle_table(report, view);
    comparison_table(report, view);
    cycle_section_table(report, view);
}
