// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The lines above and below the summary's tables: what was counted, by which clock, at what cost, and what is missing.

#ifndef SW_SESSION_SUMMARY_HEADER_H
#define SW_SESSION_SUMMARY_HEADER_H

#include "base/buffer.h"
#include "stopwatch/stopwatch_tables.h"

/// The run profile and the modules that are on.
void sw__summary_title(sw__buffer *out);

/// Iterations, wall time, clock and own cost.
void sw__summary_stopwatch_header(sw__buffer *out, const sw__reading *reading, const sw__stopwatch_totals *totals);

/// What is not in the tables: straddling and refused calls, and misuse.
void sw__summary_footer(sw__buffer *out, const sw__stopwatch_totals *totals);

#endif
