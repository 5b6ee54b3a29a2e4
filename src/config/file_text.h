// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A config file's text: read whole, never blocking, never more than a config file can reasonably have.

#ifndef SW_CONFIG_FILE_TEXT_H
#define SW_CONFIG_FILE_TEXT_H

#include "config/mistakes.h"

typedef struct sw__file_text {
    sw__buffer bytes;
    const char *text; ///< in `bytes`, after the byte order mark
    size_t length;
    size_t cut_line; ///< the line from which on it was left out, as it is not text; 0: it is whole
} sw__file_text;

/// Reads the file. What stops it is added to the mistakes, with the file's first character that is not text among it;
/// the lines before that one are kept, so that they can be checked too. Free it in any case.
void sw__file_text_read(sw__file_text *file, const char *path, sw__mistakes *mistakes);

void sw__file_text_free(sw__file_text *file);

#endif
