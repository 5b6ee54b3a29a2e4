// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the profiler itself costs: the begin and the end of a section, less what is done at its edges beyond reading the
// clock.

#ifndef SW_PROFILER_OWN_COST_H
#define SW_PROFILER_OWN_COST_H

/// Measures it, on a lane that nobody reads, so that nothing of it is recorded. While no section is.
void sw__section_cost_measure(void);

/// Of a begin and an end together; 0 on a clock that stands still.
double sw__section_cost_ticks(void);

#endif
