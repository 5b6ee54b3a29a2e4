// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "summary.h"

#include <unistd.h>

#include <stepwatch/nvtx_wrapper.h>
#include <stepwatch/stopwatch.h>

#include "base/misuse.h"
#include "nvtx_wrapper/wrapper.h"
#include "session/session.h"
#include "session/summary_header.h"

static sw_status write_stopwatch(sw__buffer *out, sw__stopwatch_totals *totals)
{
    sw__reading reading;
    sw_status status = sw__reading_take(&reading);
    if (status != SW_OK)
        return status;
    // The tables come below the header but know the totals that it prints.
    sw__buffer tables = {0};
    *totals = sw__stopwatch_tables(&tables, &reading);
    sw__summary_stopwatch_header(out, &reading, totals);
    if (tables.length)
        sw__buffer_add(out, tables.text, tables.length);
    out->failed |= tables.failed;
    sw__buffer_free(&tables);
    sw__reading_free(&reading);
    return SW_OK;
}

static void write_ranges(sw__buffer *out)
{
    sw__table table = {0};
    if (sw__nvtx_range_table(&table)) {
        sw__buffer_text(out, "\n");
        sw__table_write_text(out, &table);
    }
    out->failed |= table.failed;
    sw__table_free(&table);
}

sw_status sw__summary_write(sw__buffer *out)
{
    sw__stopwatch_totals totals = {0};
    bool stopwatch = sw_stopwatch_is_enabled();
    bool nvtx = sw_nvtx_is_enabled();
    if (!stopwatch && !nvtx)
        return sw__fail(SW_NOT_RECORDED);
    sw__summary_title(out);
    if (nvtx)
        sw__buffer_printf(out, "  ranges      %s\n", sw__nvtx_mode());
    sw_status status = stopwatch ? write_stopwatch(out, &totals) : SW_OK;
    if (nvtx)
        write_ranges(out);
    sw__summary_footer(out, &totals);
    return status;
}

void sw__summary_to_stderr(void)
{
    sw__buffer text = {0};
    sw__session_lock();
    if (sw__summary_write(&text) == SW_OK)
        (void)sw__buffer_write_fd(&text, STDERR_FILENO);
    sw__session_unlock();
    sw__buffer_free(&text);
}

sw_status sw_print_eval_times(FILE *file)
{
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    if (!sw_stopwatch_is_enabled())
        return sw__fail(SW_NOT_RECORDED);
    sw__buffer text = {0};
    sw__session_lock();
    sw_status status = sw__summary_write(&text);
    sw__session_unlock();
    if (status == SW_OK)
        status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    return status == SW_OK ? SW_OK : sw__fail(status);
}
