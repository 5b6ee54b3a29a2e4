// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Rows of the profiler's CSV file: one for each recorded iteration, with its values.

#ifndef SW_PROFILER_VALUE_ROWS_H
#define SW_PROFILER_VALUE_ROWS_H

#include <stdint.h>

/// Writes the row of an iteration, of which sw__metrics_now() has the values. By the thread that finishes the iterations.
void sw__value_row_write(uint64_t iteration);

#endif
