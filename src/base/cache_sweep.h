// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Makes caches cold: goes through a buffer that is larger than they are, so that what was in them has to come from farther
// away when it is next used.

#ifndef SW_BASE_CACHE_SWEEP_H
#define SW_BASE_CACHE_SWEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sw__cache_sweep {
    char *buffer;
    size_t size;
} sw__cache_sweep;

/// What the first two levels of the data caches and of the address translation do not survive. The third level does: it is
/// so large on today's machines that each sweep of it would take as long as a whole start of a session.
size_t sw__cache_sweep_size(void);

/// False without memory.
bool sw__cache_sweep_open(sw__cache_sweep *sweep, size_t size);
void sw__cache_sweep_close(sw__cache_sweep *sweep);

void sw__cache_sweep_once(const sw__cache_sweep *sweep);

/// Comes back when all that was read and written before is done, for what is timed next. An exchange, as the thread sanitizer
/// knows no fences.
static inline void sw__memory_settles(void)
{
    uint32_t word = 0;
    (void)__atomic_exchange_n(&word, 1, __ATOMIC_SEQ_CST);
}

#endif
