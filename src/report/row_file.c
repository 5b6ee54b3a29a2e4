// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "row_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "csv_field.h"

enum { MOST_LATE = 100 };

typedef struct padding {
    size_t fields;
    bool quoted; ///< what comes next is between quotes
} padding;

// Later news are the more important ones.
static void __attribute__((format(printf, 3, 4))) tell(sw__row_file *rows, sw_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    rows->news.status = status;
    rows->news.text.length = 0;
    sw__buffer_vprintf(&rows->news.text, format, arguments);
    va_end(arguments);
}

static const char *reason_of(sw_status status, char text[128])
{
    return status == SW_ERR_NO_MEMORY ? sw_status_text(status) : strerror_r(errno, text, 128);
}

static const char *name_of(const sw__row_file *rows)
{
    return rows->file.name.length ? rows->file.name.text : "rows";
}

static void stop(sw__row_file *rows, sw_status status)
{
    char text[128];
    tell(rows, status, "%s: no more rows are written: %s", name_of(rows), reason_of(status, text));
    rows->stopped = true;
}

static sw_status close_file(sw__row_file *rows)
{
    rows->path.length = rows->column_count = 0;
    rows->late = 0;
    rows->complete = false;
    return sw__growing_file_close(&rows->file);
}

static void tell_if_taken(sw__row_file *rows)
{
    if (rows->told_taken || strcmp(name_of(rows), rows->path.text) == 0)
        return;
    rows->told_taken = true;
    tell(rows, SW_OK, "%s is there already: the rows go to %s", rows->path.text, name_of(rows));
}

static sw_status open_file(sw__row_file *rows, const char *path)
{
    sw_status status = close_file(rows);
    if (status != SW_OK)
        return status;
    sw__buffer_text(&rows->path, path);
    status = rows->path.failed ? SW_ERR_NO_MEMORY : sw__growing_file_create(&rows->file, path);
    if (status == SW_OK)
        tell_if_taken(rows);
    return status;
}

// The place of a column, or else the number of columns. Most values come in the order of the columns.
static size_t place_of(const sw__row_file *rows, const char *column, size_t likely)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        const size_t place = (likely + i) % rows->column_count;
        if (rows->columns[place] == column || strcmp(rows->columns[place], column) == 0)
            return place;
    }
    return rows->column_count;
}

static bool add_column(sw__row_file *rows, const char *column)
{
    if (rows->column_count == rows->column_capacity) {
        const size_t more = rows->column_capacity ? 2 * rows->column_capacity : 32;
        const char **columns = reallocarray(rows->columns, more, sizeof *columns);
        if (!columns)
            return false;
        rows->columns = columns;
        rows->column_capacity = more;
    }
    rows->columns[rows->column_count++] = column;
    return true;
}

// Puts the values in the order of the columns, with new ones behind the others.
static bool arrange(sw__row_file *rows, const sw__row_value *values, size_t count, const sw__row_value **row)
{
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t place = place_of(rows, values[i].column, next);
        next = place + 1;
        const bool is_new = place == rows->column_count;
        if (is_new && rows->complete)
            continue;
        if (is_new && !add_column(rows, values[i].column))
            return false;
        if (!row[place])
            row[place] = &values[i];
    }
    return true;
}

static void add_head(sw__row_file *rows, sw__buffer *out)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        sw__buffer_text(out, i > 0 ? "," : "");
        sw__csv_field_add_text(out, rows->columns[i]);
    }
    sw__buffer_text(out, SW__CSV_LINE_END);
    rows->head_length = out->length;
}

static void add_line(const sw__row_file *rows, sw__buffer *out, const sw__row_value **row)
{
    for (size_t i = 0; i < rows->column_count; i++) {
        sw__buffer_text(out, i > 0 ? "," : "");
        if (row[i])
            sw__csv_field_add_cell(out, row[i]->kind, &row[i]->cell);
    }
    sw__buffer_text(out, SW__CSV_LINE_END);
}

// Adds empty fields to the ends of lines. A line break in a field lies between quotes.
static void pad(sw__buffer *out, const char *part, size_t length, void *context)
{
    padding *p = context;
    size_t done = 0;
    for (size_t i = 0; i < length; i++) {
        p->quoted ^= part[i] == '"';
        if (part[i] == '\r' && !p->quoted) {
            sw__buffer_add(out, part + done, i - done);
            sw__buffer_repeat(out, ',', p->fields);
            done = i;
        }
    }
    sw__buffer_add(out, part + done, length - done);
}

static sw_status widen(sw__row_file *rows, size_t before)
{
    sw__buffer head = {0};
    padding p = {.fields = rows->column_count - before};
    const uint64_t head_length = rows->head_length;
    add_head(rows, &head);
    const sw_status status = sw__growing_file_edit(&rows->file, &head, head_length, pad, &p);
    sw__buffer_free(&head);
    return status;
}

static void leave_out(sw__row_file *rows, size_t before, sw_status status, const char *reason)
{
    const char *column = rows->columns[before];
    sw__buffer name = {0};
    sw__utf8_quote(&name, column, strlen(column));
    tell(rows, status, "%s: the column %s, and what else comes up later, is left out: %s", name_of(rows),
         name.failed ? "" : name.text, reason);
    sw__buffer_free(&name);
    rows->column_count = before;
    rows->complete = true;
}

// Of a file that has rows, with columns that it has not.
static void take_late_columns(sw__row_file *rows, size_t before)
{
    char text[128];
    if (rows->late++ == MOST_LATE) {
        leave_out(rows, before, SW_OK, "new columns came up in 100 rows");
        return;
    }
    const sw_status status = widen(rows, before);
    if (status != SW_OK)
        leave_out(rows, before, status, reason_of(status, text));
}

static sw_status write_row(sw__row_file *rows, const sw__row_value **row, size_t columns_before)
{
    const bool new_columns = rows->column_count > columns_before;
    const bool begins = columns_before == 0 || sw__growing_file_is_device(&rows->file);
    sw__buffer text = {0};
    if (new_columns && begins)
        add_head(rows, &text);
    else if (new_columns)
        take_late_columns(rows, columns_before);
    add_line(rows, &text, row);
    const sw_status status = sw__growing_file_append(&rows->file, &text);
    sw__buffer_free(&text);
    return status;
}

static sw_status add(sw__row_file *rows, const char *path, const sw__row_value *values, size_t count)
{
    if (!path || !values)
        return SW_ERR_NO_MEMORY;
    const bool is_at = rows->file.open && strcmp(rows->path.text, path) == 0;
    sw_status status = is_at ? SW_OK : open_file(rows, path);
    if (status != SW_OK)
        return status;
    const size_t columns_before = rows->column_count;
    const sw__row_value **row = calloc(columns_before + count, sizeof *row);
    status = row && arrange(rows, values, count, row) ? write_row(rows, row, columns_before) : SW_ERR_NO_MEMORY;
    free(row);
    return status;
}

void sw__row_file_add(sw__row_file *rows, const char *path, const sw__row_value *values, size_t count)
{
    const sw_status status = rows->stopped ? SW_OK : add(rows, path, values, count);
    if (status != SW_OK)
        stop(rows, status);
    rows->missing += rows->stopped;
}

void sw__row_file_close(sw__row_file *rows)
{
    char text[128];
    sw__buffer name = {0};
    sw__buffer_text(&name, name_of(rows));
    const sw_status status = close_file(rows);
    if (status != SW_OK)
        tell(rows, status, "%s: the last rows may be missing: %s", name.text, reason_of(status, text));
    if (rows->missing)
        tell(rows, SW_ERR_WRITE, "%s: rows that were not written: %ju", name.text, (uintmax_t)rows->missing);
    sw__buffer_free(&name);
    const sw__row_news news = sw__row_file_take_news(rows);
    sw__row_file_forget(rows);
    rows->news = news;
}

void sw__row_file_forget(sw__row_file *rows)
{
    sw__growing_file_forget(&rows->file);
    sw__buffer_free(&rows->path);
    sw__buffer_free(&rows->news.text);
    free(rows->columns);
    *rows = (sw__row_file){0};
}

sw__row_news sw__row_file_take_news(sw__row_file *rows)
{
    const sw__row_news news = rows->news;
    rows->news = (sw__row_news){0};
    return news;
}
