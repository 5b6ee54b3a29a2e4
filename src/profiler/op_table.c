// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_table.h"

#include <stdlib.h>
#include <string.h>

#include "profiler/cycles.h"
#include "profiler/op_cells.h"
#include "profiler/peak_flops.h"
#include "profiler/profiler.h"
#include "report/table_sort.h"

enum { SUMMARY_ROWS = 20 };

static const char default_sort[] = "self_cpu_ns";

// All that one table is made of.
typedef struct making {
    sw__report *report;
    const sw__reading *reading;
    const sw_op_table_options *options;
    sw__buffer *mistake;
    sw__cycles cycles;
    sw__op_lines lines;
    sw__op_view view;
    sw__table table;
} making;

// A cycle's place among those that are kept: the last one stands for those that came later, too.
static uint32_t place_of(const sw_cycle *cycle)
{
    return cycle->number < SW__CYCLES_KEPT ? cycle->number : SW__CYCLES_KEPT - 1;
}

static bool check(making *m)
{
    const sw_op_table_options *o = m->options;
    const sw__profiler_settings *settings = sw__profiler_now().settings;
    if (o->by_shape && !settings->record_shapes)
        sw__buffer_text(m->mistake, "by_shape needs record_shapes: true in the profiler's options");
    else if (o->by_place && !settings->with_stack)
        sw__buffer_text(m->mistake, "by_place needs with_stack: true in the profiler's options");
    else if (o->cycle && o->cycle->number >= m->cycles.begun)
        sw__buffer_printf(m->mistake, "there is no cycle %u; begun so far: %ju", (unsigned)o->cycle->number,
                          (uintmax_t)m->cycles.begun);
    return m->mistake->length == 0;
}

// The iteration that is not finished has no length yet.
static uint64_t recorded_ticks(const making *m)
{
    const sw__moment start = m->reading->iterations.start;
    uint64_t ticks = 0;
    for (uint32_t i = 0; i < m->cycles.kept_count; i++)
        if (!m->options->cycle || place_of(m->options->cycle) == i)
            ticks += m->cycles.recorded[i].ticks;
    const bool open = m->lines.whole.in_open && start.known && m->reading->now > start.ticks;
    return ticks + (open ? m->reading->now - start.ticks : 0);
}

static void add_cycle(sw__buffer *title, const making *m)
{
    const uint32_t place = place_of(m->options->cycle);
    const sw_cycle *cycle = &m->cycles.kept[place];
    const uint64_t later = m->cycles.begun - m->cycles.kept_count;
    const uintmax_t last = (uintmax_t)(cycle->first_iteration + cycle->iterations - 1);
    sw__buffer_printf(title, " of cycle %u", (unsigned)place);
    if (later && place + 1 == m->cycles.kept_count)
        sw__buffer_printf(title, " and the %ju after it", (uintmax_t)later);
    else if (cycle->iterations == 1)
        sw__buffer_printf(title, ", iteration %ju", last);
    else if (cycle->iterations)
        sw__buffer_printf(title, ", iterations %ju to %ju", (uintmax_t)cycle->first_iteration, last);
}

static const char *title_of(const making *m)
{
    sw__buffer title = {0};
    sw__buffer_text(&title, m->options->as_tree ? "Operators by call path" : "Operators");
    if (m->options->cycle)
        add_cycle(&title, m);
    return sw__report_keep(m->report, &title);
}

static bool sort(making *m)
{
    const char *by = m->options->sort_by ? m->options->sort_by : default_sort;
    if (sw__table_sort(&m->table, by)) {
        m->table.spare &= ~(UINT64_C(1) << sw__table_sort_column(&m->table, by));
        return true;
    }
    sw__buffer_printf(m->mistake, "sort_by: there is no column \"%s\", but ", by);
    sw__table_add_keys(m->mistake, &m->table);
    return false;
}

// Each row behind the one that it lies in; those that lie side by side as they are sorted.
static bool nest(making *m)
{
    const sw__call_tree *tree = &m->lines.tree;
    sw__table nested = m->table;
    double *keys = calloc(tree->end, sizeof *keys);
    uint32_t *row_of = calloc(tree->end, sizeof *row_of);
    uint32_t *order = calloc(tree->end, sizeof *order);
    sw__cell *cells = reallocarray(NULL, m->table.row_count * SW__OP_COLUMNS, sizeof *cells);
    bool reserved = keys && row_of && order && cells;
    for (uint32_t row = 0; reserved && row < m->table.row_count; row++) {
        const uint64_t line = m->table.cells[row * SW__OP_COLUMNS + SW__OP_LINE_COLUMN].count;
        row_of[line] = row;
        keys[line] = -(double)row;
    }
    reserved = reserved && sw__call_tree_order(tree, keys, order);
    for (uint32_t row = 0; reserved && row < m->table.row_count; row++)
        memcpy(cells + row * SW__OP_COLUMNS, m->table.cells + row_of[order[row]] * SW__OP_COLUMNS,
               SW__OP_COLUMNS * sizeof *cells);
    if (reserved) {
        free(m->table.cells);
        nested.cells = cells;
        nested.row_capacity = nested.row_count;
        m->table = nested;
    } else
        free(cells);
    free(keys);
    free(row_of);
    free(order);
    return reserved;
}

static void fill(making *m)
{
    m->view = (sw__op_view){
        .lines = &m->lines,
        .by = {m->options->by_shape, m->options->by_place},
        .ns_per_tick = m->reading->clock.ns_per_tick,
        .recorded = recorded_ticks(m),
        .peak_flops = sw__peak_flops(),
    };
    m->table = (sw__table){
        .title = title_of(m),
        .key = "operators",
        .columns = sw__op_columns,
        .column_count = SW__OP_COLUMNS,
        .shown_rows = m->options->row_limit,
        .spare = sw__op_spare_columns,
        .compact = true,
    };
    sw__op_cells_add(&m->table, m->report, &m->view);
}

static sw_status make(making *m)
{
    const sw__op_choice choice = {
        .by = {m->options->by_shape, m->options->by_place},
        .as_tree = m->options->as_tree,
        .cycle_record = m->options->cycle ? sw__cycle_record(place_of(m->options->cycle)) : 0,
    };
    if (!check(m))
        return SW_ERR_ARGUMENT;
    if (!sw__op_lines_take(&m->lines, m->reading, &choice))
        return SW_ERR_NO_MEMORY;
    fill(m);
    if (!sort(m))
        return SW_ERR_ARGUMENT;
    if (choice.as_tree && !nest(m))
        return SW_ERR_NO_MEMORY;
    if (sw__profiler_now().settings->profile_memory && m->lines.whole.has_memory)
        sw__op_outside_row_add(&m->table, &m->view);
    sw__op_facts_add(&m->table, m->report, &m->view);
    sw__report_add_table(m->report, &m->table);
    return SW_OK;
}

sw_status sw__op_table(sw__report *report, const sw__reading *reading, const sw_op_table_options *options,
                       sw__buffer *mistake)
{
    making m = {
        .report = report, .reading = reading, .options = options, .mistake = mistake, .cycles = sw__cycles_now()};
    const sw_status status = make(&m);
    report->failed |= status == SW_ERR_NO_MEMORY;
    sw__table_free(&m.table);
    sw__op_lines_free(&m.lines);
    return status;
}

void sw__op_summary_table(sw__report *report, const sw__reading *reading)
{
    sw__buffer mistake = {0};
    if (!sw_op_is_enabled())
        return;
    const sw__profiler_settings *settings = sw__profiler_now().settings;
    const sw_op_table_options options = {
        .row_limit = SUMMARY_ROWS, .by_shape = settings->record_shapes, .by_place = settings->with_stack};
    (void)sw__op_table(report, reading, &options, &mistake);
    sw__buffer_free(&mistake);
}
