// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// From the raw file of a trace to the files that are looked at.

#ifndef SW_REPORT_TRACE_EXPORT_H
#define SW_REPORT_TRACE_EXPORT_H

#include "base/buffer.h"
#include "report/raw_trace.h"

/// Writes the trace to `path`, compressed if that ends with ".gz", and its folded stacks beside it. Each appears whole, or
/// not at all. SW_ERR_WRITE with errno set, or SW_ERR_NO_MEMORY.
sw_status sw__trace_export(sw__raw_trace *raw, const char *path);

/// Writes the trace into a descriptor.
sw_status sw__trace_export_into(sw__raw_trace *raw, int fd, bool compressed);

/// The length of a path without those endings that say that it is of a trace: "t.pt.trace.json.gz" gives that of "t".
size_t sw__trace_stem(const char *path);

#endif
