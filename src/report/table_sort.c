// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "table_sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A row by what it is sorted by. The table's cells move once, when the order is known: rows are long.
typedef struct place {
    sw__cell cell;
    size_t row;
} place;

typedef struct order {
    sw__cell_kind kind;
    bool turned;
} order;

// The order in which the first of a short list are the ones that matter: texts ascend, and numbers descend.
static int compare_values(sw__cell_kind kind, const sw__cell *a, const sw__cell *b)
{
    if (kind == SW__CELL_TEXT)
        return strcmp(a->text, b->text);
    if (kind == SW__CELL_COUNT)
        return (a->count < b->count) - (a->count > b->count);
    return (a->number < b->number) - (a->number > b->number);
}

static int compare(const void *first, const void *second, void *context)
{
    const place *a = first, *b = second;
    const order *by = context;
    if (a->cell.absent != b->cell.absent)
        return a->cell.absent ? 1 : -1;
    const int difference = a->cell.absent ? 0 : compare_values(by->kind, &a->cell, &b->cell);
    if (difference)
        return by->turned ? -difference : difference;
    return a->row < b->row ? -1 : 1;
}

// What is no finite number is shown as absent, and has no place among the numbers.
static place place_of(const sw__table *table, size_t row, size_t column)
{
    const sw__cell_kind kind = table->columns[column].kind;
    place p = {table->cells[row * table->column_count + column], row};
    if (kind != SW__CELL_TEXT && kind != SW__CELL_COUNT && !isfinite(p.cell.number))
        p.cell.absent = true;
    return p;
}

static void move_rows(sw__table *table, sw__cell *sorted, const place *places)
{
    const size_t width = table->column_count;
    for (size_t row = 0; row < table->row_count; row++)
        memcpy(sorted + row * width, table->cells + places[row].row * width, width * sizeof *sorted);
    free(table->cells);
    table->cells = sorted;
    table->row_capacity = table->row_count;
}

static void sort_by_column(sw__table *table, size_t column, bool turned)
{
    place *places = reallocarray(NULL, table->row_count, sizeof *places);
    sw__cell *sorted = reallocarray(NULL, table->row_count * table->column_count, sizeof *sorted);
    if (places && sorted) {
        order by = {table->columns[column].kind, turned};
        for (size_t row = 0; row < table->row_count; row++)
            places[row] = place_of(table, row, column);
        qsort_r(places, table->row_count, sizeof *places, compare, &by);
        move_rows(table, sorted, places);
    } else {
        table->failed = true;
        free(sorted);
    }
    free(places);
}

static bool is(const char *text, const char *wanted)
{
    return text && *text && strcmp(text, wanted) == 0;
}

// Behind the last column: there is none.
static size_t find_column(const sw__table *table, const char *wanted)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (is(table->columns[i].key, wanted))
            return i;
    for (size_t i = 0; i < table->column_count; i++)
        if (is(table->columns[i].name, wanted))
            return i;
    return table->column_count;
}

static bool is_turned(const char *by)
{
    return *by == '-';
}

size_t sw__table_sort_column(const sw__table *table, const char *by)
{
    return find_column(table, by + is_turned(by));
}

bool sw__table_sort(sw__table *table, const char *by)
{
    const size_t column = sw__table_sort_column(table, by);
    if (column == table->column_count)
        return false;
    if (table->row_count > 1)
        sort_by_column(table, column, is_turned(by));
    return true;
}

void sw__table_add_keys(sw__buffer *out, const sw__table *table)
{
    const char *separator = "";
    for (size_t i = 0; i < table->column_count; i++) {
        const sw__column *column = &table->columns[i];
        const char *key = column->key ? column->key : column->name;
        if (!key || !*key || find_column(table, key) != i)
            continue;
        sw__buffer_printf(out, "%s%s", separator, key);
        separator = ", ";
    }
}
