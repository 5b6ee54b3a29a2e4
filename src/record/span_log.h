// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The span log: each lane's closed spans, 16 bytes each, in the order of their ends. A full log is drained into the sinks;
// so is one whose epoch is over, which makes the epoch of what is in the log the same for all of it.
//
// Writing: only the lane's thread. Reading: any thread that visits the lanes; the end of the log is stored with release,
// and a sequence counter, odd during a drain, tells a reader to try again.

#ifndef SW_RECORD_SPAN_LOG_H
#define SW_RECORD_SPAN_LOG_H

#include "base/name_cache.h"
#include "base/records.h"

typedef struct sw__span {
    uint64_t start;  ///< ticks
    uint64_t packed; ///< length << 24 | record
} sw__span;

enum { SW__LOG_CAP = 4096, SW__SPAN_RECORD_BITS = 24 };

#define SW__SPAN_RECORD_MASK ((UINT64_C(1) << SW__SPAN_RECORD_BITS) - 1)
#define SW__SPAN_LENGTH_END (UINT64_C(1) << (64 - SW__SPAN_RECORD_BITS))

// What does not fit into one entry takes two, the first of record 0, with the phase in the two upper bits of its start, the
// second with
//   start   the length, or the bits of a value
//   packed  epoch << 24 | record
// These are spans too long for 40 bits, spans that were started in an earlier epoch than the log's, and values. What a span
// has beyond its time follows it in such an entry, with its first packed word saying which it is.
#define SW__SPAN_IS_WIDE(span) (((span).packed & SW__SPAN_RECORD_MASK) == 0)

typedef enum sw__wide {
    SW__WIDE_SPAN,   ///< or a value
    SW__WIDE_WORK,   ///< starts: the FLOPs of the span before, and its bytes; 0: not known
    SW__WIDE_MEMORY, ///< starts: bytes of memory, and 0: they were allocated, or 1: freed
} sw__wide;

static inline sw__wide sw__span_wide(const sw__span *span)
{
    return (sw__wide)(span->packed >> SW__SPAN_RECORD_BITS);
}

typedef struct sw__span_log {
    sw__span *end;     ///< atomic; NULL until the lane has caught up for the first time
    sw__span *last;    ///< filled, it leaves no room for a wide entry
    uint64_t word;     ///< atomic: the state word that this epoch began with on this lane
    uint32_t sequence; ///< atomic
    sw__span spans[SW__LOG_CAP];
} sw__span_log;

extern sw__lane_part sw__span_log_part;

/// The hot parts of a lane lie at known places, the log behind the name cache.
#define SW__SPAN_LOG_OFFSET SW__NAME_CACHE_END

static inline sw__span_log *sw__span_log_of(const sw__lane *lane)
{
    return (sw__span_log *)((char *)lane + SW__SPAN_LOG_OFFSET);
}

// So do those of the modules that append to it, one behind the other, though they know nothing of each other.
#define SW__TIMERS_OFFSET ((SW__SPAN_LOG_OFFSET + sizeof(sw__span_log) + 63) / 64 * 64)
#define SW__TIMERS_SPACE (40 * SW__NAME_CAP + 64)
#define SW__SECTIONS_OFFSET (SW__TIMERS_OFFSET + SW__TIMERS_SPACE)

/// What a chunk of spans has in common.
typedef struct sw__chunk {
    const sw__span *spans;
    uint32_t count;
    uint32_t epoch;
    uint64_t phase;
    bool epoch_is_over; ///< no more spans of this epoch will come, but as wide entries
} sw__chunk;

/// Takes the spans of a log that is drained. Runs on the lane's thread, within the log's sequence.
typedef void sw__span_sink(sw__lane *lane, const sw__chunk *chunk);

void sw__span_log_drain(sw__lane *lane);

static inline void sw__span_put(sw__span *at, uint64_t start, uint64_t packed)
{
    // Relaxed: a reader looks at an entry only behind the end that is stored with release.
    __atomic_store_n(&at->start, start, __ATOMIC_RELAXED);
    __atomic_store_n(&at->packed, packed, __ATOMIC_RELAXED);
}

/// Appends a span of the log's epoch, shorter than SW__SPAN_LENGTH_END, if that does not fill the log; else false.
static inline bool sw__span_append_at_once(sw__span_log *log, uint64_t start, uint64_t length, uint32_t record)
{
    sw__span *end = log->end;
    if (__builtin_expect(end >= log->last, 0))
        return false;
    sw__span_put(end, start, length << SW__SPAN_RECORD_BITS | record);
    __atomic_store_n(&log->end, end + 1, __ATOMIC_RELEASE);
    return true;
}

/// Appends any such span, and drains the log when it is full.
void sw__span_append(sw__lane *lane, uint64_t start, uint64_t length, uint32_t record);

/// Appends a wide entry, with any length or value, of any epoch; `start` has its phase.
void sw__span_append_wide(sw__lane *lane, uint64_t start, uint64_t payload, uint32_t epoch, uint32_t record);

/// The same of another kind.
void sw__span_append_more(sw__lane *lane, sw__wide what, uint64_t start, uint64_t payload, uint32_t epoch,
                          uint32_t record);

#endif
