// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Single values on their way to an exporter, each with a name for programs and words for people.

#ifndef SW_REPORT_FACTS_H
#define SW_REPORT_FACTS_H

#include <stddef.h>

#include "base/buffer.h"
#include "report/cell.h"

/// One value with its name for programs, and the words around it for people.
typedef struct sw__fact {
    const char *key; ///< for programs; NULL: for people only
    sw__cell_kind kind;
    sw__cell cell;      ///< absent: null for programs, and not in the text
    const char *before; ///< in the text, in front of the value; "\n" begins a line. NULL: for programs only
    const char *after;  ///< in the text, behind the value
} sw__fact;

/// Zero is an empty list.
typedef struct sw__facts {
    sw__fact *all;
    size_t count;
    size_t capacity;
    bool failed; ///< memory ran out: facts are missing
} sw__facts;

void sw__facts_add(sw__facts *facts, const char *key, sw__cell_kind kind, sw__cell cell, const char *before,
                   const char *after);

/// The fact of this key, or NULL.
const sw__fact *sw__facts_find(const sw__facts *facts, const char *key);

/// Writes those that have words and a value, and ends the last line.
void sw__facts_write_text(sw__buffer *out, const sw__facts *facts);

/// Frees the list, but none of its texts; it is empty and can be used again.
void sw__facts_free(sw__facts *facts);

#endif
