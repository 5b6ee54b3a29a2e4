// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A CSV file that grows by rows. Each row is one write, so that what was added survives a kill. Nothing is made before
// the first row.
//
// The columns are those of the rows, in the order in which they first came up; a row has an empty field for each that
// it lacks. For one that comes up later the file is replaced by one with a longer first line and empty fields in the
// rows so far. As that takes the longer the more rows there are, it is done for a hundred rows, and then new columns
// are left out. What is no file, but a device, gets the longer first line where it comes up.
//
// A file that is there already is left alone, see growing_file.h. After a write that fails no more is written; the rows
// that would have been are counted.

#ifndef SW_REPORT_ROW_FILE_H
#define SW_REPORT_ROW_FILE_H

#include "report/cell.h"
#include "report/growing_file.h"

typedef struct sw__row_value {
    const char *column; ///< outlives the row file. Of two of one name in a row the first counts
    sw__cell_kind kind;
    sw__cell cell;
} sw__row_value;

/// What the user should know, if the text is not empty.
typedef struct sw__row_news {
    sw_status status;
    sw__buffer text;
} sw__row_news;

/// Zero is one without rows.
typedef struct sw__row_file {
    sw__buffer path; ///< as it was asked for
    sw__growing_file file;
    const char **columns;
    size_t column_count;
    size_t column_capacity;
    size_t head_length; ///< of the line of columns
    unsigned late;      ///< rows that came with new columns, of a file
    bool complete;      ///< takes no more columns
    bool told_taken;    ///< that a path is taken, once for all files
    bool stopped;
    uint64_t missing; ///< rows that were not written
    sw__row_news news;
} sw__row_file;

/// Adds a row to the file at `path`. Where that is not the path of the row before, a new file begins. NULL for either:
/// memory ran out, and the row is missing.
void sw__row_file_add(sw__row_file *rows, const char *path, const sw__row_value *values, size_t count);

/// Closes the file and begins anew; only the news stay.
void sw__row_file_close(sw__row_file *rows);

/// Lets go of it, in the child of a fork().
void sw__row_file_forget(sw__row_file *rows);

/// Takes the news out, as they are to be told when no lock is held. Free the text.
sw__row_news sw__row_file_take_news(sw__row_file *rows);

#endif
