// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The facts above and below the summary's tables: what was counted, by which clock, at what cost, and what is missing.

#ifndef SW_SESSION_SUMMARY_HEADER_H
#define SW_SESSION_SUMMARY_HEADER_H

#include "report/report.h"
#include "stopwatch/stopwatch_tables.h"

/// The run profile and where it comes from.
void sw__summary_title(sw__facts *facts);

/// The stopwatch's iterations and their wall time.
void sw__summary_iterations(sw__facts *facts, const sw__reading *reading, const sw__stopwatch_totals *totals);

/// The clock. `waits`: times are read after a wait for the GPU.
void sw__summary_clock(sw__facts *facts, const sw__reading *reading, bool waits);

/// What the stopwatch took.
void sw__summary_own_cost(sw__facts *facts, const sw__reading *reading, const sw__stopwatch_totals *totals);

/// What is not in the tables: straddling and refused calls, `lost` intervals, and misuse.
void sw__summary_footer(sw__facts *facts, const sw__stopwatch_totals *totals, uint64_t lost);

#endif
