// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "single_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "config/values.h"

// The item that is being read.
typedef struct item {
    sw__reader *reader;
    const char *line;
    void *const *settings;
} item;

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A stretch of the line, without the spaces around it, as a scalar of a file.
static sw__node stretch(const char *line, const char *begin, const char *end)
{
    while (begin < end && is_space(*begin))
        begin++;
    while (begin < end && is_space(end[-1]))
        end--;
    return (sw__node){
        .kind = SW__NODE_SCALAR,
        .place = {.column = sw__utf8_count(line, (size_t)(begin - line)) + 1},
        .text = begin,
        .length = (size_t)(end - begin),
    };
}

static void say_not_an_item(const item *i, const sw__node *text)
{
    sw__buffer *out = sw__mistakes_add(i->reader->mistakes, text->place);
    if (!out)
        return;
    sw__utf8_quote(out, text->text, text->length);
    sw__buffer_text(out, " is not key=value; items look like stopwatch.enable=true, with ; between them");
}

// The group of a key: what stands before its first dot, or else the group without a name. Cuts the key down to the
// rest, or, where there is no such group, to the part that is wrong.
static const sw__option_group *split_group(const item *i, sw__node *key)
{
    const sw__option_group *own_level = sw__reader_group(i->reader, "", 0);
    const char *dot = memchr(key->text, '.', key->length);
    if (!dot)
        return own_level;
    const sw__node name = stretch(i->line, key->text, dot);
    const sw__option_group *group = sw__reader_group(i->reader, name.text, name.length);
    if (group)
        *key = stretch(i->line, dot + 1, key->text + key->length);
    else if (!sw__group_option(own_level, name.text, name.length))
        *key = name;
    return group;
}

// The value of a list option: texts with commas between them, in brackets or not.
static void read_list(const item *i, const sw__option_group *group, const sw__option *option, const sw__node *whole)
{
    const char *begin = whole->text, *end = whole->text + whole->length;
    const bool brackets = whole->length >= 2 && *begin == '[' && end[-1] == ']';
    begin += brackets;
    end -= brackets;
    size_t count = 1;
    for (const char *c = begin; c < end; c++)
        count += *c == ',';
    sw__node *nodes = calloc(count + 1, sizeof *nodes);
    i->reader->no_memory |= !nodes;
    if (!nodes)
        return;
    nodes[0] = (sw__node){.kind = SW__NODE_LIST, .place = whole->place, .end = nodes + count + 1};
    for (size_t n = 1; n <= count; n++) {
        const char *comma = memchr(begin, ',', (size_t)(end - begin));
        nodes[n] = stretch(i->line, begin, comma ? comma : end);
        nodes[n].end = nodes + n + 1;
        begin = comma ? comma + 1 : end;
    }
    sw__value_read(i->reader, group, option, nodes, i->settings[group - i->reader->groups]);
    free(nodes);
}

static void read_item(const item *i, const char *begin, const char *end)
{
    const sw__node whole = stretch(i->line, begin, end);
    if (whole.length == 0)
        return;
    const char *equals = memchr(begin, '=', (size_t)(end - begin));
    if (!equals) {
        say_not_an_item(i, &whole);
        return;
    }
    sw__node key = stretch(i->line, begin, equals);
    const sw__node value = stretch(i->line, equals + 1, end);
    const sw__option_group *group = split_group(i, &key);
    const sw__option *option = sw__group_option(group, key.text, key.length);
    if (option && sw__option_takes_list(option) && !sw__node_is_null(&value))
        read_list(i, group, option, &value);
    else if (option)
        sw__value_read(i->reader, group, option, &value, i->settings[group - i->reader->groups]);
    else
        sw__reader_unknown_key(i->reader, group && *group->name ? group : NULL, &key);
}

void sw__single_values_read(sw__reader *reader, const char *line, void *const *settings)
{
    const item i = {reader, line, settings};
    for (const char *begin = line;;) {
        const char *end = begin + strcspn(begin, ";");
        read_item(&i, begin, end);
        if (!*end)
            return;
        begin = end + 1;
    }
}
