// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which names a session leaves out. The patterns are matched once for each name, when it is new or when the session begins;
// from then on it is one flag.

#ifndef SW_BASE_NAME_FILTER_H
#define SW_BASE_NAME_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/names.h"

extern uint8_t sw__name_flags[SW__NAME_CAP]; ///< atomic: 1 is left out

/// Sets the patterns, each with its NUL and an empty one behind the last, which stay where they are until the next call;
/// NULL: no name is left out. In a pattern * is any text and ? one character; one that begins with ! leaves out what
/// it matches, and a later one wins. Names that none matches are left out too, unless the first pattern begins with !. Written while the
/// modules' bits are out of the state word.
void sw__name_filter_set(const char *patterns);

/// For a new name, with the names' lock held.
void sw__name_filter_apply(uint32_t id, const char *name);

static inline bool sw__name_is_left_out(uint32_t id)
{
    // Relaxed: a name's flag is written before its id is known to anybody, or before the bits go in.
    return __builtin_expect(__atomic_load_n(&sw__name_flags[id], __ATOMIC_RELAXED) != 0, 0);
}

#endif
