// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report.h"

void sw__report_write_text(sw__buffer *out, const sw__report *report)
{
    sw__facts_write_text(out, &report->head);
    for (size_t i = 0; i < report->table_count; i++)
        if (report->tables[i].row_count && !report->tables[i].for_programs) {
            sw__buffer_text(out, "\n");
            sw__table_write_text(out, &report->tables[i]);
        }
    sw__facts_write_text(out, &report->foot);
    out->failed |= !sw__report_is_whole(report);
}
