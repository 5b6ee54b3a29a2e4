// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tables as CSV by RFC 4180: a line of column keys, and a line for each row, which end with CR LF.
//
// Each table is a text of its own: in one file the rows would have columns that are empty for all the other tables, and
// a reader that looks for the type of a column would find none.

#ifndef SW_REPORT_CSV_H
#define SW_REPORT_CSV_H

#include "report/report.h"

void sw__csv_write_table(sw__buffer *out, const sw__table *table);

/// The facts as a table of one row, so that those of many runs can be put below each other.
void sw__csv_write_facts(sw__buffer *out, const sw__report *report);

#endif
