// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "csv.h"

#include "csv_field.h"

static void begin_field(sw__buffer *out, bool *first)
{
    if (!*first)
        sw__buffer_text(out, ",");
    *first = false;
}

// The keys of the columns, or with `row` its cells.
static void add_line(sw__buffer *out, const sw__table *table, const sw__cell *row)
{
    bool first = true;
    for (size_t i = 0; i < table->column_count; i++) {
        const sw__column *column = &table->columns[i];
        if (!column->key)
            continue;
        begin_field(out, &first);
        if (row)
            sw__csv_field_add_cell(out, column->kind, &row[i]);
        else
            sw__csv_field_add_text(out, column->key);
    }
    sw__buffer_text(out, SW__CSV_LINE_END);
}

void sw__csv_write_table(sw__buffer *out, const sw__table *table)
{
    add_line(out, table, NULL);
    for (size_t row = 0; row < table->row_count; row++)
        add_line(out, table, &table->cells[row * table->column_count]);
    out->failed |= table->failed;
}

static void add_facts(sw__buffer *out, const sw__facts *facts, bool values, bool *first)
{
    for (size_t i = 0; i < facts->count; i++) {
        const sw__fact *fact = &facts->all[i];
        if (!fact->key)
            continue;
        begin_field(out, first);
        if (values)
            sw__csv_field_add_cell(out, fact->kind, &fact->cell);
        else
            sw__csv_field_add_text(out, fact->key);
    }
}

void sw__csv_write_facts(sw__buffer *out, const sw__report *report)
{
    for (int values = 0; values <= 1; values++) {
        bool first = true;
        const sw__facts *facts;
        for (size_t i = 0; (facts = sw__report_facts(report, i)); i++)
            add_facts(out, facts, values, &first);
        sw__buffer_text(out, SW__CSV_LINE_END);
    }
    out->failed |= !sw__report_is_whole(report);
}
