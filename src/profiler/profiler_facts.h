// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a report says of the profiler above and below its tables.

#ifndef SW_PROFILER_PROFILER_FACTS_H
#define SW_PROFILER_PROFILER_FACTS_H

#include "profiler/profiler_settings.h"
#include "profiler/section_table.h"

/// Mode and schedule, what was recorded of what was seen, and the profiler's own cost.
void sw__profiler_header(sw__report *report, const sw__reading *reading, const sw__section_totals *totals);

/// What is not in the tables.
void sw__profiler_footer(sw__facts *facts, const sw__section_totals *totals);

/// The schedule in words: "5 skipped, then 2 cycles of 2 left alone, 1 of warm-up, 3 recorded".
void sw__schedule_words(sw__buffer *out, const sw__profiler_settings *settings);

#endif
