// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How sections and ops are written that lie in one another.

#ifndef SW_PROFILER_CALL_PATH_H
#define SW_PROFILER_CALL_PATH_H

#include <stdint.h>

#include "report/report.h"

/// The name, set in by its depth. The report keeps it; NULL: no memory.
const char *sw__call_label(sw__report *report, const char *name, uint32_t depth);

/// The name behind the path of what it lies in (NULL: nothing), set apart by "/". A "/" or "\" in a name has a "\" before
/// it. The report keeps it; NULL: no memory.
const char *sw__call_path(sw__report *report, const char *name, const char *parent);

#endif
