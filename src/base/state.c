// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "state.h"

uint64_t sw__state_v1;

static uint64_t with_begins(uint64_t word)
{
    const uint64_t others = word & ~(uint64_t)SW__MODULE_BEGINS;
    return word & SW__SESSION_PAUSED ? others : others | (word & SW__MODULE_ENDS) >> 1;
}

uint64_t sw__state_change(uint64_t mask, uint64_t value)
{
    uint64_t word = __atomic_load_n(&sw__state_v1, __ATOMIC_RELAXED);
    // Release: whoever sees the new bits sees what was written before them.
    while (!__atomic_compare_exchange_n(&sw__state_v1, &word, with_begins((word & ~mask) | (value & mask)), true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED))
        ;
    return word;
}
