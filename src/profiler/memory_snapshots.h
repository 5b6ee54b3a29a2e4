// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory as it was at places that the program has named, in the current iteration.

#ifndef SW_PROFILER_MEMORY_SNAPSHOTS_H
#define SW_PROFILER_MEMORY_SNAPSHOTS_H

#include <stddef.h>

#include "profiler/gpu_peaks.h"

enum { SW__SNAPSHOTS = 256 }; ///< labels an iteration

typedef struct sw__memory_snapshot {
    uint32_t label;
    sw__bytes host;
    sw__gpu_now gpu;
} sw__memory_snapshot;

/// Moves those of the iteration to `all`, which has room for SW__SNAPSHOTS, in the order of their first calls.
size_t sw__memory_snapshots_take(sw__memory_snapshot *all);

/// The iteration has no values: forgets them.
void sw__memory_snapshots_forget(void);

// Around fork().
void sw__memory_snapshots_lock(void);
void sw__memory_snapshots_unlock(void);

#endif
