// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the sections of an iteration add up to, by name and over all threads: what the totals of all lanes have grown by since
// the iteration before. Ops are looked through: they are part of the section that they lie in.

#ifndef SW_PROFILER_ITERATION_SECTIONS_H
#define SW_PROFILER_ITERATION_SECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What a name's sections add up to, wherever they lie.
typedef struct sw__iteration_section {
    uint32_t name;
    uint64_t count;
    uint64_t total; ///< ticks, of those that lie in no other one of the name
    uint64_t self;  ///< ticks, without the sections right inside
} sw__iteration_section;

typedef struct sw__iteration_sections {
    sw__iteration_section *all; ///< in the order in which the names first came up
    size_t count;
    uint64_t own_outermost; ///< ticks that the calling thread was in any section
} sw__iteration_sections;

/// Takes those of the iteration that the calling thread finished last, with this epoch. No lane is entered. False: memory ran
/// out, and there are none. Free them in any case.
bool sw__iteration_sections_take(sw__iteration_sections *sums, uint32_t epoch);

void sw__iteration_sections_free(sw__iteration_sections *sums);

/// A session begins: nothing was recorded yet.
void sw__iteration_sections_reset(void);

#endif
