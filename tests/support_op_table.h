// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Operator tables, and what they are made of.

#ifndef TESTS_SUPPORT_OP_TABLE_H
#define TESTS_SUPPORT_OP_TABLE_H

#include "report_support.h"
#include "support_ops.h"

/// What sw_print_op_table() prints; checks that it succeeds. Free it.
char *op_table_now(const sw_op_table_options *options);

/// What it prints with such options is `expected`, or has `part` in it.
void check_op_table(const sw_op_table_options *options, const char *expected);
void check_op_table_has(const sw_op_table_options *options, const char *part);

/// The number in the row of an op in the report that was taken.
double op_cell(const char *op, const char *column);

#endif
