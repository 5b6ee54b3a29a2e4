// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reads text from a file, or from all files of a folder.

#ifndef CHARLM_TEXT_H
#define CHARLM_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "../common/failure.h"

/// Zero is empty text.
struct text {
    unsigned char *bytes;
    size_t length;
    size_t capacity;
};

/// Appends the file at `path`, or the regular files directly in the folder, sorted by name. Symbolic links in the
/// folder are skipped: they would bring the same text twice. False with a failure that names the path.
bool text_read(struct text *text, const char *path, struct failure *failure);

void text_free(struct text *text);

#endif
