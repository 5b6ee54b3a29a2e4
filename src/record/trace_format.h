// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The raw file of a trace, as it grows while the trace is recorded: blocks one behind the other, each a head and its payload,
// in the byte order of the machine. The first one is of the run; what a block refers to was defined by one before it. So what
// is there after a kill can be read up to its last whole block.

#ifndef SW_RECORD_TRACE_FORMAT_H
#define SW_RECORD_TRACE_FORMAT_H

#include "record/span_log.h"

#define SW__TRACE_MAGIC UINT32_C(0x72747773)

enum { SW__TRACE_VERSION = 2, SW__TRACE_PAYLOAD_MAX = SW__LOG_CAP * sizeof(sw__span) };

typedef enum sw__trace_block_kind {
    SW__TRACE_RUN,       ///< sw__trace_run, and the texts of sw__trace_text, each with its NUL
    SW__TRACE_RECORD,    ///< sw__trace_record_head, and the texts of sw__trace_record_text, each with its NUL;
                         ///< `subject` is the record
    SW__TRACE_LANE,      ///< sw__trace_lane_head; `subject` numbers the lanes of the file, from 1
    SW__TRACE_SPANS,     ///< entries as they stand in a log; `subject` is their lane, or 0 for values of the process
    SW__TRACE_ITERATION, ///< sw__trace_iteration
} sw__trace_block_kind;

typedef struct sw__trace_block {
    uint32_t magic;
    uint32_t kind;
    uint32_t size; ///< of the payload, in bytes
    uint32_t subject;
    uint32_t epoch; ///< of the spans that are not wide
    uint32_t padding;
} sw__trace_block;

typedef enum sw__trace_text {
    SW__TRACE_LIBRARY_VERSION,
    SW__TRACE_PROFILE, ///< of the run
    SW__TRACE_PROGRAM,
    SW__TRACE_CLOCK,
    SW__TRACE_TEXT_COUNT,
} sw__trace_text;

typedef struct sw__trace_counts {
    uint64_t events;  ///< spans and values in the file
    uint64_t dropped; ///< those, and iterations, that are not: there were too many, or they could not be written
    uint64_t cut;     ///< sections that were open at an edge: neither in the tables nor in the trace
    uint64_t iterations;
} sw__trace_counts;

/// Written again whenever it changes, in its place.
typedef struct sw__trace_run {
    uint32_t version;
    uint32_t cycle;
    uint32_t first_epoch;
    uint32_t last_epoch; ///< UINT32_MAX: the cycle was not finished
    uint64_t first_iteration;
    uint64_t rank;
    uint64_t max_events;
    uint64_t start_ticks; ///< the session's begin
    uint64_t start_unix_ns;
    double ns_per_tick;
    double clock_error; ///< relative
    sw__trace_counts counts;
    uint32_t partial;
    int32_t process; ///< of the operating system
} sw__trace_run;

typedef struct sw__trace_record_head {
    uint32_t kind; ///< of sw__kind
    uint32_t parent;
} sw__trace_record_head;

/// Those behind the name are of ops; "": none.
typedef enum sw__trace_record_text {
    SW__TRACE_RECORD_NAME,
    SW__TRACE_RECORD_SHAPE,
    SW__TRACE_RECORD_DTYPE,
    SW__TRACE_RECORD_PLACE,
    SW__TRACE_RECORD_TEXT_COUNT,
} sw__trace_record_text;

typedef struct sw__trace_lane_head {
    int32_t thread;
    char name[16];
} sw__trace_lane_head;

typedef struct sw__trace_iteration {
    uint64_t number;
    uint64_t start; ///< ticks
    uint64_t end;
} sw__trace_iteration;

/// An entry of a log.
typedef struct sw__entry {
    uint64_t start;   ///< ticks
    uint64_t payload; ///< the length, or the bits of a value, or as sw__wide says
    uint32_t record;
    uint32_t epoch;
    uint32_t size; ///< how many spans it takes
    sw__wide what;
} sw__entry;

/// Takes an entry apart. `left` is how many spans there are, `epoch` that of those that are not wide. Record 0: it is cut off.
static inline sw__entry sw__entry_at(const sw__span *span, size_t left, uint32_t epoch)
{
    // Relaxed: the spans may be those of a log that its thread goes on with, up to an end that was read with acquire.
    const uint64_t start = __atomic_load_n(&span->start, __ATOMIC_RELAXED) & ~SW__PHASE_MASK;
    uint64_t packed = __atomic_load_n(&span->packed, __ATOMIC_RELAXED);
    if (packed & SW__SPAN_RECORD_MASK)
        return (sw__entry){
            start, packed >> SW__SPAN_RECORD_BITS, (uint32_t)(packed & SW__SPAN_RECORD_MASK), epoch, 1, SW__WIDE_SPAN};
    const sw__wide what = (sw__wide)(packed >> SW__SPAN_RECORD_BITS);
    if (left < 2)
        return (sw__entry){.size = 1};
    packed = __atomic_load_n(&span[1].packed, __ATOMIC_RELAXED);
    return (sw__entry){
        .start = start,
        .payload = __atomic_load_n(&span[1].start, __ATOMIC_RELAXED),
        .record = (uint32_t)(packed & SW__SPAN_RECORD_MASK),
        .epoch = (uint32_t)(packed >> SW__SPAN_RECORD_BITS),
        .size = 2,
        .what = what,
    };
}

#endif
