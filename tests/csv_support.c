// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "csv_support.h"

#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

// NUL-terminated; NULL: it cannot be read.
static char *text_of(const char *path)
{
    struct stat size;
    const int file = open(path, O_RDONLY);
    if (file < 0)
        return NULL;
    CHECK_EQUAL(fstat(file, &size), 0);
    char *text = calloc(1, (size_t)size.st_size + 1);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CHECK_EQUAL(read(file, text, (size_t)size.st_size), size.st_size);
    close(file);
    return text;
}

// Reads a field from `*from` to `*to`, both of which move on; the text gets shorter in its place.
static const char *read_field(const char **from, char **to)
{
    const char *field = *to;
    bool quoted = false;
    for (; **from && (quoted || !strchr(",\r", **from)); ++*from) {
        const bool doubled = quoted && (*from)[0] == '"' && (*from)[1] == '"';
        if (**from == '"' && !doubled)
            quoted = !quoted;
        else
            *(*to)++ = **from;
        *from += doubled;
    }
    return field;
}

// The field's end, which it may share with the begin of the next.
static bool read_line(csv_file *file, const char **from, char **to)
{
    size_t count = 0;
    char end;
    do {
        file->cells[file->line_count * file->column_count + count++] = read_field(from, to);
        end = **from;
        *from += end != '\0';
        *(*to)++ = '\0';
    } while (end == ',' && (file->column_count == 0 || count < file->column_count));
    if (file->column_count == 0)
        file->column_count = count;
    file->line_count++;
    const bool complete = end == '\r' && **from == '\n' && count == file->column_count;
    *from += complete;
    return complete;
}

static csv_file read_text(char *text)
{
    csv_file file = {.text = text, .rectangular = true};
    if (!file.text || !*file.text)
        return file;
    file.cells = calloc(strlen(file.text) + 1, sizeof *file.cells);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file.cells);
    const char *from = file.text;
    char *to = file.text;
    while (*from && file.rectangular)
        file.rectangular = read_line(&file, &from, &to);
    return file;
}

csv_file csv_read(const char *path)
{
    return read_text(text_of(path));
}

csv_file csv_read_whole_lines(const char *path)
{
    char *text = text_of(path);
    size_t length = text ? strlen(text) : 0;
    while (length && text[length - 1] != '\n')
        text[--length] = '\0';
    return read_text(text);
}

void csv_free(csv_file *file)
{
    free(file->text);
    free(file->cells);
    *file = (csv_file){0};
}

static size_t column_of(const csv_file *file, const char *column)
{
    size_t place = 0;
    while (place < file->column_count && strcmp(file->cells[place], column) != 0)
        place++;
    return place;
}

bool csv_has(const csv_file *file, const char *column)
{
    return column_of(file, column) < file->column_count;
}

const char *csv_cell(const csv_file *file, size_t row, const char *column)
{
    if (!csv_has(file, column) || row + 1 >= file->line_count)
        return "(none)";
    return file->cells[(row + 1) * file->column_count + column_of(file, column)];
}

void check_file(const char *path, const char *expected)
{
    char *text = text_of(path);
    CHECK_TEXT(text, expected);
    free(text);
}

size_t files_like(const char *pattern)
{
    glob_t found = {0};
    glob(pattern, 0, NULL, &found);
    const size_t count = found.gl_pathc;
    globfree(&found);
    return count;
}

static int remove_entry(const char *path, const struct stat *file, int kind, struct FTW *ftw)
{
    (void)file, (void)kind, (void)ftw;
    return remove(path);
}

void remove_folder(const char *folder)
{
    if (access(folder, F_OK) == 0)
        CHECK_EQUAL(nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0);
}
