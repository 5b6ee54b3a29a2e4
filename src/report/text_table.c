// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "base/printable.h"

enum {
    TEXT_COLUMNS = 40,   // longer names are shortened in the middle
    TABLE_COLUMNS = 132, // and in a wider table further, as lines that wrap are harder to read,
    SHORT_TEXT = 24,     // but none to less than that
    GAP_COLUMNS = 2,
};

// Numbers are right-aligned, and so are their units among themselves: "12.3 ms" above "4.56 s ".
typedef struct column_layout {
    bool shown;
    size_t width;
    size_t unit_width;
} column_layout;

// A cell as it is shown.
typedef struct shown_cell {
    size_t columns;
    size_t unit_columns; // of them, behind the last space; 0: it has no unit
} shown_cell;

// All that the writing of one table needs.
typedef struct text_table {
    sw__buffer *out;
    const sw__table *table;
    size_t row_count;      // that are shown, the last one of a table that keeps it included
    column_layout *layout; // one for each column
    uint64_t spared;       // bits of columns that are left out for the width
    sw__buffer cell;       // the text of the cell at hand
} text_table;

static bool is_text(const sw__column *column)
{
    return column->kind == SW__CELL_TEXT;
}

static size_t show_text(text_table *t, const char *text, size_t most)
{
    return sw__printable_add(&t->cell, text, strlen(text), most);
}

// Puts the text of a cell into `t->cell`, with at most so many columns of a text.
static shown_cell show_cell(text_table *t, const sw__column *column, const sw__cell *cell, size_t most)
{
    t->cell.length = 0;
    // Ends the text there, for a cell that adds nothing.
    sw__buffer_text(&t->cell, "");
    if (cell->absent)
        return (shown_cell){.columns = show_text(t, "--", most)};
    if (is_text(column))
        return (shown_cell){.columns = show_text(t, cell->text, most)};
    char value[SW__UNIT_TEXT];
    sw__cell_format(value, column->kind, cell);
    const size_t columns = show_text(t, value, SW__UNIT_TEXT);
    const char *space = strrchr(value, ' ');
    // The number in front of the unit is ASCII: its bytes are its columns.
    return (shown_cell){columns, space ? columns - (size_t)(space + 1 - value) : 0};
}

static const sw__cell *cell_at(const sw__table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

// A row of those that are shown, as one of the table.
static size_t shown_row(const text_table *t, size_t row)
{
    const bool is_last = row + 1 == t->row_count;
    return is_last && t->table->keeps_last ? t->table->row_count - 1 : row;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static bool has_value(const sw__table *table, size_t column)
{
    for (size_t row = 0; row < table->row_count; row++)
        if (!cell_at(table, row, column)->absent)
            return true;
    return false;
}

// Of all rows, not only of those that are shown: what is left out shall not change the columns.
static bool is_shown(const sw__table *table, size_t column)
{
    if (!table->columns[column].name)
        return false;
    return column == 0 || !table->compact || table->row_count == 0 || has_value(table, column);
}

static void measure_column(text_table *t, size_t column)
{
    column_layout *layout = &t->layout[column];
    size_t number_width = 0;
    layout->width = strlen(t->table->columns[column].name);
    for (size_t row = 0; row < t->row_count; row++) {
        const sw__cell *cell = cell_at(t->table, shown_row(t, row), column);
        const shown_cell shown = show_cell(t, &t->table->columns[column], cell, TEXT_COLUMNS);
        layout->width = larger(layout->width, shown.columns);
        layout->unit_width = larger(layout->unit_width, shown.unit_columns);
        if (shown.unit_columns > 0)
            number_width = larger(number_width, shown.columns - shown.unit_columns);
    }
    layout->width = larger(layout->width, number_width + layout->unit_width);
}

static size_t width_of(const text_table *t)
{
    size_t width = 0;
    for (size_t column = 0; column < t->table->column_count; column++)
        if (t->layout[column].shown)
            width += t->layout[column].width + (column > 0 ? GAP_COLUMNS : 0);
    return width;
}

// The widest column of texts that can do with less; NULL: none.
static column_layout *widest_text(text_table *t)
{
    column_layout *widest = NULL;
    for (size_t i = 0; i < t->table->column_count; i++) {
        const sw__column *column = &t->table->columns[i];
        column_layout *layout = &t->layout[i];
        if (!layout->shown || !is_text(column) || layout->width <= larger(SHORT_TEXT, strlen(column->name)))
            continue;
        if (!widest || layout->width > widest->width)
            widest = layout;
    }
    return widest;
}

// Leaves out the next column that can be spared; false: there is none.
static bool spare_column(text_table *t, uint64_t *spare)
{
    for (size_t column = 0; column < t->table->column_count && *spare; column++) {
        const bool is_next = *spare >> column & 1 && t->layout[column].shown;
        *spare &= ~(UINT64_C(1) << column);
        if (!is_next)
            continue;
        t->layout[column].shown = false;
        t->spared |= UINT64_C(1) << column;
        return true;
    }
    return false;
}

// Returns the width that is left.
static size_t shorten_texts(text_table *t)
{
    size_t width = width_of(t);
    column_layout *widest;
    for (; width > TABLE_COLUMNS && (widest = widest_text(t)); width--)
        widest->width--;
    return width;
}

static void lay_out(text_table *t)
{
    uint64_t spare = t->table->spare;
    for (size_t column = 0; column < t->table->column_count; column++)
        t->layout[column].shown = is_shown(t->table, column);
    do {
        for (size_t column = 0; column < t->table->column_count; column++)
            if (t->layout[column].shown)
                measure_column(t, column);
    } while (shorten_texts(t) > TABLE_COLUMNS && spare_column(t, &spare));
}

static void end_line(text_table *t)
{
    while (t->out->length > 0 && t->out->text[t->out->length - 1] == ' ')
        t->out->length--;
    sw__buffer_text(t->out, "\n");
}

// Writes one entry of a line: padding, its text, padding.
static void write_entry(text_table *t, size_t column, const char *text, size_t before, size_t after)
{
    sw__buffer_repeat(t->out, ' ', before + (column > 0 ? GAP_COLUMNS : 0));
    sw__buffer_text(t->out, text);
    sw__buffer_repeat(t->out, ' ', after);
}

static void write_header(text_table *t)
{
    for (size_t column = 0; column < t->table->column_count; column++) {
        const sw__column *c = &t->table->columns[column];
        if (!t->layout[column].shown)
            continue;
        const size_t padding = t->layout[column].width - strlen(c->name);
        write_entry(t, column, c->name, is_text(c) ? 0 : padding, is_text(c) ? padding : 0);
    }
    end_line(t);
}

// A line under the header of each column: the gaps show where wide columns with short values begin.
static void write_line(text_table *t)
{
    for (size_t column = 0; column < t->table->column_count; column++) {
        if (!t->layout[column].shown)
            continue;
        write_entry(t, column, "", 0, 0);
        sw__buffer_repeat(t->out, '-', t->layout[column].width);
    }
    end_line(t);
}

static void write_row(text_table *t, size_t row)
{
    for (size_t column = 0; column < t->table->column_count; column++) {
        const sw__column *c = &t->table->columns[column];
        const column_layout *layout = &t->layout[column];
        if (!layout->shown)
            continue;
        const shown_cell shown = show_cell(t, c, cell_at(t->table, shown_row(t, row), column), layout->width);
        const size_t padding = layout->width - shown.columns;
        size_t after = is_text(c) ? padding : 0;
        if (shown.unit_columns > 0)
            after = layout->unit_width - shown.unit_columns;
        write_entry(t, column, t->cell.text ? t->cell.text : "", padding - after, after);
    }
    end_line(t);
}

static void write_spared(text_table *t)
{
    const char *before = "(left out for the width: ";
    for (size_t column = 0; column < t->table->column_count; column++)
        if (t->spared >> column & 1) {
            sw__buffer_printf(t->out, "%s%s", before, t->table->columns[column].name);
            before = ", ";
        }
    sw__buffer_text(t->out, t->spared ? ")\n" : "");
}

// What comes after the rows that are shown.
static void write_foot(text_table *t)
{
    const size_t omitted = t->table->row_count - t->row_count;
    char count[SW__UNIT_TEXT];
    sw__format_count(count, omitted);
    if (t->table->row_count == 0)
        sw__buffer_text(t->out, "(none)\n");
    if (omitted)
        sw__buffer_printf(t->out, "(%s row%s omitted)\n", count, omitted == 1 ? "" : "s");
    write_spared(t);
    if (t->table->failed)
        sw__buffer_text(t->out, "(memory ran out: rows are missing, or not in order)\n");
    // A fact begins its line, but the first one stands at the begin of one.
    t->cell.length = 0;
    sw__buffer_text(&t->cell, "");
    sw__facts_write_text(&t->cell, &t->table->facts);
    if (t->cell.text)
        sw__buffer_text(t->out, t->cell.text + (*t->cell.text == '\n'));
    if (t->table->note)
        sw__buffer_text(t->out, t->table->note);
}

static void write_table(text_table *t)
{
    lay_out(t);
    if (t->table->title)
        sw__buffer_printf(t->out, "%s\n", t->table->title);
    write_header(t);
    write_line(t);
    for (size_t row = 0; row < t->row_count; row++)
        write_row(t, row);
    write_foot(t);
}

void sw__table_write_text(sw__buffer *out, const sw__table *table)
{
    const size_t limit = table->shown_rows + table->keeps_last;
    const bool limited = table->shown_rows > 0 && limit < table->row_count;
    text_table t = {.out = out, .table = table, .row_count = limited ? limit : table->row_count};
    t.layout = calloc(table->column_count, sizeof *t.layout);
    if (t.layout)
        write_table(&t);
    if (!t.layout || t.cell.failed || table->facts.failed)
        out->failed = true;
    sw__buffer_free(&t.cell);
    free(t.layout);
}
