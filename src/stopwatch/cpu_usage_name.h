// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which measurement has its CPU usage taken: one a session, chosen by the run profile or by a call before its first start.

#ifndef SW_STOPWATCH_CPU_USAGE_NAME_H
#define SW_STOPWATCH_CPU_USAGE_NAME_H

#include <stdint.h>

extern uint32_t sw__cpu_usage_chosen; ///< atomic: 0 for none

/// The chosen name, or 0.
static inline uint32_t sw__cpu_usage_name(void)
{
    return __atomic_load_n(&sw__cpu_usage_chosen, __ATOMIC_RELAXED); // only the number itself is passed on
}

/// Chooses the name that the settings have, which may be NULL or "": before the module's bits go in.
void sw__cpu_usage_start(const char *name);

/// After the bits were taken out: forgets the name.
void sw__cpu_usage_finish(void);
void sw__cpu_usage_after_fork(void);

#endif
