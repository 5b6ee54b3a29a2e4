// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report.h"

#include <stdlib.h>

// Makes room for one more element; false if there is no memory.
static bool reserve(void **all, size_t count, size_t *capacity, size_t element)
{
    if (count < *capacity)
        return true;
    const size_t more = *capacity ? 2 * *capacity : 16;
    void *grown = reallocarray(*all, more, element);
    if (!grown)
        return false;
    *all = grown;
    *capacity = more;
    return true;
}

void sw__report_add_table(sw__report *report, sw__table *table)
{
    void *all = report->tables;
    report->failed |= table->failed || table->facts.failed;
    if (!reserve(&all, report->table_count, &report->table_capacity, sizeof *report->tables)) {
        report->failed = true;
        sw__table_free(table);
        return;
    }
    report->tables = all;
    report->tables[report->table_count++] = *table;
    *table = (sw__table){0};
}

const char *sw__report_keep(sw__report *report, sw__buffer *text)
{
    void *all = report->texts;
    if (text->failed || !reserve(&all, report->text_count, &report->text_capacity, sizeof *report->texts)) {
        report->failed = true;
        sw__buffer_free(text);
        return NULL;
    }
    report->texts = all;
    report->texts[report->text_count] = text->text;
    *text = (sw__buffer){0};
    return report->texts[report->text_count++];
}

bool sw__report_is_whole(const sw__report *report)
{
    return !report->failed && !report->head.failed && !report->foot.failed;
}

const sw__facts *sw__report_facts(const sw__report *report, size_t index)
{
    if (index == 0)
        return &report->head;
    if (index <= report->table_count)
        return &report->tables[index - 1].facts;
    return index == report->table_count + 1 ? &report->foot : NULL;
}

const sw__fact *sw__report_fact(const sw__report *report, const char *key)
{
    const sw__fact *fact = NULL;
    const sw__facts *facts;
    for (size_t i = 0; !fact && (facts = sw__report_facts(report, i)); i++)
        fact = sw__facts_find(facts, key);
    return fact;
}

void sw__report_free(sw__report *report)
{
    for (size_t i = 0; i < report->table_count; i++)
        sw__table_free(&report->tables[i]);
    for (size_t i = 0; i < report->text_count; i++)
        free(report->texts[i]);
    free(report->texts);
    free(report->tables);
    sw__facts_free(&report->head);
    sw__facts_free(&report->foot);
    *report = (sw__report){0};
}
