// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which ops a table shows as one: those of a name, and if wanted only those of a shape, or of a place.

#ifndef SW_PROFILER_OP_GROUPS_H
#define SW_PROFILER_OP_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sw__op_grouping {
    bool by_shape; ///< with the type of the numbers
    bool by_place;
} sw__op_grouping;

/// Fills in `group`, by record up to `end`: of an op that is `wanted`, the number, from 1 on, of its group; else 0. `group_end`
/// is one more than the greatest. False: no memory.
bool sw__op_groups_make(uint32_t *group, uint32_t *group_end, const bool *wanted, uint32_t end, sw__op_grouping by);

#endif
