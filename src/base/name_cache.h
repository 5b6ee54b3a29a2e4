// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A thread's cache from the address of a name to its id: the text behind an address may change, so it is always compared.
// Four entries a set, addresses that lie together in sets that lie together.

#ifndef SW_BASE_NAME_CACHE_H
#define SW_BASE_NAME_CACHE_H

#include "base/lanes.h"
#include "base/names.h"

enum { SW__NAME_CACHE_SETS = 2048, SW__NAME_CACHE_WAYS = 4 };

typedef struct sw__cached_name {
    uint32_t address; ///< its lower half
    uint32_t id;      ///< 0: free
} sw__cached_name;

typedef struct sw__name_cache {
    sw__cached_name sets[SW__NAME_CACHE_SETS][SW__NAME_CACHE_WAYS];
} sw__name_cache;

extern sw__lane_part sw__name_cache_part;

/// The hot parts of a lane lie at known places, the name cache first.
#define SW__NAME_CACHE_OFFSET SW__LANE_HEADER
#define SW__NAME_CACHE_END (SW__NAME_CACHE_OFFSET + sizeof(sw__name_cache))

static inline sw__cached_name *sw__name_cache_set(const sw__lane *lane, const char *name)
{
    sw__name_cache *cache = (sw__name_cache *)((char *)lane + SW__NAME_CACHE_OFFSET);
    uintptr_t address = (uintptr_t)name;
    return cache->sets[(address >> 4 ^ address >> 15) % SW__NAME_CACHE_SETS];
}

/// The id that the cache has for the address of `name`, whose text may have changed since, or 0.
static inline uint32_t sw__name_of_address(const sw__lane *lane, const char *name)
{
    const sw__cached_name *set = sw__name_cache_set(lane, name);
    for (int way = 0; way < SW__NAME_CACHE_WAYS; way++)
        if (set[way].address == (uint32_t)(uintptr_t)name)
            return set[way].id;
    return 0;
}

/// The id of `name`, which is not NULL and not empty. The lane is this thread's, and entered.
uint32_t sw__name_id(const sw__lane *lane, const char *name);

/// The same for a name that the cache is known not to have.
uint32_t sw__name_id_anew(const sw__lane *lane, const char *name);

#endif
