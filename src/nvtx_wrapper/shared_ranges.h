// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The ranges that are open by start: a pool of the process, since any thread may end them. It takes no lock.

#ifndef SW_NVTX_WRAPPER_SHARED_RANGES_H
#define SW_NVTX_WRAPPER_SHARED_RANGES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/misuse.h"

enum { SW__SHARED_RANGES = 4096 };

typedef struct sw__shared_range {
    uint64_t state;   ///< atomic: generation << 2 | what it is in
    uint64_t tool_id; ///< this and what follows is written and read by the thread that has claimed the range
    const char *file;
    uintptr_t line;
    uint32_t name;
    bool recorded; ///< started while not paused: known to the tool
} sw__shared_range;

/// Opens a range. Its handle names this range and no later one; 0: all are open.
uint64_t sw__shared_range_open(uint32_t name, sw__site site, bool recorded);

/// Closes a range. False: the handle is none of an open one.
bool sw__shared_range_close(uint64_t handle);

/// Closes the range at `index`, whichever it is, and copies it. False: none is open there.
bool sw__shared_range_take(uint32_t index, sw__shared_range *copy);

/// In the child of a fork(): none is open, and the tool is not told.
void sw__shared_ranges_forget(void);

#endif
