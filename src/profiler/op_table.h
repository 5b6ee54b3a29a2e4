// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The operator table.

#ifndef SW_PROFILER_OP_TABLE_H
#define SW_PROFILER_OP_TABLE_H

#include <stepwatch/ops.h>

#include "aggregate/reading.h"
#include "report/report.h"

/// Adds the table that the options ask for.
///
/// SW_ERR_ARGUMENT   the options cannot be met, and `mistake` says why
sw_status sw__op_table(sw__report *report, const sw__reading *reading, const sw_op_table_options *options,
                       sw__buffer *mistake);

/// Adds that of the summary, by what the run profile lets ops be told apart; none outside of mode torch.
void sw__op_summary_table(sw__report *report, const sw__reading *reading);

#endif
