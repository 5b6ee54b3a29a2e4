// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The run profile says which steps are recorded, and where the traces go; this is told when a cycle of them is over. The
// time that it takes is in no step.

#include "operators.h"

#include <stdio.h>

#include <stepwatch/stepwatch.h>

#include "peak.h"
#include "progress.h"

static void report_cycle(const sw_cycle *cycle, void *unused)
{
    (void)unused;
    const sw_op_table_options costliest = {.sort_by = "self_cpu_ns", .row_limit = 5, .cycle = cycle};
    const sw_op_table_options by_shape_and_line = {
        .sort_by = "self_cpu_ns", .row_limit = 10, .by_shape = true, .by_place = true, .cycle = cycle};
    progress_clear();
    sw_print_op_table(stdout, &costliest);
    putchar('\n');
    sw_print_op_table(stdout, &by_shape_and_line);
    if (cycle->trace != NULL)
        printf("When each of them ran: open %s in https://ui.perfetto.dev or https://www.speedscope.app\n",
               cycle->trace);
    putchar('\n');
    fflush(stdout);
}

void report_operators(void)
{
    if (!sw_op_is_enabled())
        return;
    sw_set_peak_flops(measure_peak_flops());
    sw_set_cycle_handler(report_cycle, NULL);
}
