// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Rows of the profiler's CSV file in mode torch: one for each op of an iteration, or of a cycle, in each place that it lies in
// and, where that is told apart, of each shape and line.

#ifndef SW_PROFILER_OP_ROWS_H
#define SW_PROFILER_OP_ROWS_H

#include "profiler/iteration_totals.h"
#include "report/table.h"

typedef struct sw__op_rows {
    const sw__iteration_totals *totals; ///< of the iteration or cycle
    const char *iteration;              ///< as it is to stand in the rows
    double sec_per_tick;
} sw__op_rows;

/// Writes them, and returns how many there are. By the thread that finishes the iterations.
size_t sw__op_rows_write(const sw__op_rows *of);

#endif
