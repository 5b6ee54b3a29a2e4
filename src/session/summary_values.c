// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

// The summary in ten numbers: facts of the report under names and in units that experiment trackers like.

#include <math.h>
#include <string.h>

#include <stepwatch/session.h>
#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "report/exact_number.h"
#include "session/session_settings.h"
#include "session/summary.h"

typedef struct summary_value {
    const char *name;
    const char *fact;
    double parts; // so many of the fact's unit are one of this
    double factor;
} summary_value;

static const summary_value values[] = {
    {"iterations", "iterations", 1, 1},
    {"wall_time_s", "wall_time_ns", 1e9, 1},
    {"iterations_per_s", "iterations_per_s", 1, 1},
    {"items_per_s", "items_per_s", 1, 1},
    {"iteration_mean_ms", "iteration_mean_ns", 1e6, 1},
    {"iteration_p50_ms", "iteration_p50_ns", 1e6, 1},
    {"iteration_p99_ms", "iteration_p99_ns", 1e6, 1},
    {"top_share_percent", "top_share", 1, 100},
    {"own_cost_percent", "own_cost_share", 1, 100},
    {"misuse", "misuse", 1, 1},
};

enum { VALUE_COUNT = sizeof values / sizeof *values };

// False: there is none.
static bool value_of(const sw__report *report, const summary_value *v, double *number)
{
    const sw__fact *fact = sw__report_fact(report, v->fact);
    if (!fact || fact->cell.absent)
        return false;
    const double raw = fact->kind == SW__CELL_COUNT ? (double)fact->cell.count : fact->cell.number;
    *number = raw / v->parts * v->factor;
    return isfinite(*number);
}

// All of them at one moment; NAN stands for none.
static sw_status read_values(double numbers[VALUE_COUNT])
{
    sw__report report = {0};
    if (!sw_stopwatch_is_enabled())
        return SW_NOT_RECORDED;
    sw__session_lock();
    sw_status status = sw__summary_report(&report);
    if (status == SW_OK && !sw__report_is_whole(&report))
        status = SW_ERR_NO_MEMORY;
    for (size_t i = 0; i < VALUE_COUNT; i++)
        if (!value_of(&report, &values[i], &numbers[i]))
            numbers[i] = NAN;
    sw__session_unlock();
    sw__report_free(&report);
    return status;
}

sw_status sw_print_summary(FILE *file)
{
    double numbers[VALUE_COUNT];
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    sw_status status = read_values(numbers);
    if (status != SW_OK)
        return sw__fail(status);
    sw__buffer text = {0};
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        char number[SW__UNIT_TEXT];
        const sw__cell cell = sw__number(numbers[i]);
        if (sw__exact_cell(number, SW__CELL_NUMBER, &cell))
            sw__buffer_printf(&text, "%s %s\n", values[i].name, number);
    }
    status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    return status == SW_OK ? SW_OK : sw__fail(status);
}

sw_status sw_get_summary_value(const char *name, double *value)
{
    double numbers[VALUE_COUNT];
    if (!name || !value)
        return sw__fail(SW_ERR_ARGUMENT);
    size_t i = 0;
    while (i < VALUE_COUNT && strcmp(values[i].name, name) != 0)
        i++;
    if (i == VALUE_COUNT)
        return sw__fail(SW_ERR_UNKNOWN_NAME);
    sw_status status = read_values(numbers);
    if (status == SW_OK && isnan(numbers[i]))
        status = SW_NOT_RECORDED;
    if (status != SW_OK)
        return sw__fail(status);
    *value = numbers[i];
    return SW_OK;
}
