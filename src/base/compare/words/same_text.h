// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Whether a name is the text of an id, word by word. It may read some bytes behind the name's end, but never into another
// page, and what it reads there does not count. Builds under a sanitizer take the file of the same name under bytes/.

#ifndef SW_BASE_SAME_TEXT_H
#define SW_BASE_SAME_TEXT_H

#include <stdbool.h>
#include <string.h>

#include "base/names.h"

/// Whether two words of the key, from `at` on, are surely those of the name.
static inline bool sw__two_words_are_same(const sw__name_key *key, const char *name, int at)
{
    uint64_t word[2];
    name += at * 8;
    if (__builtin_expect((uintptr_t)name % 4096 > 4096 - sizeof word, 0))
        return false;
    memcpy(word, name, sizeof word);
    return (((word[0] ^ key->word[at]) & key->mask[at]) | ((word[1] ^ key->word[at + 1]) & key->mask[at + 1])) == 0;
}

/// Whether they are surely the same, without a call: true for equal names of up to 31 bytes, but for one in some hundred
/// that lies across the end of a page.
static inline bool sw__surely_same_text(uint32_t id, const char *name)
{
    const sw__name_key *key = &sw__name_keys[id];
    if (__builtin_expect(!sw__two_words_are_same(key, name, 0), 0))
        return false;
    // Only with more bytes that count may there be more of the name, and another page.
    return key->mask[2] == 0 || sw__two_words_are_same(key, name, 2);
}

#endif
