// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The report of the session so far, looked up by the keys that programs use.

#ifndef TESTS_REPORT_SUPPORT_H
#define TESTS_REPORT_SUPPORT_H

#include <stddef.h>

#include "session_support.h"

/// Takes the report; report_drop() ends it.
void report_take(void);
void report_drop(void);

/// The number of a fact; NAN if it is absent. A fact that is not there is a failure.
double report_number(const char *key);

bool report_has_table(const char *table);

/// How many rows a table has. One that is not there is a failure, and has none.
size_t report_rows(const char *table);

/// The number in a row of a table; NAN if it is absent. A column or row that is not there is a failure.
double report_cell(const char *table, size_t row, const char *column);

/// The text in a row of a table; NULL if it is absent.
const char *report_text(const char *table, size_t row, const char *column);

/// The number in the row of a section, which is known by its path.
double section_cell(const char *path, const char *column);

/// What sw_print_section_table() prints now; free it.
char *section_table_now(void);

/// The row of a section in such a text, set apart by single spaces.
#define CHECK_SECTION_ROW(text, label, row) CHECK_TEXT(row_of((text), "Sections", (label)), (row))

#endif
