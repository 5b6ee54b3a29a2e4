// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// SW_SCOPE("forward"): one line that feeds whatever the run profile has on, a measurement, a range and a section, from there
// to the end of the enclosing block. It is closed on every way out of the block: its end, return, break, continue, goto out,
// and in C++ an exception.
//
// Scopes may recurse. The measurement times the outermost one of a name on a thread; each of them is a range and a section.
// A scope closes exactly what it opened: a measurement that was already running is left alone.

#ifndef STEPWATCH_SCOPE_H
#define STEPWATCH_SCOPE_H

#include <stepwatch/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a scope opened. Made and closed by SW_SCOPE.
typedef struct sw_scope {
    uint64_t started; ///< the start of its measurement; 0: none
    uint32_t name;    ///< 0: the scope opened nothing
    uint32_t range;   ///< serial number of its range on this thread; 0: none
    uint32_t section; ///< serial number of its section on this thread; 0: none
} sw_scope;

#define SW__SCOPE_BITS (SW__STOPWATCH_BITS | SW__NVTX_BITS | SW__PROFILER_BITS)

#define SW__JOIN_(a, b) a##b
#define SW__JOIN(a, b) SW__JOIN_(a, b)

/// Measures, and opens a range and a section, from here to the end of the enclosing block. A name that is NULL or "" is
/// reported, as by sw_start_meas(), and nothing is opened.
///
/// Do not jump into the block past the line, with goto or a case label: the compiler would close a scope that was never
/// opened (-Wjump-misses-init warns). Leaving by longjmp() skips the close; the end of the enclosing scope makes up for it.
#define SW_SCOPE(name)                                                                                                 \
    __attribute__((cleanup(sw__scope_end_at), unused)) sw_scope SW__JOIN(sw__scope_, __COUNTER__) =                    \
        sw__scope_begin_at((name), __FILE__, __LINE__, SW__SCOPE_BITS)

/// As SW_SCOPE, by handle, for hot loops.
#define SW_SCOPE_HANDLE(name)                                                                                          \
    __attribute__((cleanup(sw__scope_end_at), unused)) sw_scope SW__JOIN(sw__scope_, __COUNTER__) =                    \
        sw__scope_begin_handle_at((name), __FILE__, __LINE__, SW__SCOPE_BITS)

#ifdef __cplusplus
}
#endif

#ifdef SW_DISABLE
#include <stepwatch/disabled/scope.h>
#else
#include <stepwatch/enabled/scope.h>
#endif

#endif
