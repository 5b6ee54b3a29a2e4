// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "call_path.h"

#include <string.h>

enum {
    INDENT = 2,
    INDENTED_LEVELS = 8, // deeper ones say how deep they are, or their names would find no room
    LONGEST_PATH = 4000, // longer ones lose their begin: sections that recurse a thousand times have paths like that
};

const char *sw__call_label(sw__report *report, const char *name, uint32_t depth)
{
    sw__buffer label = {0};
    const bool deep = depth > INDENTED_LEVELS;
    sw__buffer_repeat(&label, ' ', INDENT * (deep ? INDENTED_LEVELS : depth));
    if (deep)
        sw__buffer_printf(&label, "(%u) ", (unsigned)depth);
    sw__buffer_text(&label, name);
    return sw__report_keep(report, &label);
}

static void add_escaped(sw__buffer *path, const char *name)
{
    while (*name) {
        const size_t plain = strcspn(name, "/\\");
        sw__buffer_add(path, name, plain);
        name += plain;
        if (*name)
            sw__buffer_printf(path, "\\%c", *name++);
    }
}

const char *sw__call_path(sw__report *report, const char *name, const char *parent)
{
    sw__buffer path = {0};
    if (parent)
        sw__buffer_printf(&path, "%s/", strlen(parent) > LONGEST_PATH ? "…" : parent);
    add_escaped(&path, name);
    return sw__report_keep(report, &path);
}
