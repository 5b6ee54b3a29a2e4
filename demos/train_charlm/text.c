// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Files are read to their end, whatever size they claim: some, as in /proc, claim 0.

#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CHUNK = 65536 };

static bool reserve_chunk(struct text *text)
{
    if (text->capacity - text->length >= CHUNK)
        return true;
    const size_t capacity = 2 * text->capacity + CHUNK;
    unsigned char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL)
        return false;
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

static bool read_file(struct text *text, const char *path, struct failure *failure)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return failure_set(failure, "cannot open %s: %s", path, strerror(errno));
    bool ok = true;
    while (ok && !feof(file)) {
        if (!reserve_chunk(text)) {
            ok = failure_set(failure, "no memory for the text of %s", path);
            break;
        }
        text->length += fread(text->bytes + text->length, 1, CHUNK, file);
        if (ferror(file))
            ok = failure_set(failure, "cannot read %s: %s", path, strerror(errno));
    }
    fclose(file);
    return ok;
}

/// Reads one entry of a folder if it is a regular file; counts it in `files`.
static bool read_entry(struct text *text, const char *folder, const char *name, int *files, struct failure *failure)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0)
        return failure_set(failure, "no memory for the path of %s in %s", name, folder);
    struct stat status;
    bool ok = true;
    if (lstat(path, &status) != 0) {
        ok = failure_set(failure, "cannot look at %s: %s", path, strerror(errno));
    } else if (S_ISREG(status.st_mode)) {
        *files += 1;
        ok = read_file(text, path, failure);
    }
    free(path);
    return ok;
}

// By bytes, not by the user's locale: the order of the text decides the course of the run.
static int compare_names(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static bool read_folder(struct text *text, const char *path, struct failure *failure)
{
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, NULL, compare_names);
    if (count < 0)
        return failure_set(failure, "cannot list %s: %s", path, strerror(errno));
    bool ok = true;
    int files = 0;
    for (int i = 0; i < count; i++) {
        ok = ok && read_entry(text, path, entries[i]->d_name, &files, failure);
        free(entries[i]);
    }
    free(entries);
    if (ok && files == 0)
        return failure_set(failure, "%s holds no regular file", path);
    return ok;
}

bool text_read(struct text *text, const char *path, struct failure *failure)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return failure_set(failure, "cannot open %s: %s", path, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return read_folder(text, path, failure);
    if (S_ISREG(status.st_mode))
        return read_file(text, path, failure);
    return failure_set(failure, "%s is neither a file nor a folder", path);
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}
