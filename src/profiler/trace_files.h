// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The two files of a cycle's trace: what its settings call the trace, and the raw file beside it.

#ifndef SW_PROFILER_TRACE_FILES_H
#define SW_PROFILER_TRACE_FILES_H

#include <stepwatch/profiler.h>

#include "base/buffer.h"
#include "profiler/profiler_settings.h"

typedef struct sw__trace_files {
    sw__buffer trace; ///< the path
    sw__buffer raw;   ///< the path
} sw__trace_files;

/// Names both for a cycle, and creates the raw one under a name that nobody has. Its descriptor, or -1 with errno set.
int sw__trace_files_create(sw__trace_files *files, const sw__profiler_settings *settings, const sw_cycle *cycle);

/// The path of the trace; "" if there was no memory for it.
const char *sw__trace_files_path(const sw__trace_files *files);

void sw__trace_files_forget(sw__trace_files *files);

#endif
