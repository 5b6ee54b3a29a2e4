// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Checks the value of one option and stores it. Config files and single values come through here alike.

#ifndef SW_CONFIG_VALUES_H
#define SW_CONFIG_VALUES_H

#include "config/reader.h"

/// Stores the value in the group's settings, or only checks it where `settings` is NULL. A mistake is reported and
/// stores nothing.
void sw__value_read(sw__reader *reader, const sw__option_group *group, const sw__option *option, const sw__node *value,
                    void *settings);

/// Whether its values are lists.
bool sw__option_takes_list(const sw__option *option);

/// What is wrong with a text that is to be one printable line, or NULL.
const char *sw__text_problem(const char *text, size_t length);

#endif
