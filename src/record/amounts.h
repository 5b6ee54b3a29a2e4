// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the spans of a record have beyond their times, added up: floating-point operations, bytes moved, memory.
//
// The lane's thread writes, inside the sequence of the log's drain; readers copy, as with the rest of the statistics.

#ifndef SW_RECORD_AMOUNTS_H
#define SW_RECORD_AMOUNTS_H

#include "record/span_log.h"

/// FLOPs and bytes are doubles: whole up to 2^53, and in long runs they pass 2^64.
typedef struct sw__amounts {
    double flops;
    uint64_t flops_calls; ///< spans that declared theirs
    double bytes;
    uint64_t bytes_calls;
    uint64_t allocated; ///< bytes of memory
    uint64_t freed;
    uint64_t allocations;
    uint64_t frees;
    uint64_t peak; ///< the most that memory rose during one of the spans, with what lies inside; written at its end
} sw__amounts;

/// Whether there are any.
bool sw__amounts_any(const sw__amounts *amounts);

/// Adds `from` to `into`. `from` may be written meanwhile: the caller checks the sequence.
void sw__amounts_add(sw__amounts *into, const sw__amounts *from);

/// Takes `less`, which was a part of it, out of `from`. Nobody else reads it.
void sw__amounts_take_away(sw__amounts *from, const sw__amounts *less);

/// Makes the peak at least this high. On the lane's thread, at any time.
void sw__amounts_raise_peak(sw__amounts *amounts, uint64_t peak);

/// Those of a wide entry, zero if it has none.
sw__amounts sw__amounts_of(sw__wide what, uint64_t start, uint64_t payload);

#endif
