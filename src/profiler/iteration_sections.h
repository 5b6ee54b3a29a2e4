// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the sections of an iteration add up to, by name. Ops are looked through: they are part of the section that they lie
// in.

#ifndef SW_PROFILER_ITERATION_SECTIONS_H
#define SW_PROFILER_ITERATION_SECTIONS_H

#include "profiler/iteration_totals.h"

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
} sw__iteration_sections;

/// Adds them up. False: memory ran out, and there are none. Free them in any case.
bool sw__iteration_sections_make(sw__iteration_sections *sums, const sw__iteration_totals *totals);

void sw__iteration_sections_free(sw__iteration_sections *sums);

#endif
