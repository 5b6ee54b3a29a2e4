// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A report on its way to an exporter: single facts, and tables. Modules build it once; text, JSON and CSV are written from
// it, and none of them knows a module.

#ifndef SW_REPORT_REPORT_H
#define SW_REPORT_REPORT_H

#include "report/facts.h"
#include "report/table.h"

/// Zero is an empty report. The texts in it are borrowed, or kept by sw__report_keep().
typedef struct sw__report {
    sw__facts head; ///< above the tables in the text
    sw__facts foot; ///< below them
    sw__table *tables;
    size_t table_count;
    size_t table_capacity;
    char **texts; ///< those that are kept
    size_t text_count;
    size_t text_capacity;
    bool failed; ///< memory ran out: the report is not whole, and no exporter writes it
} sw__report;

/// Moves the table into the report, which frees it.
void sw__report_add_table(sw__report *report, sw__table *table);

/// Takes the text out of the buffer and keeps it for as long as the report. NULL: no memory; the report is not whole.
const char *sw__report_keep(sw__report *report, sw__buffer *text);

/// Whether all of it is there.
bool sw__report_is_whole(const sw__report *report);

/// The lists of facts in their order: the head, those of each table, the foot. NULL behind the last.
const sw__facts *sw__report_facts(const sw__report *report, size_t index);

/// The fact of this key, or NULL.
const sw__fact *sw__report_fact(const sw__report *report, const char *key);

void sw__report_free(sw__report *report);

/// Writes the report as a person reads it: the facts that have words, and the tables that have rows, less those that are for
/// programs only.
void sw__report_write_text(sw__buffer *out, const sw__report *report);

#endif
