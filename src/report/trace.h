// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A trace on its way to an exporter: spans and samples on a time line that begins with the session, in nanoseconds. Nothing
// of it is in the form of the lanes any more, and no exporter knows a module.

#ifndef SW_REPORT_TRACE_H
#define SW_REPORT_TRACE_H

#include "base/records.h"
#include "report/report.h"

typedef struct sw__trace_span {
    uint64_t start;
    uint64_t end;
    uint32_t record;
    uint32_t lane;      ///< 0: that of the iterations
    uint32_t arguments; ///< index of the first one; 0: none
    uint32_t track;     ///< set by sw__trace_lay_out()
} sw__trace_span;

/// What is known of a span beyond its time. A NULL key ends those of a span.
typedef struct sw__trace_argument {
    const char *key;
    sw__cell_kind kind;
    sw__cell cell;
} sw__trace_argument;

/// What is the same for all spans of a record.
typedef enum sw__trace_detail {
    SW__TRACE_SHAPE,
    SW__TRACE_DTYPE,
    SW__TRACE_PLACE,
    SW__TRACE_DETAILS,
} sw__trace_detail;

typedef struct sw__trace_record {
    char *name; ///< owned, as are the next; NULL: no such record
    sw__kind kind;
    uint32_t parent;                  ///< less than its own number, or 0
    char *details[SW__TRACE_DETAILS]; ///< NULL: not known
    uint64_t work[2];                 ///< what its last span that has some did
    uint32_t arguments;               ///< and the words for that
} sw__trace_record;

typedef struct sw__trace_lane {
    int32_t thread;
    char name[16];
} sw__trace_lane;

typedef struct sw__trace_sample {
    uint64_t at;
    double value; ///< finite
    uint32_t record;
} sw__trace_sample;

/// Zero is an empty trace.
typedef struct sw__trace {
    sw__trace_span *spans;
    size_t span_count, span_capacity;
    sw__trace_argument *arguments; ///< the first one is of no span
    size_t argument_count, argument_capacity;
    sw__trace_sample *samples;
    size_t sample_count, sample_capacity;
    sw__trace_record *records; ///< by number
    size_t record_end, record_capacity;
    sw__trace_lane *lanes; ///< by number
    size_t lane_end, lane_capacity;
    uint64_t rank;
    const char *program; ///< borrowed
    sw__facts facts;     ///< about the run; texts are borrowed
    bool failed;         ///< memory ran out: the trace is not whole
} sw__trace;

// Each adds one; without memory `failed` is set.

void sw__trace_add_span(sw__trace *trace, sw__trace_span span);
void sw__trace_add_sample(sw__trace *trace, sw__trace_sample sample);

/// Returns the index of the first of `count` arguments, which end with a NULL key.
uint32_t sw__trace_add_arguments(sw__trace *trace, const sw__trace_argument *arguments, size_t count);

/// Defines a record, the name of which is copied, or a lane, by its number.
void sw__trace_define_record(sw__trace *trace, uint32_t number, sw__kind kind, const char *name, uint32_t parent);
void sw__trace_define_lane(sw__trace *trace, uint32_t number, sw__trace_lane lane);

/// Says more of a record that is defined; the text is copied. "" says nothing.
void sw__trace_detail_record(sw__trace *trace, uint32_t number, sw__trace_detail which, const char *text);

/// Whether there is such a record.
bool sw__trace_has_record(const sw__trace *trace, uint32_t number);

void sw__trace_free(sw__trace *trace);

#endif
