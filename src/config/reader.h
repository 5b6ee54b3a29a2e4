// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the reading of a source works with, and the look-up of its keys in the option tables.

#ifndef SW_CONFIG_READER_H
#define SW_CONFIG_READER_H

#include "config/document.h"
#include "config/kept_text.h"
#include "config/options.h"

typedef struct sw__reader {
    const sw__option_group *groups;
    size_t group_count;
    sw__mistakes *mistakes;
    sw__kept_text **texts; ///< where texts that settings point to go
    bool no_memory;
} sw__reader;

/// The group of this name, or NULL. `group - reader->groups` is its index.
const sw__option_group *sw__reader_group(const sw__reader *reader, const char *name, size_t length);

/// The option of this key in the group, or NULL, also where the group is NULL.
const sw__option *sw__group_option(const sw__option_group *group, const char *key, size_t length);

/// A run profile names the group: stores that in its settings, if there are any and it wants to know.
void sw__group_note_given(const sw__option_group *group, void *settings);

/// Adds an option's name as messages and single values have it: "stopwatch.enable", "on_error".
void sw__option_name_add(sw__buffer *out, const sw__option_group *group, const sw__option *option);

/// Reports a key that the group `named` does not have, with what was probably meant. NULL is the profile's own level,
/// which has the names of the groups as its keys too.
void sw__reader_unknown_key(sw__reader *reader, const sw__option_group *named, const sw__node *key);

#endif
