// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A file that grows by rows, and what is told of it.

#ifndef TESTS_ROW_FILE_SUPPORT_H
#define TESTS_ROW_FILE_SUPPORT_H

#include "report/row_file.h"

#define FOLDER BUILD_DIR "/row_file"
#define PATH FOLDER "/a/run.csv"

extern sw__row_file rows;

/// How often there were news since begin_rows(), and the last ones.
extern unsigned news_count;
extern char news[1024];
extern sw_status news_status;

/// Begins a test, without the folder and without news.
void begin_rows(void);

/// Closes the file, and ends the test.
void end_rows(void);

/// Closes it in between: the next row begins a file.
void close_rows(void);

/// For what was told by calls that are not made by these functions.
void take_news(void);

/// A cell of that column.
sw__row_value count_in(const char *column, uint64_t count);
sw__row_value text_in(const char *column, const char *text);

/// Adds a row of these cells.
#define ADD(path, ...)                                                                                                 \
    add_row((path), (const sw__row_value[]){__VA_ARGS__},                                                              \
            sizeof((const sw__row_value[]){__VA_ARGS__}) / sizeof(sw__row_value))
void add_row(const char *path, const sw__row_value *values, size_t count);

#endif
