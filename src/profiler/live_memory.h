// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The memory that the program has reported as allocated and not yet as freed: how many bytes lie at which address, for all
// threads together, since what one allocates another may free.
//
// The map is made of shards by the hash of the address, each with a lock of its own, held for some 20 ns. Without locks it
// could not take things out and grow at the same time, but with machinery that costs more than it saves: an allocation and a
// free that are worth reporting take longer than this, and threads seldom meet in a shard.
//
// A call has its lane entered, so that one from a signal handler is refused before it can wait for a lock of its own thread.
// What is read needs no lock.

#ifndef SW_PROFILER_LIVE_MEMORY_H
#define SW_PROFILER_LIVE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SW__LIVE_MEMORY_SHARDS = 16,
    SW__LIVE_MEMORY_CAP = 1 << 20, ///< allocations that are followed at a time, evenly divided among the shards
};

/// Follows an allocation. `replaced` becomes the bytes of one that was live at the same address, whose free was not reported,
/// and else 0. False: it is not followed, as there are too many, or is NULL, which is none.
bool sw__live_memory_add(const void *memory, uint64_t bytes, uint64_t *replaced);

/// Ends it. False: none is followed there; counted, except for NULL, which may be freed.
bool sw__live_memory_remove(const void *memory, uint64_t *bytes);

/// The same for a time in which allocations are not followed: none of that address is not worth counting.
bool sw__live_memory_remove_if_live(const void *memory, uint64_t *bytes);

typedef struct sw__live_memory {
    uint64_t bytes; ///< live now
    uint64_t peak;  ///< the most that was live at a time
    uint64_t allocations;
    uint64_t frees;        ///< of what was followed
    uint64_t unmatched;    ///< frees of what was not
    uint64_t reused;       ///< allocations where another one was live
    uint64_t not_followed; ///< allocations beyond the cap, or without memory for the map
} sw__live_memory;

/// Since the last reset. Any thread, and in a signal handler.
sw__live_memory sw__live_memory_now(void);

// Calls of other threads may go on.

/// Forgets what is live, and gives the map's memory back.
void sw__live_memory_forget(void);

/// The same, and sets the counts and the peak back.
void sw__live_memory_reset(void);

// Around fork().
void sw__live_memory_lock(void);
void sw__live_memory_unlock(void);

#endif
