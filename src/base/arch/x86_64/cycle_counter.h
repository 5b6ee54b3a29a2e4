// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The time-stamp counter.

#ifndef SW_BASE_CYCLE_COUNTER_H
#define SW_BASE_CYCLE_COUNTER_H

#include <cpuid.h>
#include <stdbool.h>
#include <stdint.h>

#define SW__CYCLE_COUNTER_NAME "tsc"
#define SW__CYCLE_COUNTER_KERNEL_NAME "tsc" ///< the kernel's clock source where it trusts the counter

static inline uint64_t sw__cycle_counter(void)
{
    return __builtin_ia32_rdtsc();
}

/// Whether it ticks at one rate in all power states (CPUID 0x80000007, EDX bit 8).
static inline bool sw__cycle_counter_is_invariant(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007u, &a, &b, &c, &d) && (d >> 8 & 1u);
}

#endif
