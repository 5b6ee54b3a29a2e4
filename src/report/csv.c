// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "csv.h"

#include <string.h>

#include "base/utf8.h"
#include "exact_number.h"

// Readers may drop spaces at either end of what has no quotes, and take an empty field for absent.
static bool needs_quotes(const char *text)
{
    const size_t length = strlen(text);
    return length == 0 || strpbrk(text, ",\"\r\n") || text[0] == ' ' || text[length - 1] == ' ';
}

static void add_text(sw__buffer *out, const char *text)
{
    const char *quote = needs_quotes(text) ? "\"" : "";
    sw__buffer_text(out, quote);
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code;
        const size_t size = sw__utf8_read(text, left, &code);
        if (*text == '"')
            sw__buffer_text(out, "\"");
        if (size)
            sw__buffer_add(out, text, size);
        else
            sw__buffer_text(out, "\xef\xbf\xbd");
        text += size ? size : 1;
        left -= size ? size : 1;
    }
    sw__buffer_text(out, quote);
}

static void add_cell(sw__buffer *out, sw__cell_kind kind, const sw__cell *cell)
{
    char number[SW__UNIT_TEXT];
    if (kind == SW__CELL_TEXT && !cell->absent)
        add_text(out, cell->text);
    else if (kind != SW__CELL_TEXT && sw__exact_cell(number, kind, cell))
        sw__buffer_text(out, number);
}

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
            add_cell(out, column->kind, &row[i]);
        else
            add_text(out, column->key);
    }
    sw__buffer_text(out, "\r\n");
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
            add_cell(out, fact->kind, &fact->cell);
        else
            add_text(out, fact->key);
    }
}

void sw__csv_write_facts(sw__buffer *out, const sw__report *report)
{
    for (int values = 0; values <= 1; values++) {
        bool first = true;
        add_facts(out, &report->head, values, &first);
        add_facts(out, &report->foot, values, &first);
        sw__buffer_text(out, "\r\n");
    }
    out->failed |= !sw__report_is_whole(report);
}
