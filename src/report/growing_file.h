// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A file that grows by what is appended to it: what was appended is there, whatever becomes of the process. It is a new
// file, or a device that is written into.

#ifndef SW_REPORT_GROWING_FILE_H
#define SW_REPORT_GROWING_FILE_H

#include <stdint.h>

#include "base/buffer.h"

/// Zero is a file that is not open.
typedef struct sw__growing_file {
    sw__buffer name; ///< where it is, or was to be
    char *real;      ///< the same for any working directory; NULL: a device
    bool open;
    int fd;
    uint64_t size; ///< what was appended
} sw__growing_file;

/// Creates the file, and missing folders. Where `path` is taken, its name is the first free one of "run.2.csv",
/// "run.3.csv", and so on. SW_ERR_WRITE with errno set, or SW_ERR_NO_MEMORY.
sw_status sw__growing_file_create(sw__growing_file *file, const char *path);

bool sw__growing_file_is_device(const sw__growing_file *file);

/// Appends the text, with one write, or else nothing of it, unless to a device. SW_ERR_WRITE with errno set, or
/// SW_ERR_NO_MEMORY.
sw_status sw__growing_file_append(sw__growing_file *file, const sw__buffer *text);

/// Adds to `out` what shall stand for a part of the file. Called with one part after another.
typedef void (*sw__growing_file_editor)(sw__buffer *out, const char *part, size_t length, void *context);

/// Replaces the file by another one: `head`, and then what lies in it from `from` on, edited. At any time one of the
/// two is there under its name. Where that fails, the file is what it was; not for a device. The text in `head` is used
/// up.
sw_status sw__growing_file_edit(sw__growing_file *file, sw__buffer *head, uint64_t from, sw__growing_file_editor edit,
                                void *context);

/// Closes the file, if it is open, and removes it if there is nothing in it. SW_ERR_WRITE with errno set: the system
/// had taken what was appended, and could not keep it.
sw_status sw__growing_file_close(sw__growing_file *file);

/// Lets go of it, in the child of a fork(): it belongs to the parent.
void sw__growing_file_forget(sw__growing_file *file);

#endif
