// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "name_cache.h"

#include <string.h>

sw__lane_part sw__name_cache_part = {.size = sizeof(sw__name_cache)};

// The way to fill: that of the same address, whose text has changed, or else a free one, or else the oldest.
static sw__cached_name *make_room(sw__cached_name *set, uint32_t address)
{
    for (int way = 0; way < SW__NAME_CACHE_WAYS; way++)
        if (set[way].address == address || !set[way].id)
            return &set[way];
    memmove(&set[1], &set[0], (SW__NAME_CACHE_WAYS - 1) * sizeof *set);
    return &set[0];
}

uint32_t sw__name_id(const sw__lane *lane, const char *name)
{
    uint32_t id = sw__name_of_address(lane, name);
    return id && strcmp(sw__name_texts[id], name) == 0 ? id : sw__name_id_anew(lane, name);
}

uint32_t sw__name_id_anew(const sw__lane *lane, const char *name)
{
    uint32_t id = sw__intern(name, strlen(name));
    // What "(other)" stands for differs from call to call, so that each is looked up and counted.
    if (id != SW__NAME_OTHER)
        *make_room(sw__name_cache_set(lane, name), (uint32_t)(uintptr_t)name) =
            (sw__cached_name){(uint32_t)(uintptr_t)name, id};
    return id;
}
