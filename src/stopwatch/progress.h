// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What happened since the last print, beside the run so far: a drift shows in the former long before it moves the latter.

#ifndef SW_STOPWATCH_PROGRESS_H
#define SW_STOPWATCH_PROGRESS_H

#include "report/report.h"
#include "stopwatch/measurement.h"

/// Adds the table, if there was a print before, and takes the reading for the next one to begin at. The caller sees to it
/// that there is one call at a time.
void sw__progress_table(sw__report *report, const sw__reading *reading);

/// Forgets the last print: a new session.
void sw__progress_reset(void);

#endif
