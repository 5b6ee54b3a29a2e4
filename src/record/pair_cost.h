// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the instrument itself costs: a begin and an end with nothing between them, measured in the process that pays for them.

#ifndef SW_RECORD_PAIR_COST_H
#define SW_RECORD_PAIR_COST_H

#include <stdbool.h>
#include <stdint.h>

/// Of a begin and an end together, in ticks of the session's clock. 0: not known.
typedef struct sw__pair_cost {
    double warm; ///< in a loop of nothing else, with their share of draining the log
    double cold; ///< after other data went through the first two levels of the caches; no less than warm
} sw__pair_cost;

static inline sw__pair_cost sw__pair_cost_in_ns(sw__pair_cost ticks, double ns_per_tick)
{
    return (sw__pair_cost){ticks.warm * ns_per_tick, ticks.cold * ns_per_tick};
}

/// How to make pairs of one kind.
typedef struct sw__pair_probe {
    void (*prepare)(void *context); ///< what they need on the thread's lane, which is a new one; may be NULL
    void (*begin)(void *context);
    void (*end)(void *context);
    void *context;
} sw__pair_probe;

/// Measures them on a lane that nobody reads, so that nothing of it is recorded. Takes milliseconds, and the caches are cold
/// afterwards. A clock that stands still tells nothing. One thread at a time.
sw__pair_cost sw__pair_cost_of(const sw__pair_probe *probe);

/// What was measured before in this process. Zero is nothing.
typedef struct sw__known_pair_cost {
    bool known;
    bool cycles;      ///< by the cycle counter
    uint32_t variant; ///< whatever else the cost depends on
    sw__pair_cost cost;
} sw__known_pair_cost;

/// The same, measured once for each clock and variant, one after the other: sessions may come by the thousand.
sw__pair_cost sw__pair_cost_once(sw__known_pair_cost *known, const sw__pair_probe *probe, uint32_t variant);

/// Gives back the memory that this took, sw__cache_sweep_size().
void sw__pair_costs_are_known(void);

#endif
