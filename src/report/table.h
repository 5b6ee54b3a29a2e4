// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A table on its way to an exporter: columns with a name and a kind, and rows of cells. Modules build tables; no exporter
// knows a module.

#ifndef SW_REPORT_TABLE_H
#define SW_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "report/cell.h"
#include "report/facts.h"

typedef struct sw__column {
    const char *name; ///< for people; NULL: for programs only, and that is not the first one
    sw__cell_kind kind;
    const char *key; ///< for programs: stays what it is when `name` reads better otherwise. NULL: for people only
} sw__column;

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
    bool failed;       ///< memory ran out: rows are missing, or not in order
    sw__facts facts;   ///< about all rows, such as totals: in the text between the rows and the note
    size_t shown_rows; ///< the text has the first so many rows, and says how many it leaves out; 0: all
    bool keeps_last; ///< the last row is one of the text's whatever is left out, and not one of those that are counted
    uint64_t spare;  ///< bits of columns that are not in the text where it would be too wide, the first of them first
    bool compact;    ///< columns that have no value in any row are not in the text; the first one always is
} sw__table;

/// Appends a row and returns its cells, all absent, or NULL when memory is out (`failed` is set).
sw__cell *sw__table_add_row(sw__table *table);

void sw__table_free(sw__table *table);

/// Writes the table as aligned text of columns: title, column names, a line, the rows. Texts are made printable (control
/// characters and invalid UTF-8 are escaped) and over-long ones shortened in the middle, in a wide table the more.
void sw__table_write_text(sw__buffer *out, const sw__table *table);

#endif
