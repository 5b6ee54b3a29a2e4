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
    uint32_t lane;   ///< 0: that of the iterations
    uint32_t number; ///< of an iteration, from the first one of the trace on
    uint32_t track;  ///< set by sw__trace_lay_out()
} sw__trace_span;

/// What is the same for all spans of a record.
typedef enum sw__trace_detail {
    SW__TRACE_SHAPE,
    SW__TRACE_DTYPE,
    SW__TRACE_PLACE,
    SW__TRACE_DETAILS,
} sw__trace_detail;

/// What spans did beyond taking time.
typedef enum sw__trace_work {
    SW__TRACE_FLOPS,
    SW__TRACE_BYTES,
    SW__TRACE_WORKS,
} sw__trace_work;

typedef struct sw__trace_amount {
    uint64_t value; ///< of the first span of which it is known
    size_t spans;   ///< of which it is the same
} sw__trace_amount;

typedef struct sw__trace_record {
    char *name; ///< owned, as are the details; NULL: no such record
    sw__kind kind;
    uint32_t parent;                  ///< less than its own number, or 0
    char *details[SW__TRACE_DETAILS]; ///< NULL: not known
    size_t spans;
    sw__trace_amount work[SW__TRACE_WORKS];
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
    sw__trace_sample *samples;
    size_t sample_count, sample_capacity;
    sw__trace_record *records; ///< by number
    size_t record_end, record_capacity;
    sw__trace_lane *lanes; ///< by number
    size_t lane_end, lane_capacity;
    uint64_t rank;
    uint64_t first_iteration;
    int32_t process;     ///< the thread of the same number is the main one
    const char *program; ///< borrowed
    sw__facts facts;     ///< about the run; texts are borrowed
    bool failed;         ///< memory ran out: the trace is not whole
} sw__trace;

// Each adds one; without memory `failed` is set.

/// Its record is defined.
void sw__trace_add_span(sw__trace *trace, sw__trace_span span);

void sw__trace_add_sample(sw__trace *trace, sw__trace_sample sample);

/// Defines a record, the name of which is copied, or a lane, by its number.
void sw__trace_define_record(sw__trace *trace, uint32_t number, sw__kind kind, const char *name, uint32_t parent);
void sw__trace_define_lane(sw__trace *trace, uint32_t number, sw__trace_lane lane);

/// Says more of a record that is defined; the text is copied. "" says nothing.
void sw__trace_detail_record(sw__trace *trace, uint32_t number, sw__trace_detail which, const char *text);

/// Says what the span that was added last did; 0: not known.
void sw__trace_add_work(sw__trace *trace, const uint64_t work[SW__TRACE_WORKS]);

/// How much each span of the record did; 0: they differ, or it is not known of all.
uint64_t sw__trace_work_of_each(const sw__trace_record *record, sw__trace_work which);

/// Whether there is such a record.
bool sw__trace_has_record(const sw__trace *trace, uint32_t number);

void sw__trace_free(sw__trace *trace);

#endif
