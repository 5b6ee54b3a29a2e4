// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// From a reading of the run to what its sections and ops add up to, by record.

#ifndef SW_PROFILER_OP_TOTALS_H
#define SW_PROFILER_OP_TOTALS_H

#include "aggregate/reading.h"
#include "record/running_totals.h"

/// Fills in `totals`, by record up to the end of the reading, with those of the sections and ops of a cycle, and of the cycle
/// itself; 0: of all cycles. False: no memory.
bool sw__op_totals_take(sw__running_total *totals, const sw__reading *reading, uint32_t cycle_record);

/// Whether any op was recorded so far. Takes no reading.
bool sw__op_totals_any(void);

/// How many calls of ops there were in all cycles.
uint64_t sw__op_calls(const sw__reading *reading);

#endif
