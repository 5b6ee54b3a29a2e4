// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The cycles of this session: each has a record in which its sections lie, so that there are tables of each and of the run.

#ifndef SW_PROFILER_CYCLES_H
#define SW_PROFILER_CYCLES_H

#include <stepwatch/profiler.h>

#include "base/records.h"

enum { SW__CYCLES_KEPT = SW__RECORD_CYCLE_CAP };

/// What recorded iterations that are finished add up to.
typedef struct sw__recorded {
    uint64_t iterations;
    uint64_t timed;        ///< of those, the ones whose begin is known
    uint64_t ticks;        ///< of the timed ones
    uint64_t unattributed; ///< ticks of those in which the thread that finished them was in no section
} sw__recorded;

void sw__recorded_add(sw__recorded *into, const sw__recorded *more);

typedef struct sw__cycles {
    sw_cycle kept[SW__CYCLES_KEPT]; ///< the last one has also the iterations of those that came later
    sw__recorded recorded[SW__CYCLES_KEPT];
    uint32_t kept_count;
    uint64_t begun;
    uint64_t partial; ///< of all
    sw_cycle now;     ///< the one that was begun last
    bool open;        ///< it is being recorded
} sw__cycles;

// The first three are for the thread that finishes iterations.

/// Begins a cycle and returns the record of its sections.
uint32_t sw__cycles_begin(uint64_t first_iteration);

/// An iteration of it was finished.
void sw__cycles_count_iteration(const sw__recorded *one);

/// Ends it and tells the program, unless none of its iterations was finished; `step` is the iteration that begins now,
/// `trace` the path of its trace or NULL.
void sw__cycles_end(uint64_t step, bool partial, const char *trace);

/// A copy. Any thread.
sw__cycles sw__cycles_now(void);

void sw__cycles_reset(void);

/// The record of a cycle's sections, by its place among those that are kept; 0: there is none.
uint32_t sw__cycle_record(uint32_t place);

// Around fork().
void sw__cycles_lock(void);
void sw__cycles_unlock(void);

#endif
