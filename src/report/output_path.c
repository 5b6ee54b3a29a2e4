// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "output_path.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/output_file.h"

// Where the extension of a path begins, or else its end. The dot that begins a hidden file's name begins no extension.
static size_t extension_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? (size_t)(dot - path) : strlen(path);
}

void sw__output_path_add_part(sw__buffer *out, const char *path, const char *part)
{
    const size_t extension = extension_of(path);
    const bool folder = extension > 0 && path[extension - 1] == '/';
    sw__buffer_add(out, path, extension);
    if (!folder)
        sw__buffer_printf(out, ".%s%s", part, path + extension);
}

// The text may be anything, and shall not lead to another folder.
static void add_text(sw__buffer *out, const char *text)
{
    for (const char *c = text; *c; c++) {
        const bool stays = *c != '/' && (unsigned char)*c >= ' ' && *c != 0x7f && (c > text || *c != '.');
        sw__buffer_add(out, stays ? c : "_", 1);
    }
}

static void add_value(sw__buffer *out, const sw__placeholder *value)
{
    if (value->text)
        add_text(out, value->text);
    else
        sw__buffer_printf(out, "%ju", (uintmax_t)value->number);
}

// The one of a list whose name stands at `text`, or NULL.
static const sw__placeholder *find(const char *text, const sw__placeholder *list)
{
    for (; list && list->name; list++)
        if (strncmp(text, list->name, strlen(list->name)) == 0)
            return list;
    return NULL;
}

// What is filled in is not looked at again: a percent sign in it is one. True if the first of `own` stands in the path.
static bool fill_in(sw__buffer *out, const char *path, const sw__placeholder *own, const sw__placeholder *more)
{
    bool has_first = false;
    while (*path) {
        const sw__placeholder *value = find(path, own);
        value = value ? value : find(path, more);
        const size_t taken = value ? strlen(value->name) : 1 + strcspn(path + 1, "%");
        if (value)
            add_value(out, value);
        else
            sw__buffer_add(out, path, taken);
        has_first |= value == own;
        path += taken;
    }
    return has_first;
}

void sw__output_path_add(sw__buffer *out, const char *path, sw__rank rank, const sw__placeholder *more)
{
    const sw__placeholder own[] = {{"%rank%", NULL, rank.number}, {"%pid%", NULL, (uint64_t)getpid()}, {0}};
    sw__buffer filled = {0};
    const bool tells_ranks_apart = fill_in(&filled, path, own, more);
    const char *text = filled.text ? filled.text : "";
    char part[32];
    snprintf(part, sizeof part, "rank%ju", (uintmax_t)rank.number);
    if (tells_ranks_apart || rank.alone || sw__output_file_is_device(text))
        sw__buffer_text(out, text);
    else
        sw__output_path_add_part(out, text, part);
    out->failed |= filled.failed;
    sw__buffer_free(&filled);
}
