// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tables of literal cells, against the text that a person is to see.

#ifndef TESTS_TABLE_SUPPORT_H
#define TESTS_TABLE_SUPPORT_H

#include "report/table.h"

/// The columns of a table, in its initialiser.
#define COLUMNS(array) .columns = (array), .column_count = sizeof(array) / sizeof *(array)

/// The text of the table is this one. Frees the table.
void check_table(sw__table *table, const char *expected);

#endif
