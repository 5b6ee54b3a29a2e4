// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The rows of an operator table, and what is said below them.

#ifndef SW_PROFILER_OP_CELLS_H
#define SW_PROFILER_OP_CELLS_H

#include "profiler/op_lines.h"
#include "report/report.h"

/// The last column is of no exporter: the line that the row is of.
enum { SW__OP_COLUMNS = 26, SW__OP_LINE_COLUMN = SW__OP_COLUMNS - 1 };
extern const sw__column sw__op_columns[SW__OP_COLUMNS];

/// Bits of those that a person can do without.
extern const uint64_t sw__op_spare_columns;

/// All that a table is made from.
typedef struct sw__op_view {
    const sw__op_lines *lines;
    sw__op_grouping by;
    double ns_per_tick;
    uint64_t recorded; ///< ticks of the iterations that the lines are of
    double peak_flops; ///< 0: not known
} sw__op_view;

/// Adds a row for each line, in their order.
void sw__op_cells_add(sw__table *table, sw__report *report, const sw__op_view *view);

/// Adds the row of the memory that came and went in no line.
void sw__op_outside_row_add(sw__table *table, const sw__op_view *view);

/// Adds what the lines add up to, and sets the note.
void sw__op_facts_add(sw__table *table, sw__report *report, const sw__op_view *view);

#endif
