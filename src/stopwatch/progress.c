// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "progress.h"

#include <math.h>
#include <stdlib.h>

#include "stopwatch/stopwatch_tables.h"

// The last print: what had been measured in the iterations that were finished by then.
static struct {
    uint64_t iterations; ///< 0: there was none
    double *finished_ns; ///< by place_of()
    size_t count;
} last;

// A measurement may be called what the iteration is called.
static size_t place_of(const sw__measurement *m)
{
    return 2 * (size_t)m->name + (m->kind == SW__KIND_ITERATION);
}

// Names that are new since then had 0.
static double finished_then(const sw__measurement *m)
{
    return place_of(m) < last.count ? last.finished_ns[place_of(m)] : 0;
}

static void add_row(sw__table *table, const sw__measurement *m, uint64_t iterations)
{
    sw__cell *cells = m->row.count ? sw__table_add_row(table) : NULL;
    if (!cells)
        return;
    const double since = (m->row.finished_ns - finished_then(m)) / (double)(iterations - last.iterations);
    cells[0] = sw__text(sw__name_text(m->name));
    // Two readings of the clock's rate differ by some parts per million.
    cells[1] = sw__number(since > 0 ? since : 0);
    cells[2] = sw__number(m->per_iteration_ns);
    cells[3] = sw__number(m->per_iteration_ns > 0 ? since / m->per_iteration_ns - 1 : NAN);
}

static void add_table(sw__report *report, const sw__measurements *l, uint64_t iterations)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"},
        {"since the last print", SW__CELL_DURATION, "since_ns"},
        {"so far", SW__CELL_DURATION, "so_far_ns"},
        {"change", SW__CELL_CHANGE, "change"},
    };
    sw__table table = {
        .title = "Time of an iteration since the last print", .key = "progress", .columns = columns, .column_count = 4};
    for (size_t i = 0; i < l->count; i++)
        add_row(&table, &l->all[i], iterations);
    sw__report_add_table(report, &table);
}

static void keep(const sw__measurements *l, uint64_t iterations)
{
    const size_t count = 2 * (size_t)sw__name_end();
    double *finished_ns = calloc(count, sizeof *finished_ns);
    sw__progress_reset();
    // Without memory the next print is like the first.
    if (!finished_ns)
        return;
    for (size_t i = 0; i < l->count; i++)
        if (place_of(&l->all[i]) < count)
            finished_ns[place_of(&l->all[i])] = l->all[i].row.finished_ns;
    last.iterations = iterations;
    last.finished_ns = finished_ns;
    last.count = count;
}

void sw__progress_table(sw__report *report, const sw__reading *reading)
{
    const uint64_t iterations = reading->iterations.measured;
    sw__measurements l = sw__measurements_list(reading);
    if (!l.all) {
        report->failed = true;
        return;
    }
    if (last.iterations && last.iterations < iterations)
        add_table(report, &l, iterations);
    keep(&l, iterations);
    free(l.all);
}

void sw__progress_reset(void)
{
    free(last.finished_ns);
    last.finished_ns = NULL;
    last.count = 0;
    last.iterations = 0;
}
