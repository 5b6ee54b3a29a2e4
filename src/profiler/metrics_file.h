// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of the profiler: a row for each recorded iteration, with its values.

#ifndef SW_PROFILER_METRICS_FILE_H
#define SW_PROFILER_METRICS_FILE_H

#include "profiler/profiler_settings.h"

/// Begins a session. The texts of the settings outlive it. Without `save_file` the calls below do nothing.
void sw__metrics_file_open(const sw__profiler_settings *settings);

/// Adds the row of an iteration of the current cycle, of which sw__metrics_now() has the values. By the thread that
/// finishes the iterations.
void sw__metrics_file_add(uint64_t iteration);

void sw__metrics_file_close(void);

// Around fork(). The file belongs to the parent.
void sw__metrics_file_lock(void);
void sw__metrics_file_unlock(void);
void sw__metrics_file_after_fork(void);

#endif
