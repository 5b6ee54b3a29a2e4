// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report_support.h"

#include <math.h>
#include <string.h>

#include "session/session_settings.h"
#include "session/summary.h"

static sw__report report;

void report_take(void)
{
    sw__session_lock();
    CHECK_EQUAL(sw__summary_report(&report), SW_OK);
    CU_ASSERT_TRUE(sw__report_is_whole(&report));
}

void report_drop(void)
{
    sw__report_free(&report);
    sw__session_unlock();
}

static double number_of(sw__cell_kind kind, const sw__cell *cell)
{
    if (cell->absent || kind == SW__CELL_TEXT)
        return NAN;
    return kind == SW__CELL_COUNT ? (double)cell->count : cell->number;
}

double report_number(const char *key)
{
    const sw__fact *fact = sw__report_fact(&report, key);
    if (!fact)
        FAIL("there is no fact %s", key);
    return fact ? number_of(fact->kind, &fact->cell) : NAN;
}

static const sw__table *find_table(const char *key)
{
    for (size_t i = 0; i < report.table_count; i++)
        if (report.tables[i].key && strcmp(report.tables[i].key, key) == 0)
            return &report.tables[i];
    return NULL;
}

bool report_has_table(const char *table)
{
    return find_table(table);
}

static const sw__table *table_of(const char *key)
{
    const sw__table *table = find_table(key);
    if (!table)
        FAIL("there is no table %s", key);
    return table;
}

static size_t column_of(const sw__table *table, const char *key)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (table->columns[i].key && strcmp(table->columns[i].key, key) == 0)
            return i;
    FAIL("%s has no column %s", table->key, key);
    return 0;
}

static const sw__cell *cell_at(const char *key, size_t row, const char *column, sw__cell_kind *kind)
{
    static const sw__cell none = {.absent = true};
    const sw__table *table = table_of(key);
    if (!table || row >= table->row_count) {
        FAIL("%s has no row %zu", key, row);
        return &none;
    }
    const size_t place = column_of(table, column);
    *kind = table->columns[place].kind;
    return &table->cells[row * table->column_count + place];
}

size_t report_rows(const char *key)
{
    const sw__table *table = table_of(key);
    return table ? table->row_count : 0;
}

double report_cell(const char *table, size_t row, const char *column)
{
    sw__cell_kind kind = SW__CELL_TEXT;
    const sw__cell *cell = cell_at(table, row, column, &kind);
    return number_of(kind, cell);
}

const char *report_text(const char *table, size_t row, const char *column)
{
    sw__cell_kind kind = SW__CELL_TEXT;
    const sw__cell *cell = cell_at(table, row, column, &kind);
    return cell->absent ? NULL : cell->text;
}

double section_cell(const char *path, const char *column)
{
    for (size_t row = 0; row < report_rows("sections"); row++) {
        const char *has = report_text("sections", row, "path");
        if (has && strcmp(has, path) == 0)
            return report_cell("sections", row, column);
    }
    FAIL("there is no section %s", path);
    return NAN;
}

char *section_table_now(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_print_section_table(file), SW_OK);
    fclose(file);
    return text;
}
