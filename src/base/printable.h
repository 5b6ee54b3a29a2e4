// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Any text as it can stand in a terminal. UTF-8 is kept; control characters and bytes that are no UTF-8 are written as
// \n, \t or \x1b, and so are the invisible characters that turn the direction of a line around.

#ifndef SW_BASE_PRINTABLE_H
#define SW_BASE_PRINTABLE_H

#include <stddef.h>

#include "base/buffer.h"

/// Appends `length` bytes of text, in at most `max_columns` columns of a terminal: a longer one keeps its head and its tail
/// around "…". Returns the columns that it takes.
size_t sw__printable_add(sw__buffer *out, const char *text, size_t length, size_t max_columns);

#endif
