// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Output files: whole under their final name, or not there at all.

#ifndef SW_BASE_OUTPUT_FILE_H
#define SW_BASE_OUTPUT_FILE_H

#include "base/buffer.h"

/// Writes the buffer to the file at `path`, which is replaced by a finished one. Missing folders are made. What is no
/// regular file, such as /dev/null or a pipe, is written into and never replaced, and so is what a path below /dev/fd
/// or /proc leads to. SW_ERR_WRITE with errno set, or SW_ERR_NO_MEMORY: the file is what it was.
sw_status sw__output_file_write(const char *path, const sw__buffer *buffer);

/// Whether `path` is there and would be written into: it is no place for several files.
bool sw__output_file_is_device(const char *path);

// For files that grow. These give a descriptor, or -1 with errno set.

/// Opens what is written into. A name of a descriptor, such as /dev/stdout, gives a copy of that.
int sw__output_file_open_device(const char *path);

/// Creates a file, which is there for nobody else, and its missing folders. EEXIST: the path is taken.
int sw__output_file_create(const char *path);

/// Creates a file in the folder of `path`, by a name that is put into `name`: to be renamed to `path` when it is
/// complete.
int sw__output_file_create_beside(const char *path, sw__buffer *name);

#endif
