// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether a name is the text of an id, word by word. It may read up to fifteen bytes behind the name's end, but never into
// another page, and what it reads there does not count. Builds under a sanitizer take the file of the same name under
// bytes/.

#ifndef SW_BASE_SAME_TEXT_H
#define SW_BASE_SAME_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "base/names.h"

/// Whether they are surely the same, without a call: true for equal names of up to 15 bytes, but for one in some hundred
/// that lies across the end of a page.
static inline bool sw__surely_same_text(uint32_t id, const char *name)
{
    const sw__name_key *key = &sw__name_keys[id];
    uint64_t word[2];
    if (__builtin_expect((uintptr_t)name % 4096 > 4096 - sizeof word, 0))
        return false;
    memcpy(word, name, sizeof word);
    uint64_t differ = ((word[0] ^ key->word[0]) & key->mask[0]) | ((word[1] ^ key->word[1]) & key->mask[1]);
    return __builtin_expect(differ == 0, 1);
}

#endif
