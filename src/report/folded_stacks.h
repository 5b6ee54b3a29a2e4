// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The sections of a trace as folded stacks, the input of flame graph tools: a line for each path, "outer;inner 1234", with
// the time in it and in nothing inside it, of all threads together, in whole microseconds.

#ifndef SW_REPORT_FOLDED_STACKS_H
#define SW_REPORT_FOLDED_STACKS_H

#include "report/trace.h"

/// Adds nothing where the trace has no section.
void sw__folded_stacks_write(sw__buffer *out, const sw__trace *trace);

#endif
