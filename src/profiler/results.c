// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "results.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/message.h"
#include "profiler/cycles.h"
#include "profiler/metrics.h"
#include "profiler/metrics_file.h"
#include "profiler/op_rows.h"
#include "profiler/traces.h"
#include "profiler/value_rows.h"

static struct {
    const sw__profiler_settings *settings;
    sw__iteration_totals cycle; ///< of a cycle that is looked at as a whole, for its rows
    bool lacks_ops;             ///< there were to be rows of ops, and there was none yet
} results;

static bool is_torch(void)
{
    return results.settings->mode == SW_PROFILER_TORCH;
}

static bool has_rows_of_cycles(void)
{
    return is_torch() && !results.settings->per_step && sw__metrics_file_is_open();
}

static sw__values_of values_of(void)
{
    if (!is_torch())
        return SW__VALUES_OF_SECTIONS;
    return results.settings->per_step ? SW__VALUES_OF_SECTIONS_PARTS : SW__VALUES_OF_WHOLE;
}

void sw__results_open(const sw__profiler_settings *settings)
{
    results.settings = settings;
    results.lacks_ops = is_torch() && settings->save_file;
    sw__iteration_totals_free(&results.cycle);
    sw__iteration_totals_reset();
    sw__metrics_file_open(settings);
    sw__traces_open(settings);
}

void sw__results_begin_cycle(void)
{
    sw__traces_begin_cycle();
}

void sw__results_begin_iteration(void)
{
    sw__traces_begin_iteration();
}

static void write_op_rows(const char *iteration, const sw__iteration_totals *totals)
{
    const size_t rows = sw__op_rows_write(&(sw__op_rows){totals, iteration, sw__clock_calibrate().ns_per_tick * 1e-9});
    results.lacks_ops &= rows == 0;
}

static void write_rows(const sw__iteration_totals *totals, uint64_t number)
{
    char iteration[24];
    snprintf(iteration, sizeof iteration, "%ju", (uintmax_t)number);
    if (!is_torch())
        sw__value_row_write(number);
    else if (results.settings->per_step)
        write_op_rows(iteration, totals);
    else if (!sw__iteration_totals_add(&results.cycle, totals))
        sw__metrics_file_add(NULL, 0, 1);
}

void sw__results_of_iteration(sw__iteration_facts facts, uint64_t number)
{
    sw__traces_iteration_is_over();
    sw__iteration_totals totals;
    (void)sw__iteration_totals_take(&totals, facts.finished.epoch);
    facts.totals = &totals;
    facts.values_of = values_of();
    sw__metrics_take(&facts);
    if (sw__metrics_file_is_open())
        write_rows(&totals, number);
    sw__iteration_totals_free(&totals);
    sw__traces_end_iteration(&facts.finished, number);
}

static void add_rest(uint32_t epoch)
{
    sw__iteration_totals rest;
    if (sw__iteration_totals_take(&rest, epoch))
        (void)sw__iteration_totals_add(&results.cycle, &rest);
    sw__iteration_totals_free(&rest);
}

const char *sw__results_of_cycle(uint32_t last_epoch, bool partial, bool cut_off)
{
    if (has_rows_of_cycles()) {
        if (cut_off)
            add_rest(last_epoch);
        write_op_rows("agg", &results.cycle);
        sw__iteration_totals_free(&results.cycle);
    }
    return sw__traces_end_cycle(last_epoch, partial);
}

// Sections alone make no rows in this mode, which is easily not expected.
void sw__results_conclude(void)
{
    if (results.lacks_ops && sw__cycles_now().begun)
        sw__say(SW_OK, "profiler: the rows of mode torch are of ops, and no op was recorded: there is no CSV file");
}

void sw__results_close(void)
{
    sw__metrics_file_close();
    sw__traces_close();
    sw__iteration_totals_free(&results.cycle);
}

void sw__results_after_fork(void)
{
    sw__metrics_file_after_fork();
    sw__traces_after_fork();
}
