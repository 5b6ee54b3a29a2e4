// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "summary.h"

#include <unistd.h>

#include <stepwatch/nvtx_wrapper.h>
#include <stepwatch/ops.h>
#include <stepwatch/profiler.h>
#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "nvtx_wrapper/wrapper.h"
#include "profiler/op_table.h"
#include "profiler/profiler.h"
#include "profiler/profiler_facts.h"
#include "profiler/section_table.h"
#include "session/cuda_line.h"
#include "session/machine_line.h"
#include "session/session_settings.h"
#include "session/summary_header.h"
#include "stopwatch/progress.h"

// Which modules a summary is of, of those that are on.
typedef struct parts {
    bool stopwatch;
    bool progress; ///< of the stopwatch: what happened since the last print
    bool profiler;
    bool ops; ///< of the profiler
    bool nvtx;
} parts;

static parts all_parts(void)
{
    return (parts){
        .stopwatch = sw_stopwatch_is_enabled(),
        .profiler = sw_profiler_is_enabled(),
        .ops = sw_op_is_enabled(),
        .nvtx = sw_nvtx_is_enabled(),
    };
}

static void add_ranges(sw__report *report)
{
    sw__table table = {0};
    (void)sw__nvtx_range_table(&table);
    sw__report_add_table(report, &table);
}

// A time around the launch of a kernel means one thing with a wait for the GPU and another without. Where only some of the
// times come after a wait, the line about CUDA says which.
static bool waits(void)
{
    return sw__state() & SW__STOPWATCH_SYNC || sw__profiler_sync() != SW_CUDA_SYNC_NONE;
}

// The tables of the modules that time something, and what says what their numbers mean.
static sw__stopwatch_totals add_times(sw__report *report, parts p, const sw__reading *reading)
{
    sw__stopwatch_totals timed = {0};
    sw__section_totals sections = {0};
    if (p.progress)
        sw__progress_table(report, reading);
    if (p.stopwatch)
        timed = sw__stopwatch_tables(report, reading);
    if (p.profiler)
        sections = sw__section_tables(report, reading);
    if (p.ops)
        sw__op_summary_table(report, reading);
    if (p.stopwatch)
        sw__summary_iterations(&report->head, reading, &timed);
    sw__summary_clock(&report->head, reading, waits());
    if (p.stopwatch)
        sw__summary_own_cost(&report->head, reading, &timed);
    if (p.profiler) {
        sw__profiler_header(report, reading, &sections);
        sw__profiler_footer(&report->foot, &sections);
    }
    sw__machine_facts(report);
    return timed;
}

static sw_status fill(sw__report *report, parts p)
{
    const bool timed = p.stopwatch || p.profiler;
    if (!timed && !p.nvtx)
        return sw__fail(SW_NOT_RECORDED);
    sw__reading reading = {0};
    sw__stopwatch_totals totals = {0};
    sw_status status = timed ? sw__reading_take(&reading) : SW_OK;
    sw__summary_title(&report->head);
    if (p.nvtx)
        sw__facts_add(&report->head, "nvtx", SW__CELL_TEXT, sw__text(sw__nvtx_mode()), "\n  ranges      ", NULL);
    if (timed && status == SW_OK)
        totals = add_times(report, p, &reading);
    sw__cuda_facts(report);
    if (p.nvtx)
        add_ranges(report);
    sw__summary_footer(&report->foot, &totals, reading.snapshot.lost);
    sw__reading_free(&reading);
    return status;
}

sw_status sw__summary_report(sw__report *report)
{
    return fill(report, all_parts());
}

static void write_to_stderr(const sw__report *report)
{
    if (!sw__settings_print_here())
        return;
    sw__buffer text = {0};
    sw__report_write_text(&text, report);
    (void)sw__buffer_write_fd(&text, STDERR_FILENO);
    sw__buffer_free(&text);
}

void sw__summary_progress(void)
{
    sw__report report = {0};
    sw__session_lock();
    parts p = all_parts();
    p.progress = p.stopwatch;
    if (fill(&report, p) == SW_OK)
        write_to_stderr(&report);
    sw__session_unlock();
    sw__report_free(&report);
}

void sw__summary_finish(const sw__report_settings *files)
{
    sw__report report = {0};
    sw__session_lock();
    if (sw__summary_report(&report) == SW_OK) {
        // The text first: it is there whatever becomes of the files.
        write_to_stderr(&report);
        sw__report_files_facts(&report.head);
        sw__report_files_write(files, &report);
    }
    sw__session_unlock();
    sw__report_free(&report);
}

// The session is locked before it is looked at: another thread may be about to close it.
static sw_status print(FILE *file, parts (*choose)(void))
{
    sw__report report = {0};
    sw__buffer text = {0};
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    sw__session_lock();
    sw_status status = fill(&report, choose());
    sw__report_write_text(&text, &report);
    sw__session_unlock();
    if (status == SW_OK)
        status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    sw__report_free(&report);
    return status == SW_OK ? SW_OK : sw__fail(status);
}

static parts all_with_the_stopwatch(void)
{
    return sw_stopwatch_is_enabled() ? all_parts() : (parts){0};
}

static parts profiler_alone(void)
{
    return (parts){.profiler = sw_profiler_is_enabled()};
}

sw_status sw_print_eval_times(FILE *file)
{
    return print(file, all_with_the_stopwatch);
}

sw_status sw_print_section_table(FILE *file)
{
    return print(file, profiler_alone);
}
