// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report.h"

#include <stdlib.h>
#include <string.h>

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

void sw__facts_add(sw__facts *facts, const char *key, sw__cell_kind kind, sw__cell cell, const char *before,
                   const char *after)
{
    void *all = facts->all;
    if (!reserve(&all, facts->count, &facts->capacity, sizeof *facts->all)) {
        facts->failed = true;
        return;
    }
    facts->all = all;
    facts->all[facts->count++] = (sw__fact){key, kind, cell, before, after};
}

void sw__report_add_table(sw__report *report, sw__table *table)
{
    void *all = report->tables;
    report->failed |= table->failed;
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

static const sw__fact *find(const sw__facts *facts, const char *key)
{
    for (size_t i = 0; i < facts->count; i++)
        if (facts->all[i].key && strcmp(facts->all[i].key, key) == 0)
            return &facts->all[i];
    return NULL;
}

const sw__fact *sw__report_fact(const sw__report *report, const char *key)
{
    const sw__fact *fact = find(&report->head, key);
    return fact ? fact : find(&report->foot, key);
}

void sw__report_free(sw__report *report)
{
    for (size_t i = 0; i < report->table_count; i++)
        sw__table_free(&report->tables[i]);
    for (size_t i = 0; i < report->text_count; i++)
        free(report->texts[i]);
    free(report->texts);
    free(report->tables);
    free(report->head.all);
    free(report->foot.all);
    *report = (sw__report){0};
}
