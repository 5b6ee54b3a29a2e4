// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A report as JSON: one object of facts, and of each table a list of objects, one a row. What is absent is null. Text that
// is no UTF-8 has U+FFFD in place of each wrong byte. docs/report.md is the schema.

#ifndef SW_REPORT_JSON_H
#define SW_REPORT_JSON_H

#include "report/report.h"

/// More by one whenever a key changes its meaning or goes away; new keys do not count.
enum { SW__JSON_SCHEMA = 1 };

void sw__json_write(sw__buffer *out, const sw__report *report);

#endif
