// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The names of the library: those that tests/exports.txt lists, and those that the public headers declare.

#ifndef TESTS_PUBLIC_NAMES_H
#define TESTS_PUBLIC_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_NAMES = 1000 };

typedef struct name_list {
    size_t count;
    char *names[MOST_NAMES];
} name_list;

void names_add(name_list *list, const char *name, size_t length);
bool names_have(const name_list *list, const char *name);
void names_free(name_list *list);

/// What tests/exports.txt lists.
name_list names_listed(void);

/// What the public headers declare as a part of the library.
name_list names_declared(void);

/// The functions that a program may call: what is listed but for internal names, and the inlines of the headers.
name_list names_callable(void);

#endif
