// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of the profiler. What its rows are of is decided for a session: iterations, see value_rows.h, or ops, see
// op_rows.h. The two never share a file.

#ifndef SW_PROFILER_METRICS_FILE_H
#define SW_PROFILER_METRICS_FILE_H

#include "profiler/profiler_settings.h"
#include "report/row_file.h"

/// Begins a session. The texts of the settings outlive it. Without `save_file` the calls below do nothing.
void sw__metrics_file_open(const sw__profiler_settings *settings);

/// Whether rows are wanted.
bool sw__metrics_file_is_open(void);

/// Adds rows of the cycle that sw__cycles_now() is in, so many values each, one row behind the other. NULL: memory ran out,
/// and they are missing. By the thread that finishes the iterations.
void sw__metrics_file_add(const sw__row_value *values, size_t columns, size_t rows);

void sw__metrics_file_close(void);

// Around fork(). The file belongs to the parent.
void sw__metrics_file_lock(void);
void sw__metrics_file_unlock(void);
void sw__metrics_file_after_fork(void);

#endif
