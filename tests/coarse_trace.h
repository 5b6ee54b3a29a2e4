// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A trace in which many spans begin and end at one time, as with a clock that ticks seldom.

#ifndef TESTS_COARSE_TRACE_H
#define TESTS_COARSE_TRACE_H

#include "report/trace.h"

/// So many spans or a few more, one in another, of one lane, ten days after the begin of the session. Calls are up to 60 ns
/// apart, and the clock ticks every `tick` ns. Free it.
sw__trace coarse_trace(uint64_t tick, size_t spans);

#endif
