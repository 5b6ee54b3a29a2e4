// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "shared_ranges.h"

#include "nvtx/forward.h"

// FREE -> CLAIMED -> OPEN -> CLAIMED -> FREE. The generation is raised by the first step, so that a handle of it is never
// that of another range. Whoever makes the step to CLAIMED has the other fields for itself until the step out of it.
enum { FREE, CLAIMED, OPEN, STATE_BITS = 2, INDEX_BITS = 12 };

_Static_assert(SW__SHARED_RANGES == 1 << INDEX_BITS, "a handle has room for each index");

static sw__shared_range pool[SW__SHARED_RANGES];
static uint32_t search_from; ///< atomic: where the next search for a free one begins

static uint64_t state_of(uint64_t generation, uint64_t in)
{
    return generation << STATE_BITS | in;
}

// Acquire: what the thread that had it before wrote and read is over. Relaxed on failure: nothing was got.
static bool step_to_claimed(sw__shared_range *range, uint64_t from, uint64_t generation)
{
    return __atomic_compare_exchange_n(&range->state, &from, state_of(generation, CLAIMED), false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

// Release: whoever claims it next finds the fields as they were left.
static void step_from_claimed(sw__shared_range *range, uint64_t generation, uint64_t to)
{
    __atomic_store_n(&range->state, state_of(generation, to), __ATOMIC_RELEASE);
}

// Claims a free range; NULL: none was found free.
static sw__shared_range *claim_free(uint64_t *generation)
{
    // Relaxed: it only spreads the searches, so that they seldom meet a range that is in use.
    uint32_t from = __atomic_fetch_add(&search_from, 1, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < SW__SHARED_RANGES; i++) {
        sw__shared_range *range = &pool[(from + i) % SW__SHARED_RANGES];
        uint64_t state = __atomic_load_n(&range->state, __ATOMIC_RELAXED); // the claim itself acquires
        *generation = (state >> STATE_BITS) + 1;
        if ((state & ((1 << STATE_BITS) - 1)) == FREE && step_to_claimed(range, state, *generation))
            return range;
    }
    return NULL;
}

uint64_t sw__shared_range_open(uint32_t name, sw__site site, bool recorded)
{
    uint64_t generation;
    sw__shared_range *range = claim_free(&generation);
    if (!range)
        return 0;
    range->name = name;
    range->file = site.file;
    range->line = site.line;
    range->recorded = recorded;
    range->tool_id = recorded ? sw__forward_start(name) : 0;
    step_from_claimed(range, generation, OPEN);
    return generation << INDEX_BITS | (uint64_t)(range - pool);
}

static bool finish(sw__shared_range *range, uint64_t generation, sw__shared_range *copy)
{
    if (!step_to_claimed(range, state_of(generation, OPEN), generation))
        return false;
    if (copy)
        *copy = (sw__shared_range){
            .file = range->file, .line = range->line, .name = range->name, .recorded = range->recorded};
    if (range->recorded)
        sw__forward_end(range->tool_id);
    step_from_claimed(range, generation, FREE);
    return true;
}

bool sw__shared_range_close(uint64_t handle)
{
    return finish(&pool[handle % SW__SHARED_RANGES], handle >> INDEX_BITS, NULL);
}

bool sw__shared_range_take(uint32_t index, sw__shared_range *copy)
{
    uint64_t state = __atomic_load_n(&pool[index].state, __ATOMIC_RELAXED); // the step to CLAIMED acquires
    return finish(&pool[index], state >> STATE_BITS, copy);
}

void sw__shared_ranges_forget(void)
{
    for (uint32_t i = 0; i < SW__SHARED_RANGES; i++) {
        uint64_t state = __atomic_load_n(&pool[i].state, __ATOMIC_RELAXED); // the child has one thread
        step_from_claimed(&pool[i], state >> STATE_BITS, FREE);
    }
}
