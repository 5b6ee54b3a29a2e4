// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reads the raw file of a trace back, whole or as far as it got before a kill. Any bytes may be in it.

#ifndef SW_REPORT_RAW_TRACE_H
#define SW_REPORT_RAW_TRACE_H

#include "record/trace_format.h"
#include "report/trace.h"

typedef struct sw__raw_trace {
    sw__trace trace;
    sw__trace_run run;
    char texts[1024]; ///< borrowed by the trace
    const char *text[SW__TRACE_TEXT_COUNT];
} sw__raw_trace;

/// SW_ERR_FILE: the file could not be read, with errno set, or is none of a trace, with errno 0. SW_ERR_NO_MEMORY. Free it
/// only after SW_OK.
sw_status sw__raw_trace_read(sw__raw_trace *raw, const char *path);

void sw__raw_trace_free(sw__raw_trace *raw);

#endif
