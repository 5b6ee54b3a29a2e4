// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "metrics_file_support.h"

#include "csv_support.h"
#include "session_support.h"

void open_metrics(sw_profiler_options options)
{
    options.run_name = options.run_name ? options.run_name : "blur";
    options.csv = options.csv ? options.csv : TEMPLATE;
    session_prepare();
    CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
}

void open_saving_metrics(void)
{
    open_metrics((sw_profiler_options){.save_file = true});
}

void check_iterations(const char *path, size_t count, const char *first)
{
    csv_file file = csv_read(path);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, count ? count + 1 : 0);
    CHECK_TEXT(csv_cell(&file, 0, "iter"), first);
    csv_free(&file);
}
