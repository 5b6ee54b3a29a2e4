// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The table of the iterations on stdout: the score, the loss, and what the profiler measured, if it is on.

#ifndef PNP_ITERATION_TABLE_H
#define PNP_ITERATION_TABLE_H

#include "solver.h"

enum { ITERATION_METRICS = SOLVER_SECTIONS + 3 };

struct iteration_table {
    struct iteration_metric {
        char name[64]; ///< as the profiler has it
        int decimals;
    } metrics[ITERATION_METRICS];
    int count; ///< of them; 0 while the profiler is off
};

/// Prints the header.
struct iteration_table iteration_table_begin(const struct solver *solver);

/// Prints the row of the iteration that was finished last, which is counted from 0, as in the profiler's files. A metric
/// that it does not have is `--`.
void iteration_table_row(const struct iteration_table *table, int iteration, double psnr, double loss);

#endif
