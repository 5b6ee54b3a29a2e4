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

/// Iterations, wall time, clock and own cost.
void sw__summary_stopwatch_header(sw__facts *facts, const sw__reading *reading, const sw__stopwatch_totals *totals);

/// What is not in the tables: straddling and refused calls, and misuse.
void sw__summary_footer(sw__facts *facts, const sw__stopwatch_totals *totals);

#endif
