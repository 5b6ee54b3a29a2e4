// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Puts the rows of a table in the order of a column.

#ifndef SW_REPORT_TABLE_SORT_H
#define SW_REPORT_TABLE_SORT_H

#include "report/table.h"

/// Sorts the rows by the column that has this key, or else this name. Numbers descend and texts, compared by their bytes,
/// ascend; a "-" in front turns that round. What is absent comes last either way, and rows that are equal keep their order.
/// False: there is no such column, and nothing is moved.
bool sw__table_sort(sw__table *table, const char *by);

/// The column that it would be sorted by; `column_count`: there is none.
size_t sw__table_sort_column(const sw__table *table, const char *by);

/// Adds what a table of these columns can be sorted by, for a message: "name, count, total_ns".
void sw__table_add_keys(sw__buffer *out, const sw__table *table);

#endif
