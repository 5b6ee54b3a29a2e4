// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "table.h"

#include <stdlib.h>

static bool reserve_row(sw__table *table)
{
    if (table->row_count < table->row_capacity)
        return true;
    const size_t capacity = table->row_capacity ? 2 * table->row_capacity : 16;
    sw__cell *cells = reallocarray(table->cells, capacity * table->column_count, sizeof *cells);
    if (!cells)
        return false;
    table->cells = cells;
    table->row_capacity = capacity;
    return true;
}

sw__cell *sw__table_add_row(sw__table *table)
{
    if (!reserve_row(table)) {
        table->failed = true;
        return NULL;
    }
    sw__cell *row = table->cells + table->row_count * table->column_count;
    for (size_t i = 0; i < table->column_count; i++)
        row[i] = sw__absent();
    table->row_count++;
    return row;
}

void sw__table_free(sw__table *table)
{
    free(table->cells);
    sw__facts_free(&table->facts);
    table->cells = NULL;
    table->row_count = 0;
    table->row_capacity = 0;
    table->failed = false;
}
