// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/ops.h>

#include "base/misuse.h"
#include "profiler/op_table.h"
#include "session/session_settings.h"

static sw_status take(sw__report *report, const sw_op_table_options *options, sw__buffer *mistake)
{
    sw__reading reading = {0};
    if (!sw_op_is_enabled())
        return SW_NOT_RECORDED;
    sw_status status = sw__reading_take(&reading);
    if (status == SW_OK)
        status = sw__op_table(report, &reading, options, mistake);
    sw__reading_free(&reading);
    return status;
}

static sw_status write(FILE *file, const sw__report *report)
{
    sw__buffer text = {0};
    for (size_t i = 0; i < report->table_count; i++)
        sw__table_write_text(&text, &report->tables[i]);
    text.failed |= !sw__report_is_whole(report);
    const sw_status status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    return status;
}

// The session is locked before it is looked at: another thread may be about to close it.
sw_status sw__print_op_table(FILE *file, const sw_op_table_options *options, uint32_t size)
{
    const sw__site caller = {SW__CALLER};
    sw_op_table_options known = {0};
    sw__report report = {0};
    sw__buffer mistake = {0};
    if (options)
        memcpy(&known, options, size < sizeof known ? size : sizeof known);
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    sw__session_lock();
    sw_status status = take(&report, &known, &mistake);
    if (status == SW_OK)
        status = write(file, &report);
    sw__report_free(&report);
    sw__session_unlock();
    if (mistake.length)
        (void)sw__misuse(status, caller, "sw_print_op_table", NULL, "%s", mistake.text);
    sw__buffer_free(&mistake);
    return status == SW_OK ? SW_OK : sw__fail(status);
}
