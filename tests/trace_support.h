// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Chrome traces, read by Python's parser, which takes no JSON but the standard's.

#ifndef TESTS_TRACE_SUPPORT_H
#define TESTS_TRACE_SUPPORT_H

#include <stddef.h>

/// Checks that the file is a trace: strict JSON, no member twice, times with three decimals, and on each track, which has a
/// name, spans that are in order and nest, with no two that begin or end in one nanosecond. Then runs `checks`, lines of
/// Python, with
///     text, about           the whole, and its otherData
///     spans                 the spans, each with .name, .cat, .tid, .ts and .dur in nanoseconds, and .args
///     named(name)           those of a name
///     counters              {name: [values]}
///     tracks                {tid: name}
void trace_check(const char *path, const char *checks);

/// Checks all files that fit the pattern in the same way, and that there are some.
void trace_check_all(const char *pattern);

/// What stepwatch_trace makes of a raw file, into `to`; its exit status.
int trace_recover(const char *raw, const char *to);

#endif
