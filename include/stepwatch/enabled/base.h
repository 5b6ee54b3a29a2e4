// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Included by <stepwatch/base.h>. What the inline functions of the public headers reach: it is ABI, and not for use by
// programs.

#ifndef STEPWATCH_ENABLED_BASE_H
#define STEPWATCH_ENABLED_BASE_H

#ifdef __cplusplus
extern "C" {
#endif

/// The state word: one load of it decides whether a call does anything.
///   bits 0..15   two a module: "begins go in", "ends go in"; and how they go in
///   bits 16..47  epoch: one more at each finished iteration, and at each session
///   bits 62..63  phase: none, warm-up, measured
SW_API extern uint64_t sw__state_v1;

static inline bool sw__is_on(uint64_t bits)
{
    // Relaxed: a thread may see the change of a run profile a moment late; the library orders what it goes on to read.
    return __builtin_expect((__atomic_load_n(&sw__state_v1, __ATOMIC_RELAXED) & bits) != 0, 0);
}

SW_API sw_name sw__register(const char *name, const char *file, uintptr_t line);
#define sw_register(name) sw__register((name), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif

#endif
