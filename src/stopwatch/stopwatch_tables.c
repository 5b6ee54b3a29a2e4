// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stopwatch_tables.h"

#include <math.h>
#include <stdlib.h>

#include "record/statistics.h"
#include "stopwatch/one_time.h"
#include "stopwatch/used_records.h"

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
    case SW__KIND_CYCLE:
    case SW__KIND_SECTION:
    case SW__KIND_OP:
        break;
    }
    return false;
}

sw__measurements sw__measurements_list(const sw__reading *reading)
{
    sw__measurements l = {malloc(reading->snapshot.record_end * sizeof *l.all), 0};
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

static void time_table(sw__report *report, const sw__reading *reading, const sw__measurements *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"}, {"per iteration", SW__CELL_DURATION, "per_iteration_ns"},
        {"share", SW__CELL_PERCENT, "share"},          {"per interval", SW__CELL_DURATION, "per_interval_ns"},
        {"total", SW__CELL_DURATION, "total_ns"},      {"count", SW__CELL_COUNT, "count"},
        {"threads", SW__CELL_COUNT, "threads"},
    };
    sw__table table = {
        .title = "Time of an iteration",
        .key = "times",
        .note = "Per iteration: of the finished ones; per interval: total / count; share: of wall time x threads.\n"
                "Rows may lie within one another: they do not add up.\n",
        .columns = columns,
        .column_count = 7,
    };
    for (size_t i = 0; i < l->count; i++) {
        const sw__measurement *m = &l->all[i];
        sw__cell *cells = sw__table_add_row(&table);
        bool counted = m->row.count != 0;
        if (!cells)
            break;
        cells[0] = sw__text(sw__name_text(m->name));
        cells[1] = sw__number_if(counted && reading->iterations.measured, m->per_iteration_ns);
        cells[2] = sw__number_if(m->share >= 0, m->share);
        cells[3] = sw__number_if(counted, m->per_interval_ns);
        cells[4] = sw__number_if(counted, m->row.total_ns);
        cells[5] = sw__count(m->row.count);
        cells[6] = counted ? sw__count(m->row.threads) : sw__absent();
    }
    sw__report_add_table(report, &table);
}

static void spread_table(sw__report *report, const sw__reading *reading, const sw__measurements *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"},
        {"min", SW__CELL_DURATION, "min_ns"},
        {"p50", SW__CELL_DURATION, "p50_ns"},
        {"p90", SW__CELL_DURATION, "p90_ns"},
        {"p99", SW__CELL_DURATION, "p99_ns"},
        {"max", SW__CELL_DURATION, "max_ns"},
        {"in iteration", SW__CELL_COUNT, "max_iteration"},
        {"deviation", SW__CELL_DURATION, "stddev_ns"},
    };
    sw__table table = {.title = "Spread of the intervals", .key = "spread", .columns = columns, .column_count = 8};
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
        cells[7] = sw__number_if(row->count > 1, row->stddev_ns);
    }
    sw__report_add_table(report, &table);
}

static void open_table(sw__report *report, const sw__measurements *l)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"},
        {"running", SW__CELL_COUNT, "running"},
        {"for", SW__CELL_DURATION, "running_ns"},
        {"unfinished", SW__CELL_COUNT, "unfinished"},
    };
    sw__table table = {.title = "Started and not ended", .key = "open", .columns = columns, .column_count = 4};
    for (size_t i = 0; i < l->count; i++) {
        const sw__open_timers *open = &l->all[i].open;
        sw__cell *cells = open->running || open->unfinished ? sw__table_add_row(&table) : NULL;
        if (!cells)
            continue;
        cells[0] = sw__text(sw__name_text(l->all[i].name));
        cells[1] = sw__count(open->running);
        cells[2] = sw__number_if(open->running, l->all[i].running_ns);
        cells[3] = sw__count(open->unfinished);
    }
    sw__report_add_table(report, &table);
}

static void one_time_table(sw__report *report, const sw__reading *reading)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"},
        {"time", SW__CELL_DURATION, "time_ns"},
        {"", SW__CELL_TEXT, "state"},
    };
    sw__table table = {.title = "One-time measurements", .key = "one_time", .columns = columns, .column_count = 3};
    size_t count;
    sw__one_time *all = sw__one_times(&count);
    for (size_t i = 0; i < count; i++) {
        sw__cell *cells = sw__table_add_row(&table);
        if (!cells)
            break;
        uint64_t end = all[i].running ? reading->now : all[i].end;
        cells[0] = sw__text(sw__name_text(all[i].name));
        cells[1] = sw__number((double)(end - all[i].start) * reading->clock.ns_per_tick);
        cells[2] = sw__text(all[i].running ? "running" : all[i].captured ? "not synced: graph capture" : "");
    }
    sw__report_add_table(report, &table);
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
    cells[2] = sw__number_if(counted, values->last);
    cells[3] = sw__number_if(counted, values->mean);
    cells[4] = sw__number_if(values->count > 1, sqrt(values->squares / (double)values->count));
    cells[5] = sw__number_if(counted, values->min);
    cells[6] = sw__number_if(counted, values->max);
}

static void value_table(sw__report *report, const sw__reading *reading)
{
    static const sw__column columns[] = {
        {"value", SW__CELL_TEXT, "value"}, {"count", SW__CELL_COUNT, "count"},       {"last", SW__CELL_NUMBER, "last"},
        {"mean", SW__CELL_NUMBER, "mean"}, {"deviation", SW__CELL_NUMBER, "stddev"}, {"min", SW__CELL_NUMBER, "min"},
        {"max", SW__CELL_NUMBER, "max"},
    };
    sw__table table = {.title = "Values", .key = "values", .columns = columns, .column_count = 7};
    for (uint32_t record = 1; record < reading->snapshot.record_end; record++)
        if (sw__record_at(record)->kind == SW__KIND_VALUE && sw__is_used_record(record))
            value_row(&table, &reading->snapshot.merged->records[record].values,
                      sw__name_text(sw__record_at(record)->name));
    sw__report_add_table(report, &table);
}

static sw__stopwatch_totals totals_of(const sw__measurements *l)
{
    sw__stopwatch_totals totals = {0};
    for (size_t i = 0; i < l->count; i++) {
        const sw__measurement *m = &l->all[i];
        totals.pairs += m->kind == SW__KIND_MEAS ? m->row.count - m->row.added : 0;
        totals.straddled += m->row.straddled;
        totals.running += m->open.running;
        totals.unfinished += m->open.unfinished;
        totals.in_open_iteration |= m->row.total_ns > m->row.finished_ns;
        totals.captured += m->open.captured;
    }
    return totals;
}

// What the tables have for people, as single values for programs.
static void add_facts(sw__facts *facts, const sw__measurements *l)
{
    const sw__measurement *iteration = NULL, *top = NULL;
    for (size_t i = l->count; i-- > 0;)
        if (l->all[i].kind == SW__KIND_ITERATION)
            iteration = &l->all[i];
        else if (l->all[i].row.count)
            top = &l->all[i];
    const bool timed = iteration && iteration->row.count;
    const sw__cell none = sw__absent();
    sw__facts_add(facts, "iteration_p50_ns", SW__CELL_DURATION, timed ? sw__number(iteration->row.p50_ns) : none, NULL,
                  NULL);
    sw__facts_add(facts, "iteration_p99_ns", SW__CELL_DURATION, timed ? sw__number(iteration->row.p99_ns) : none, NULL,
                  NULL);
    sw__facts_add(facts, "top_measurement", SW__CELL_TEXT, top ? sw__text(sw__name_text(top->name)) : none, NULL, NULL);
    sw__facts_add(facts, "top_share", SW__CELL_PERCENT, top ? sw__number_if(top->share >= 0, top->share) : none, NULL,
                  NULL);
}

sw__stopwatch_totals sw__stopwatch_tables(sw__report *report, const sw__reading *reading)
{
    sw__measurements l = sw__measurements_list(reading);
    if (!l.all) {
        report->failed = true;
        return (sw__stopwatch_totals){0};
    }
    time_table(report, reading, &l);
    spread_table(report, reading, &l);
    sw__cpu_usage_cost cpu_usage = sw__cpu_usage_table(report);
    open_table(report, &l);
    one_time_table(report, reading);
    value_table(report, reading);
    add_facts(&report->head, &l);
    sw__stopwatch_totals totals = totals_of(&l);
    totals.cpu_usage = cpu_usage;
    free(l.all);
    return totals;
}
