// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_session.h"

#include "csv_support.h"
#include "session_support.h"

void open_tracing(sw_profiler_options options)
{
    remove_folder(FOLDER);
    options.mode = SW_PROFILER_TORCH;
    options.aggregate = true;
    options.trace_dir = options.trace_dir ? options.trace_dir : FOLDER;
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
}

void close_tracing(void)
{
    session_close();
    remove_folder(FOLDER);
}
