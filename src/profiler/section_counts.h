// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What there is to count of sections besides those that ended: for readers, which stop nobody.

#ifndef SW_PROFILER_SECTION_COUNTS_H
#define SW_PROFILER_SECTION_COUNTS_H

#include "profiler/sections.h"

/// Of all threads together.
typedef struct sw__section_counts {
    uint64_t open_elsewhere; ///< on other threads than the calling one
    uint64_t dropped;
    uint64_t crossed;
} sw__section_counts;

sw__section_counts sw__section_counts_now(void);

/// Adds to `cut`, by record up to `record_end`, how many of its sections were cut off, on all threads.
void sw__sections_add_cut(uint64_t *cut, uint32_t record_end);

/// How many sections were cut off so far, or are open, on all threads.
uint64_t sw__sections_unfinished(void);

/// A section that is open.
typedef struct sw__open_section {
    uint32_t record;
    uint64_t start; ///< ticks
} sw__open_section;

/// Those of the calling thread that are recorded, outermost first. There is room for SW__SECTION_DEPTH. Returns how many.
size_t sw__sections_open_here(sw__open_section *open);

#endif
