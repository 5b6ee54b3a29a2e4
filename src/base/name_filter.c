// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "name_filter.h"

#include <fnmatch.h>
#include <stddef.h>
#include <string.h>

uint8_t sw__name_flags[SW__NAME_CAP];

static const char *filter; ///< guarded by the names' lock

static bool is_left_out(const char *name)
{
    if (!filter)
        return false;
    bool left_out = *filter != '!';
    for (const char *pattern = filter; *pattern; pattern += strlen(pattern) + 1) {
        const bool leaves_out = *pattern == '!';
        if (fnmatch(pattern + leaves_out, name, 0) == 0)
            left_out = leaves_out;
    }
    return left_out;
}

void sw__name_filter_apply(uint32_t id, const char *name)
{
    // The iteration is what all shares are of, and "(other)" stands for names of both kinds.
    const bool always = id == SW__NAME_OTHER || strcmp(name, "iteration") == 0;
    __atomic_store_n(&sw__name_flags[id], !always && is_left_out(name), __ATOMIC_RELAXED); // see the reader
}

void sw__name_filter_set(const char *patterns)
{
    sw__names_lock();
    const bool changes = filter || patterns;
    filter = patterns;
    for (uint32_t id = 1; changes && id < sw__name_end(); id++)
        sw__name_filter_apply(id, sw__name_text(id));
    sw__names_unlock();
}
