// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "json.h"

#include "json_value.h"

// `separator` goes in front of all entries but the first.
static void begin_entry(sw__buffer *out, bool *first, const char *separator)
{
    if (!*first)
        sw__buffer_text(out, separator);
    *first = false;
}

static void add_facts(sw__buffer *out, const sw__facts *facts, bool *first)
{
    for (size_t i = 0; i < facts->count; i++) {
        const sw__fact *fact = &facts->all[i];
        if (!fact->key)
            continue;
        begin_entry(out, first, ",");
        sw__buffer_text(out, "\n    ");
        sw__json_member(out, fact->key, fact->kind, &fact->cell);
    }
}

static void add_row(sw__buffer *out, const sw__table *table, size_t row)
{
    bool first = true;
    sw__buffer_text(out, "\n      {");
    for (size_t i = 0; i < table->column_count; i++) {
        const sw__column *column = &table->columns[i];
        if (!column->key)
            continue;
        begin_entry(out, &first, ", ");
        sw__json_member(out, column->key, column->kind, &table->cells[row * table->column_count + i]);
    }
    sw__buffer_text(out, "}");
}

static void add_table(sw__buffer *out, const sw__table *table)
{
    bool first = true;
    sw__buffer_text(out, "\n    ");
    sw__json_text(out, table->key);
    sw__buffer_text(out, ": [");
    for (size_t row = 0; row < table->row_count; row++) {
        begin_entry(out, &first, ",");
        add_row(out, table, row);
    }
    sw__buffer_text(out, first ? "]" : "\n    ]");
}

void sw__json_write(sw__buffer *out, const sw__report *report)
{
    bool first = true;
    const sw__facts *facts;
    sw__buffer_printf(out, "{\n  \"schema\": %d,\n  \"facts\": {", SW__JSON_SCHEMA);
    for (size_t i = 0; (facts = sw__report_facts(report, i)); i++)
        add_facts(out, facts, &first);
    sw__buffer_text(out, first ? "},\n  \"tables\": {" : "\n  },\n  \"tables\": {");
    first = true;
    for (size_t i = 0; i < report->table_count; i++)
        if (report->tables[i].key) {
            begin_entry(out, &first, ",");
            add_table(out, &report->tables[i]);
        }
    sw__buffer_text(out, first ? "}\n}\n" : "\n  }\n}\n");
    out->failed |= !sw__report_is_whole(report);
}
