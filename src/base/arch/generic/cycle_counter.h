// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// No usable counter on this processor: the clock is CLOCK_MONOTONIC.

#ifndef SW_BASE_CYCLE_COUNTER_H
#define SW_BASE_CYCLE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#define SW__CYCLE_COUNTER_NAME "counter"
#define SW__CYCLE_COUNTER_KERNEL_NAME ""

static inline uint64_t sw__cycle_counter(void)
{
    return 0;
}

static inline bool sw__cycle_counter_is_invariant(void)
{
    return false;
}

#endif
