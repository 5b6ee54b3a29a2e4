// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The top level of a config file: its run profiles, which are all checked, and which of them is stored.

#ifndef SW_CONFIG_PROFILES_H
#define SW_CONFIG_PROFILES_H

#include "config/reader.h"

typedef struct sw__profiles {
    const sw__document *document;
    const sw__node *default_name; ///< the value of `default`; NULL: not there
    const sw__node *key;          ///< `profiles` itself; NULL: not there
    const sw__node *map;          ///< the profiles; NULL: there are none
    const char *chosen;           ///< NULL: none; a text of the document, or the one asked for
} sw__profiles;

/// Reads the document and stores the profile `asked` for, or else the one that the file names as its default:
/// settings[i] points to the settings of reader->groups[i].
void sw__profiles_read(sw__profiles *profiles, sw__reader *reader, const sw__document *document, const char *asked,
                       void *const *settings);

/// Adds the names of the profiles, "a, b and c", the one nearest to `typed` first; `typed` may be NULL. False if there
/// are none.
bool sw__profiles_list(sw__buffer *out, const sw__profiles *profiles, const char *typed);

#endif
