// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stopwatch_tables.h"

#include <math.h>
#include <stdlib.h>

#include "record/statistics.h"
#include "stopwatch/one_time.h"
#include "stopwatch/used_records.h"

// The measurements of a reading, the iteration itself among them, the one with the greatest total first.
typedef struct list {
    sw__measurement *all;
    size_t count;
} list;

static int by_total(const void *a, const void *b)
{
    const sw__measurement *x = a;
    const sw__measurement *y = b;
    if (x->row.total_ns != y->row.total_ns)
        return x->row.total_ns < y->row.total_ns ? 1 : -1;
    return (x->name > y->name) - (x->name < y->name);
}

// A name that was both timed and added to by hand has two records and one row. The iteration has one once it was measured.
static bool has_row(const sw__reading *reading, uint32_t record)
{
    const sw__record *r = sw__record_at(record);
    switch (r->kind) {
    case SW__KIND_MEAS:
        return sw__is_used_record(record);
    case SW__KIND_ADDED:
        return sw__is_used_record(record) && !sw__is_used_record(sw__record_find(SW__KIND_MEAS, r->name, r->parent));
    case SW__KIND_ITERATION:
        return reading->snapshot.merged->records[record].lengths.count != 0;
    case SW__KIND_VALUE:
        break;
    }
    return false;
}

static list list_measurements(const sw__reading *reading)
{
    list l = {malloc(reading->snapshot.record_end * sizeof *l.all), 0};
    if (!l.all)
        return l;
    for (uint32_t record = 1; record < reading->snapshot.record_end; record++) {
        const sw__record *r = sw__record_at(record);
        if (has_row(reading, record))
            l.all[l.count++] =
                sw__measurement_of(reading, r->kind == SW__KIND_ADDED ? SW__KIND_MEAS : r->kind, r->name);
    }
    qsort(l.all, l.count, sizeof *l.all, by_total);
    return l;
}

static sw__cell number_if(bool known, double number)
{
    return known ? sw__number(number) : sw__absent();
}

static void write_and_free(sw__buffer *out, sw__table *table)
{
    if (table->row_count) {
        sw__buffer_text(out, "\n");
        sw__table_write_text(out, table);
    }
    out->failed |= table->failed;
    sw__table_free(table);
}

static void time_table(sw__buffer *out, const sw__reading *reading, const list *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT},      {"per iteration", SW__CELL_DURATION}, {"share", SW__CELL_PERCENT},
        {"per interval", SW__CELL_DURATION}, {"total", SW__CELL_DURATION},         {"count", SW__CELL_COUNT},
        {"threads", SW__CELL_COUNT},
    };
    sw__table table = {.title = "Time of an iteration", .columns = columns, .column_count = 7};
    for (size_t i = 0; i < l->count; i++) {
        const sw__measurement *m = &l->all[i];
        sw__cell *cells = sw__table_add_row(&table);
        bool counted = m->row.count != 0;
        if (!cells)
            break;
        cells[0] = sw__text(sw__name_text(m->name));
        cells[1] = number_if(counted && reading->iterations.measured, m->per_iteration_ns);
        cells[2] = number_if(m->share >= 0, m->share);
        cells[3] = number_if(counted, m->per_interval_ns);
        cells[4] = number_if(counted, m->row.total_ns);
        cells[5] = sw__count(m->row.count);
        cells[6] = counted ? sw__count(m->row.threads) : sw__absent();
    }
    write_and_free(out, &table);
}

static void spread_table(sw__buffer *out, const sw__reading *reading, const list *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT}, {"min", SW__CELL_DURATION},      {"p50", SW__CELL_DURATION},
        {"p90", SW__CELL_DURATION},     {"p99", SW__CELL_DURATION},      {"max", SW__CELL_DURATION},
        {"in iteration", SW__CELL_COUNT},     {"deviation", SW__CELL_DURATION},
    };
    sw__table table = {.title = "Spread of the intervals", .columns = columns, .column_count = 8};
    for (size_t i = 0; i < l->count; i++) {
        const sw__row *row = &l->all[i].row;
        sw__cell *cells = row->count ? sw__table_add_row(&table) : NULL;
        if (!cells)
            continue;
        cells[0] = sw__text(sw__name_text(l->all[i].name));
        cells[1] = sw__number(row->min_ns);
        cells[2] = sw__number(row->p50_ns);
        cells[3] = sw__number(row->p90_ns);
        cells[4] = sw__number(row->p99_ns);
        cells[5] = sw__number(row->max_ns);
        cells[6] = sw__count(row->max_epoch - reading->iterations.first_epoch);
        cells[7] = number_if(row->count > 1, row->stddev_ns);
    }
    write_and_free(out, &table);
}

static void open_table(sw__buffer *out, const list *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT},
        {"running", SW__CELL_COUNT},
        {"for", SW__CELL_DURATION},
        {"unfinished", SW__CELL_COUNT},
    };
    sw__table table = {.title = "Started and not ended", .columns = columns, .column_count = 4};
    for (size_t i = 0; i < l->count; i++) {
        const sw__open_timers *open = &l->all[i].open;
        sw__cell *cells = open->running || open->unfinished ? sw__table_add_row(&table) : NULL;
        if (!cells)
            continue;
        cells[0] = sw__text(sw__name_text(l->all[i].name));
        cells[1] = sw__count(open->running);
        cells[2] = number_if(open->running, l->all[i].running_ns);
        cells[3] = sw__count(open->unfinished);
    }
    write_and_free(out, &table);
}

static void one_time_table(sw__buffer *out, const sw__reading *reading)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT}, {"time", SW__CELL_DURATION}, {"", SW__CELL_TEXT}};
    sw__table table = {.title = "One-time measurements", .columns = columns, .column_count = 3};
    size_t count;
    sw__one_time *all = sw__one_times(&count);
    for (size_t i = 0; i < count; i++) {
        sw__cell *cells = sw__table_add_row(&table);
        if (!cells)
            break;
        uint64_t end = all[i].running ? reading->now : all[i].end;
        cells[0] = sw__text(sw__name_text(all[i].name));
        cells[1] = sw__number((double)(end - all[i].start) * reading->clock.ns_per_tick);
        cells[2] = sw__text(all[i].running ? "running" : "");
    }
    write_and_free(out, &table);
    free(all);
}

static void value_row(sw__table *table, const sw__values *values, const char *name)
{
    sw__cell *cells = sw__table_add_row(table);
    if (!cells)
        return;
    bool counted = values->count != 0;
    cells[0] = sw__text(name);
    cells[1] = sw__count(values->count);
    cells[2] = number_if(counted, values->last);
    cells[3] = number_if(counted, values->mean);
    cells[4] = number_if(values->count > 1, sqrt(values->squares / (double)values->count));
    cells[5] = number_if(counted, values->min);
    cells[6] = number_if(counted, values->max);
}

static void value_table(sw__buffer *out, const sw__reading *reading)
{
    static const sw__column columns[] = {
        {"value", SW__CELL_TEXT},       {"count", SW__CELL_COUNT}, {"last", SW__CELL_NUMBER}, {"mean", SW__CELL_NUMBER},
        {"deviation", SW__CELL_NUMBER}, {"min", SW__CELL_NUMBER},  {"max", SW__CELL_NUMBER},
    };
    sw__table table = {.title = "Values", .columns = columns, .column_count = 7};
    for (uint32_t record = 1; record < reading->snapshot.record_end; record++)
        if (sw__record_at(record)->kind == SW__KIND_VALUE && sw__is_used_record(record))
            value_row(&table, &reading->snapshot.merged->records[record].values,
                      sw__name_text(sw__record_at(record)->name));
    write_and_free(out, &table);
}

static sw__stopwatch_totals totals_of(const sw__reading *reading, const list *l)
{
    sw__stopwatch_totals totals = {.lost = reading->snapshot.lost};
    for (size_t i = 0; i < l->count; i++) {
        const sw__measurement *m = &l->all[i];
        totals.pairs += m->row.count;
        totals.straddled += m->row.straddled;
        totals.running += m->open.running;
        totals.unfinished += m->open.unfinished;
        totals.in_open_iteration |= m->row.total_ns > m->row.finished_ns;
    }
    return totals;
}

sw__stopwatch_totals sw__stopwatch_tables(sw__buffer *out, const sw__reading *reading)
{
    list l = list_measurements(reading);
    if (!l.all) {
        out->failed = true;
        return (sw__stopwatch_totals){0};
    }
    time_table(out, reading, &l);
    spread_table(out, reading, &l);
    sw__cpu_usage_cost cpu_usage = sw__cpu_usage_table(out);
    open_table(out, &l);
    one_time_table(out, reading);
    value_table(out, reading);
    sw__stopwatch_totals totals = totals_of(reading, &l);
    totals.cpu_usage = cpu_usage;
    free(l.all);
    return totals;
}
