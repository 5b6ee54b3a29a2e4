// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Maps of a document against the option tables: a run profile, and the groups in it.

#ifndef SW_CONFIG_GROUPS_H
#define SW_CONFIG_GROUPS_H

#include "config/reader.h"

/// Whether the value of `key` is a map, as it has to be. An empty value is none, and is no mistake.
bool sw__group_is_map(sw__reader *reader, const sw__node *key, const sw__node *value);

/// Steps to the next pair of a map that has a usable key; false after the last. The first step, of a zeroed pair, also
/// reports the keys that are given twice.
bool sw__group_next(sw__reader *reader, const sw__document *document, const sw__node *map, sw__pair *pair);

/// Reads a profile: settings[i] points to the settings of reader->groups[i]. Only checks it where `settings` is NULL.
void sw__group_read_profile(sw__reader *reader, const sw__document *document, const sw__pair *profile,
                            void *const *settings);

#endif
