// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "summary.h"

#include <unistd.h>

#include <stepwatch/nvtx_wrapper.h>
#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "nvtx_wrapper/wrapper.h"
#include "session/cuda_line.h"
#include "session/machine_line.h"
#include "session/session_settings.h"
#include "session/summary_header.h"
#include "stopwatch/progress.h"

static sw_status add_stopwatch(sw__report *report, sw__stopwatch_totals *totals, bool progress)
{
    sw__reading reading;
    sw_status status = sw__reading_take(&reading);
    if (status != SW_OK)
        return status;
    if (progress)
        sw__progress_table(report, &reading);
    *totals = sw__stopwatch_tables(report, &reading);
    sw__summary_stopwatch_header(&report->head, &reading, totals);
    sw__machine_facts(report);
    sw__reading_free(&reading);
    return SW_OK;
}

static void add_ranges(sw__report *report)
{
    sw__table table = {0};
    (void)sw__nvtx_range_table(&table);
    sw__report_add_table(report, &table);
}

static sw_status fill(sw__report *report, bool progress)
{
    sw__stopwatch_totals totals = {0};
    bool stopwatch = sw_stopwatch_is_enabled();
    bool nvtx = sw_nvtx_is_enabled();
    if (!stopwatch && !nvtx)
        return sw__fail(SW_NOT_RECORDED);
    sw__summary_title(&report->head);
    if (nvtx)
        sw__facts_add(&report->head, "nvtx", SW__CELL_TEXT, sw__text(sw__nvtx_mode()), "\n  ranges      ", NULL);
    sw_status status = stopwatch ? add_stopwatch(report, &totals, progress) : SW_OK;
    sw__cuda_facts(report);
    if (nvtx)
        add_ranges(report);
    sw__summary_footer(&report->foot, &totals);
    return status;
}

sw_status sw__summary_report(sw__report *report)
{
    return fill(report, false);
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
    if (fill(&report, true) == SW_OK)
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

sw_status sw_print_eval_times(FILE *file)
{
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    if (!sw_stopwatch_is_enabled())
        return sw__fail(SW_NOT_RECORDED);
    sw__report report = {0};
    sw__buffer text = {0};
    sw__session_lock();
    sw_status status = sw__summary_report(&report);
    sw__report_write_text(&text, &report);
    sw__session_unlock();
    if (status == SW_OK)
        status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    sw__report_free(&report);
    return status == SW_OK ? SW_OK : sw__fail(status);
}
