// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "report_path.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Where the extension of a path begins, or else its end. The dot that begins a hidden file's name begins no extension.
static size_t extension_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? (size_t)(dot - path) : strlen(path);
}

void sw__report_path_add_part(sw__buffer *out, const char *path, const char *part)
{
    const size_t extension = extension_of(path);
    const bool folder = extension > 0 && path[extension - 1] == '/';
    sw__buffer_add(out, path, extension);
    if (!folder)
        sw__buffer_printf(out, ".%s%s", part, path + extension);
}

// Fills in one placeholder wherever it stands; true if it does.
static bool fill_in(sw__buffer *out, const char *path, const char *placeholder, uint64_t number)
{
    bool any = false;
    for (const char *at; (at = strstr(path, placeholder)); any = true) {
        sw__buffer_add(out, path, (size_t)(at - path));
        sw__buffer_printf(out, "%ju", (uintmax_t)number);
        path = at + strlen(placeholder);
    }
    sw__buffer_text(out, path);
    return any;
}

void sw__report_path_add(sw__buffer *out, const char *path, sw__rank rank)
{
    sw__buffer with_pid = {0}, filled = {0};
    fill_in(&with_pid, path, "%pid%", (uint64_t)getpid());
    const bool told = fill_in(&filled, with_pid.text ? with_pid.text : "", "%rank%", rank.number);
    char part[32];
    snprintf(part, sizeof part, "rank%ju", (uintmax_t)rank.number);
    if (told || rank.alone)
        sw__buffer_text(out, filled.text ? filled.text : "");
    else
        sw__report_path_add_part(out, filled.text ? filled.text : "", part);
    out->failed |= with_pid.failed || filled.failed;
    sw__buffer_free(&with_pid);
    sw__buffer_free(&filled);
}
