// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the profiler itself costs: the begin and the end of a section, less what is done at its edges beyond reading the
// clock, and those of an op.

#ifndef SW_PROFILER_OWN_COST_H
#define SW_PROFILER_OWN_COST_H

#include <stdbool.h>

#include "record/pair_cost.h"

/// Measures it, while nothing is recorded. `ops`: they are, and sw__ops_use() has said what is kept of them.
void sw__own_cost_measure(bool ops);

sw__pair_cost sw__section_cost(void);

/// Of an op that tells its shape, FLOPs and bytes; unknown where none are recorded.
sw__pair_cost sw__op_cost(void);

#endif
