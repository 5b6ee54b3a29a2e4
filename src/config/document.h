// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A YAML document as one array of nodes, in the order of the text, with the place of each. What of YAML a config file
// must not use is refused here: aliases, tags, merge keys, second documents, deep nesting.

#ifndef SW_CONFIG_DOCUMENT_H
#define SW_CONFIG_DOCUMENT_H

#include "config/file_text.h"

typedef enum sw__node_kind {
    SW__NODE_SCALAR,
    SW__NODE_LIST,
    SW__NODE_MAP,    ///< its keys and values follow it in turn
    SW__NODE_REFUSED ///< stands for a value that has been reported
} sw__node_kind;

typedef struct sw__node {
    sw__node_kind kind;
    bool quoted; ///< a scalar that can only be text
    sw__place place;
    const char *text; ///< of a scalar, NUL-terminated; there may be NULs in it
    size_t length;
    size_t offset;              ///< internal: of the text
    size_t next;                ///< the index after this node and all that is in it
    const struct sw__node *end; ///< the same as a pointer: the values of a list lie between it and the list
} sw__node;

typedef struct sw__document {
    sw__node *nodes;
    size_t count; ///< 0: the file has nothing in it
    size_t capacity;
    sw__buffer texts;
    bool complete; ///< false: it ends where a mistake stopped the reading
    bool no_memory;
} sw__document;

/// A key of a map and its value.
typedef struct sw__pair {
    const sw__node *key; ///< NULL: before the first
    const sw__node *value;
} sw__pair;

/// Reads the file's text up to its end, or up to a mistake that leaves no sense in the rest. Free it in any case.
void sw__document_parse(sw__document *document, const sw__file_text *file, sw__mistakes *mistakes);

void sw__document_free(sw__document *document);

/// Steps to the next pair of a map; false after the last.
bool sw__document_next(const sw__document *document, const sw__node *map, sw__pair *pair);

/// A bare `null`, `~`, or nothing at all.
bool sw__node_is_null(const sw__node *node);

/// A bare `<<`, which has been reported.
bool sw__node_is_merge_key(const sw__node *node);

bool sw__node_is(const sw__node *node, const char *text);

#endif
