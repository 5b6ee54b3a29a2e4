// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Records: what spans are of, process-wide. A record is a kind, a name, and the record it lies in (none for measurements),
// so that the call paths of all threads merge by adding up arrays.

#ifndef SW_BASE_RECORDS_H
#define SW_BASE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"

enum {
    SW__RECORD_CAP = 98368,       ///< ids are 1..SW__RECORD_CAP - 1; 0 is none
    SW__RECORD_CHILD_CAP = 32768, ///< of those, records with a parent
    SW__RECORD_CYCLE_CAP = 64,    ///< and cycles
};

typedef enum sw__kind {
    SW__KIND_MEAS,      ///< length in ticks
    SW__KIND_ADDED,     ///< length in nanoseconds, from sw_add_meas()
    SW__KIND_ITERATION, ///< length in ticks
    SW__KIND_VALUE,     ///< no length: a double
    SW__KIND_CYCLE,     ///< what the sections of a cycle of the profiler lie in; its `name` is the cycle's number
    SW__KIND_SECTION,   ///< length in ticks
    SW__KIND_OP,        ///< the same; its `name` is the id of an op, see ops.h
} sw__kind;

_Static_assert(SW__RECORD_CAP >= SW__RECORD_CHILD_CAP + SW__RECORD_CYCLE_CAP + 4 * SW__NAME_CAP,
               "room for each name in each kind");

typedef struct sw__record {
    sw__kind kind;
    uint32_t name;
    uint32_t parent;
} sw__record;

/// The id of a record, added if it is new. Takes a lock: called at a thread's first use of a record, or seldom. 0 when
/// there are too many, which cannot happen to those without a parent: there is room for each name in each kind.
uint32_t sw__record_of(sw__kind kind, uint32_t name, uint32_t parent);

/// The id of a record, or 0 if there is none.
uint32_t sw__record_find(sw__kind kind, uint32_t name, uint32_t parent);

/// Takes no lock. `id` was given out.
const sw__record *sw__record_at(uint32_t id);

/// Whether it is of something that the profiler records, one inside another.
bool sw__record_nests(uint32_t id);

/// The name of what it is of; 0 for a cycle.
uint32_t sw__record_name(uint32_t id);

/// One more than the greatest id given out.
uint32_t sw__record_end(void);

// Around fork().
void sw__records_lock(void);
void sw__records_unlock(void);

#endif
