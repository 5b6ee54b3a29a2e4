// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The tables that compare the cycles of a run. For programs: the whole tree of each. For people, if there are several: what
// an iteration of each took, and of each section what fits on a page, however many cycles there are.

#ifndef SW_PROFILER_CYCLE_TABLES_H
#define SW_PROFILER_CYCLE_TABLES_H

#include "profiler/section_rows.h"

void sw__cycle_tables(sw__report *report, const sw__section_view *view);

#endif
