// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CSV files, read by a reader of our own, and the folders that they are in.

#ifndef TESTS_CSV_SUPPORT_H
#define TESTS_CSV_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct csv_file {
    char *text;          ///< of all cells
    const char **cells;  ///< line after line, the one of the columns first
    size_t column_count; ///< 0: there is no such file, or nothing in it
    size_t line_count;
    bool rectangular; ///< each line has as many fields, and ends with CR LF
} csv_file;

/// Reads a file. Free it in any case.
csv_file csv_read(const char *path);

/// The same of a process that was killed: the kernel may have cut the write of its last line short, where a page ends. What
/// lies behind the last whole line is passed over.
csv_file csv_read_whole_lines(const char *path);

void csv_free(csv_file *file);

/// Whether there is such a column.
bool csv_has(const csv_file *file, const char *column);

/// The cell of a row, from 0, and a column; "(none)" if there is none.
const char *csv_cell(const csv_file *file, size_t row, const char *column);

/// The whole file is this text; a NULL text: there is no such file.
void check_file(const char *path, const char *expected);

/// How many files fit the pattern.
size_t files_like(const char *pattern);

/// Removes a folder, and all that is in it.
void remove_folder(const char *folder);

#endif
