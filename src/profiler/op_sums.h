// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What ops and sections took and did, each with what lies inside and without it: by record, from the totals of an iteration,
// a cycle or a run. A wrapper and what it calls may both declare the same FLOPs; added up, they count once.

#ifndef SW_PROFILER_OP_SUMS_H
#define SW_PROFILER_OP_SUMS_H

#include "record/running_totals.h"

/// An amount that may be unknown.
typedef struct sw__done {
    bool known;
    double total; ///< with what lies inside
    double self;
} sw__done;

typedef struct sw__op_sums {
    uint64_t self; ///< ticks; never negative, also where sections cross
    sw__done flops;
    sw__done bytes;
    int64_t memory; ///< bytes that were allocated and not freed, with what lies inside; negative: more was freed
    int64_t self_memory;
    bool has_memory; ///< something was allocated or freed
} sw__op_sums;

/// Fills in `sums`, by record, from `totals`; both have `end` places.
///
/// FLOPs are those that an op's calls declared. If not all of them did, it is the larger of that and what lies inside; bytes
/// are the same.
void sw__op_sums_make(sw__op_sums *sums, const sw__running_total *totals, uint32_t end);

#endif
