// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report.h"

#include <stdint.h>
#include <string.h>

#include "base/printable.h"

static void write_fact(sw__buffer *out, const sw__fact *fact)
{
    char value[SW__UNIT_TEXT];
    sw__buffer_text(out, fact->before);
    if (fact->kind == SW__CELL_TEXT)
        sw__printable_add(out, fact->cell.text, strlen(fact->cell.text), SIZE_MAX);
    else {
        sw__cell_format(value, fact->kind, &fact->cell);
        sw__buffer_text(out, value);
    }
    if (fact->after)
        sw__buffer_text(out, fact->after);
}

static void write_facts(sw__buffer *out, const sw__facts *facts)
{
    bool any = false;
    for (size_t i = 0; i < facts->count; i++)
        if (facts->all[i].before && !facts->all[i].cell.absent) {
            write_fact(out, &facts->all[i]);
            any = true;
        }
    if (any)
        sw__buffer_text(out, "\n");
}

void sw__report_write_text(sw__buffer *out, const sw__report *report)
{
    write_facts(out, &report->head);
    for (size_t i = 0; i < report->table_count; i++)
        if (report->tables[i].row_count && !report->tables[i].for_programs) {
            sw__buffer_text(out, "\n");
            sw__table_write_text(out, &report->tables[i]);
        }
    write_facts(out, &report->foot);
    out->failed |= !sw__report_is_whole(report);
}
