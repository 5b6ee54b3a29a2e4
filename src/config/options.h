// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Option tables: what a module can be configured with. The config reader checks a file against the tables it is given,
// and the printer writes them back; neither knows a module.

#ifndef SW_CONFIG_OPTIONS_H
#define SW_CONFIG_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum sw__option_kind {
    SW__OPTION_BOOL,   ///< bool:         true, false
    SW__OPTION_UINT,   ///< uint32_t:     min..max; null is 0 where `nullable`
    SW__OPTION_CHOICE, ///< int:          the value of one of `choices`
    SW__OPTION_TEXT,   ///< const char *: not empty, no control characters; NULL until set. Owned by the config.
    SW__OPTION_LIST,   ///< const char *: such texts one behind the other, each with its NUL, and an empty one; as above
    SW__OPTION_SET,    ///< uint32_t:     a list of some of `choices`, the bits 1u << value; null is 0
} sw__option_kind;

typedef struct sw__choice {
    const char *name; ///< NULL ends the list
    int value;
} sw__choice;

typedef struct sw__option {
    const char *key;
    sw__option_kind kind;
    size_t offset; ///< of the field in the module's settings
    bool nullable;
    uint32_t min;
    uint32_t max;
    const sw__choice *choices;
    const char *help; ///< one line, written as a comment beside the value
} sw__option;

/// One group of a run profile, such as `stopwatch:`; the group without a name stands at the profile's own level.
typedef struct sw__option_group {
    const char *name; ///< "" for the profile's own level
    const sw__option *options;
    size_t count;
    size_t size;      ///< of the settings that the offsets point into
    bool notes_given; ///< the settings have a bool, at `given`, that is set when a run profile names the group
    size_t given;
} sw__option_group;

#endif
