// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is said of a value that an option cannot have. Each mistake begins with the option's name.

#ifndef SW_CONFIG_VALUE_MISTAKES_H
#define SW_CONFIG_VALUE_MISTAKES_H

#include "config/reader.h"

/// One value on its way into the settings.
typedef struct sw__value_reading {
    sw__reader *reader;
    const sw__option_group *group;
    const sw__option *option;
    const sw__node *value;
    void *field; ///< NULL: only check
} sw__value_reading;

/// Begins a mistake; NULL if it will not be shown.
sw__buffer *sw__value_mistake_begin(const sw__value_reading *r);

/// Adds the value as it stands in the source.
void sw__value_found_add(sw__buffer *out, const sw__node *value);

/// The value is not of the option's kind. Gives the mistake, to which something may be added, or NULL.
sw__buffer *sw__value_say_wrong_type(const sw__value_reading *r);

/// It is in quotes, and so is text.
void sw__value_say_quoted(const sw__value_reading *r);

/// There is none.
void sw__value_say_missing(const sw__value_reading *r);

#endif
