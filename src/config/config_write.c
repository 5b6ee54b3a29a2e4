// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "config.h"

#include <string.h>

#include "base/utf8.h"

// Comments stand behind the longest line, but a very long one does not push all of them away.
enum { COMMENT_COLUMN_LIMIT = 48 };

typedef struct writing {
    sw__buffer *out;
    size_t comment_column; // 0 while the lines are only measured
    size_t longest;
} writing;

// In double quotes and escaped, so that every text comes out of a YAML reader as it went in.
static void add_quoted(sw__buffer *out, const char *text)
{
    sw__buffer_text(out, "\"");
    for (size_t left = strlen(text); left > 0;) {
        uint32_t code = 0xfffd;
        const size_t size = sw__utf8_read(text, left, &code);
        if (code == '"' || code == '\\')
            sw__buffer_printf(out, "\\%c", (char)code);
        else if (size && sw__utf8_is_printable(code))
            sw__buffer_add(out, text, size);
        else
            sw__buffer_printf(out, "\\u%04x", (unsigned)code);
        text += size ? size : 1;
        left -= size ? size : 1;
    }
    sw__buffer_text(out, "\"");
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Whether a name means itself in every YAML reader: some take short words such as no for a boolean.
static bool is_plain_name(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!is_letter(*c) && *c != '_' && (c == name || *c < '0' || *c > '9'))
            return false;
    return strlen(name) > 5;
}

static void add_name(sw__buffer *out, const char *name)
{
    if (is_plain_name(name))
        sw__buffer_text(out, name);
    else
        add_quoted(out, name);
}

static const char *choice_name(const sw__option *option, int value)
{
    const sw__choice *choice = option->choices;
    while (choice->name && choice->value != value)
        choice++;
    return choice->name;
}

// The value as text, or NULL for one that only null can stand for: zero need not be in a number's range.
static const char *value_text(const sw__option *option, const void *field, char digits[static 16])
{
    switch (option->kind) {
    case SW__OPTION_BOOL:
        return *(const bool *)field ? "true" : "false";
    case SW__OPTION_UINT:
        snprintf(digits, 16, "%u", (unsigned)*(const uint32_t *)field);
        return option->nullable && *(const uint32_t *)field == 0 ? NULL : digits;
    case SW__OPTION_CHOICE:
        return choice_name(option, *(const int *)field);
    case SW__OPTION_TEXT:
    case SW__OPTION_LIST:
        return *(const char *const *)field;
    case SW__OPTION_SET:
        return *(const uint32_t *)field ? "" : NULL;
    }
    return NULL;
}

static void add_list(sw__buffer *out, const char *texts)
{
    for (const char *text = texts; *text; text += strlen(text) + 1) {
        sw__buffer_text(out, text == texts ? "[" : ", ");
        add_quoted(out, text);
    }
    sw__buffer_text(out, "]");
}

static void add_set(sw__buffer *out, const sw__choice *choices, uint32_t bits)
{
    const char *before = "[";
    for (const sw__choice *c = choices; c->name; c++)
        if (bits & 1u << c->value) {
            sw__buffer_printf(out, "%s%s", before, c->name);
            before = ", ";
        }
    sw__buffer_text(out, "]");
}

// A line that is a comment leaves the option at its default, which is what having no value means.
static void add_option(sw__buffer *out, const sw__option *option, const void *settings)
{
    char digits[16];
    const void *field = (const char *)settings + option->offset;
    const char *text = value_text(option, field, digits);
    if (!text && !option->nullable) {
        sw__buffer_printf(out, "# %s:", option->key);
        return;
    }
    sw__buffer_printf(out, "%s: ", option->key);
    if (text && option->kind == SW__OPTION_TEXT)
        add_quoted(out, text);
    else if (text && option->kind == SW__OPTION_LIST)
        add_list(out, text);
    else if (text && option->kind == SW__OPTION_SET)
        add_set(out, option->choices, *(const uint32_t *)field);
    else
        sw__buffer_text(out, text ? text : "null");
}

static void write_option(writing *w, const sw__option *option, const void *settings, size_t indent)
{
    sw__buffer line = {0};
    sw__buffer_repeat(&line, ' ', indent);
    add_option(&line, option, settings);
    const size_t width = line.text ? sw__utf8_count(line.text, line.length) : 0;
    if (width > w->longest && width < COMMENT_COLUMN_LIMIT)
        w->longest = width;
    if (w->comment_column && option->help) {
        sw__buffer_repeat(&line, ' ', width < w->comment_column ? w->comment_column - width : 2);
        sw__buffer_printf(&line, "# %s", option->help);
    }
    if (w->comment_column && line.text)
        sw__buffer_printf(w->out, "%s\n", line.text);
    w->out->failed |= line.failed;
    sw__buffer_free(&line);
}

static void write_group(writing *w, const sw__option_group *group, const void *settings)
{
    const bool own_level = *group->name == '\0';
    if (!own_level && w->comment_column)
        sw__buffer_printf(w->out, "    %s:\n", group->name);
    for (size_t i = 0; i < group->count; i++)
        write_option(w, &group->options[i], settings, own_level ? 4 : 6);
}

// The profile's own options go first, as they do not belong to the group that stands above them.
static void write_groups(writing *w, const sw__option_group *groups, const void *const *settings, size_t count)
{
    for (int named = 0; named <= 1; named++)
        for (size_t i = 0; i < count; i++)
            if (named == (*groups[i].name != '\0'))
                write_group(w, &groups[i], settings[i]);
}

void sw__config_write(sw__buffer *out, const sw__config *config, const sw__option_group *groups,
                      const void *const *settings, size_t group_count)
{
    const char *profile = config && config->profile ? config->profile : "from_code";
    writing w = {.out = out};
    write_groups(&w, groups, settings, group_count);
    w.comment_column = w.longest + 2;
    sw__buffer_text(out, "# The settings in effect. This is a config file: it can be used as it stands.\ndefault: ");
    add_name(out, profile);
    sw__buffer_text(out, "\nprofiles:\n  ");
    add_name(out, profile);
    sw__buffer_text(out, ":\n");
    write_groups(&w, groups, settings, group_count);
}
