// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the profiler itself costs: the begin and the end of a section, less what is done at its edges beyond reading the
// clock.

#ifndef SW_PROFILER_OWN_COST_H
#define SW_PROFILER_OWN_COST_H

#include "record/pair_cost.h"

/// Measures it, while no section is recorded.
void sw__section_cost_measure(void);

sw__pair_cost sw__section_cost(void);

#endif
