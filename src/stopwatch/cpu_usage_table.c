// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_usage_table.h"

#include "base/names.h"
#include "report/units.h"
#include "stopwatch/cpu_usage.h"
#include "stopwatch/cpu_usage_name.h"

static sw__cell percent_if(bool known, double percent)
{
    return known ? sw__number(percent / 100) : sw__absent();
}

static void fill(sw__cell *cells, const sw_cpu_usage *usage, bool known)
{
    bool machine_known = known && usage->machine_ticks;
    cells[0] = sw__text(sw__name_text(sw__cpu_usage_name()));
    cells[1] = percent_if(known, usage->core_percent);
    cells[2] = percent_if(known && usage->allowed_cpus > 0, usage->allowed_percent);
    cells[3] = percent_if(known, usage->user_percent);
    cells[4] = percent_if(known, usage->system_percent);
    cells[5] = percent_if(known, usage->children_percent);
    cells[6] = percent_if(machine_known, usage->machine_busy_percent);
    cells[7] = percent_if(machine_known, usage->machine_iowait_percent);
    cells[8] = sw__count(usage->intervals);
    cells[9] = usage->intervals ? sw__number(usage->cost_ns) : sw__absent();
}

static void write_scales(sw__buffer *out, const sw_cpu_usage *usage, bool known)
{
    char cpus[SW__UNIT_TEXT] = "--";
    if (known && usage->allowed_cpus > 0)
        sw__format_number(cpus, usage->allowed_cpus);
    sw__buffer_printf(
        out,
        "CPU time of this process over wall time, each summed over the intervals. Of one core: 100 %% is one core\n"
        "busy all the time, two are 200 %%; user, system and children, those that ended and were waited for, are on\n"
        "this scale. Of allowed: of the CPUs that this process may use, %s. Machine: of all its CPUs, all processes.\n"
        "Reading: what the two edges of an interval cost, outside of it.\n",
        cpus);
}

sw__cpu_usage_cost sw__cpu_usage_table(sw__report *report)
{
    static const sw__column columns[] = {
        {"measurement", SW__CELL_TEXT, "measurement"},
        {"of one core", SW__CELL_PERCENT, "of_one_core"},
        {"of allowed", SW__CELL_PERCENT, "of_allowed"},
        {"user", SW__CELL_PERCENT, "user"},
        {"system", SW__CELL_PERCENT, "system"},
        {"children", SW__CELL_PERCENT, "children"},
        {"machine busy", SW__CELL_PERCENT, "machine_busy"},
        {"iowait", SW__CELL_PERCENT, "machine_iowait"},
        {"intervals", SW__CELL_COUNT, "intervals"},
        {"reading", SW__CELL_DURATION, "reading_ns"},
    };
    if (!sw__cpu_usage_name())
        return (sw__cpu_usage_cost){0};
    sw_cpu_usage usage;
    bool known = sw__cpu_usage_read(&usage) == SW_OK;
    sw__buffer scales = {0};
    write_scales(&scales, &usage, known);
    sw__table table = {
        .title = "CPU usage",
        .key = "cpu_usage",
        .columns = columns,
        .column_count = sizeof columns / sizeof *columns,
        .note = sw__report_keep(report, &scales),
    };
    sw__cell *cells = sw__table_add_row(&table);
    if (cells)
        fill(cells, &usage, known);
    sw__report_add_table(report, &table);
    return (sw__cpu_usage_cost){usage.intervals, usage.cost_ns * (double)usage.intervals};
}
