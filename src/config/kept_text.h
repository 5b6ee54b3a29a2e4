// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Texts that live as long as the configuration whose settings point to them.

#ifndef SW_CONFIG_KEPT_TEXT_H
#define SW_CONFIG_KEPT_TEXT_H

#include <stddef.h>

typedef struct sw__kept_text {
    struct sw__kept_text *next;
    char text[];
} sw__kept_text;

/// Copies a text into the list; NULL if there is no memory.
const char *sw__kept_text_add(sw__kept_text **list, const char *text, size_t length);

void sw__kept_text_free(sw__kept_text *list);

#endif
