// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What somebody may have meant by a word that is none of those expected, and lists of words in a sentence.

#ifndef SW_CONFIG_SUGGEST_H
#define SW_CONFIG_SUGGEST_H

#include "base/buffer.h"

/// The nearest to `typed` of the names tried so far. Set the first two fields, zero the others.
typedef struct sw__nearest {
    const char *typed;
    size_t length;
    const char *name; ///< NULL while none is near enough
    size_t cost;
} sw__nearest;

/// Tries one more name. A name is near if it is nearly `typed`, or has parts that nearly are its words: `warmpu` is
/// near to `num_warmup_iters`. True if it is the nearest now.
bool sw__nearest_try(sw__nearest *nearest, const char *name);

/// Adds number `index` of `count` words of a list, with what stands before it: "a", ", b", " or c". Of a long list only
/// the first ones are shown, and the number of the others.
void sw__list_add(sw__buffer *out, size_t index, size_t count, const char *conjunction, const char *word);

#endif
