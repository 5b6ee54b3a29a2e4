// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A table on its way to an exporter: columns with a name and a kind, cells that may be absent. Modules build tables; no
// exporter knows a module.

#ifndef SW_REPORT_TABLE_H
#define SW_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "report/units.h"

typedef enum sw__cell_kind {
    SW__CELL_TEXT,     ///< as it is, aligned left
    SW__CELL_COUNT,    ///< a whole number: 1,234,567
    SW__CELL_DURATION, ///< nanoseconds, shown in the unit that suits the value: 12.3 ms
    SW__CELL_PERCENT,  ///< a fraction of one, shown in percent: 0.123 is 12.3 %
    SW__CELL_NUMBER,   ///< any number, to six significant digits
    SW__CELL_RATE,     ///< so many a second, to three significant digits
    SW__CELL_CHANGE,   ///< a fraction of one with its sign: 0.05 is +5.00 %
    SW__CELL_ERROR,    ///< a relative error, shown in parts per million, rounded up
} sw__cell_kind;

typedef struct sw__column {
    const char *name; ///< for people; NULL: for programs only, and that is not the first one
    sw__cell_kind kind;
    const char *key; ///< for programs: stays what it is when `name` reads better otherwise. NULL: for people only
} sw__column;

typedef struct sw__cell {
    bool absent; ///< shown as --
    union {
        const char *text; ///< borrowed: it outlives the table
        uint64_t count;
        double number; ///< duration, percent, number
    };
} sw__cell;

typedef struct sw__table {
    const char *title;
    const char *key;   ///< for programs, as that of a column
    bool for_programs; ///< not in the text
    const sw__column *columns;
    size_t column_count;
    const char *note; ///< for people, lines below the rows; NULL: none
    sw__cell *cells;  ///< row after row
    size_t row_count;
    size_t row_capacity;
    bool failed; ///< memory ran out: rows are missing
} sw__table;

sw__cell sw__absent(void);
sw__cell sw__text(const char *text);
sw__cell sw__count(uint64_t count);
sw__cell sw__number(double number); ///< absent if it is not finite

/// A value that is there as people read it; `kind` is not SW__CELL_TEXT.
void sw__cell_format(char text[SW__UNIT_TEXT], sw__cell_kind kind, const sw__cell *cell);

/// Appends a row and returns its cells, all absent, or NULL when memory is out (`failed` is set).
sw__cell *sw__table_add_row(sw__table *table);

void sw__table_free(sw__table *table);

/// Writes the table as aligned text of columns: title, column names, a line, the rows. Names are made printable (control
/// characters and invalid UTF-8 are escaped) and over-long ones shortened in the middle.
void sw__table_write_text(sw__buffer *out, const sw__table *table);

#endif
