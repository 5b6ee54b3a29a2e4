// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The generic timer's virtual counter: of one rate by architecture.

#ifndef SW_BASE_CYCLE_COUNTER_H
#define SW_BASE_CYCLE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#define SW__CYCLE_COUNTER_NAME "cntvct"
#define SW__CYCLE_COUNTER_KERNEL_NAME "arch_sys_counter"

static inline uint64_t sw__cycle_counter(void)
{
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}

static inline bool sw__cycle_counter_is_invariant(void)
{
    return true;
}

#endif
