// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "reader.h"

#include <string.h>

#include "base/utf8.h"
#include "config/suggest.h"

static bool is_word(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

const sw__option_group *sw__reader_group(const sw__reader *reader, const char *name, size_t length)
{
    for (size_t i = 0; i < reader->group_count; i++)
        if (is_word(reader->groups[i].name, name, length))
            return &reader->groups[i];
    return NULL;
}

const sw__option *sw__group_option(const sw__option_group *group, const char *key, size_t length)
{
    for (size_t i = 0; group && i < group->count; i++)
        if (is_word(group->options[i].key, key, length))
            return &group->options[i];
    return NULL;
}

void sw__option_name_add(sw__buffer *out, const sw__option_group *group, const sw__option *option)
{
    sw__buffer_printf(out, "%s%s%s", group->name, *group->name ? "." : "", option->key);
}

// Key number `index` of a level, NULL after the last.
static const char *level_key(const sw__reader *reader, const sw__option_group *named, size_t index)
{
    const sw__option_group *group = named ? named : sw__reader_group(reader, "", 0);
    const size_t own = group ? group->count : 0;
    if (index < own)
        return group->options[index].key;
    index -= own;
    for (size_t i = 0; !named && i < reader->group_count; i++)
        if (*reader->groups[i].name && index-- == 0)
            return reader->groups[i].name;
    return NULL;
}

static void list_level(sw__buffer *out, const sw__reader *reader, const sw__option_group *named)
{
    size_t count = 0;
    while (level_key(reader, named, count))
        count++;
    sw__buffer_text(out, "; the keys here are ");
    for (size_t i = 0; i < count; i++)
        sw__list_add(out, i, count, "and", level_key(reader, named, i));
}

void sw__group_note_given(const sw__option_group *group, void *settings)
{
    if (settings && group->notes_given)
        *(bool *)((char *)settings + group->given) = true;
}

// Options are looked for everywhere: a good key in the wrong group is a common mistake.
static const sw__option_group *nearest_group(const sw__reader *reader, sw__nearest *nearest, const sw__option **option)
{
    const sw__option_group *found = NULL;
    for (size_t g = 0; g < reader->group_count; g++) {
        const sw__option_group *group = &reader->groups[g];
        for (size_t i = 0; i < group->count; i++)
            if (sw__nearest_try(nearest, group->options[i].key)) {
                found = group;
                *option = &group->options[i];
            }
    }
    return found;
}

static void suggest(sw__buffer *out, const sw__reader *reader, const sw__option_group *named, const char *key,
                    size_t length)
{
    sw__nearest nearest = {.typed = key, .length = length};
    const char *name;
    for (size_t i = 0; (name = level_key(reader, named, i)); i++)
        sw__nearest_try(&nearest, name);
    if (nearest.name) {
        sw__buffer_printf(out, "; did you mean %s?", nearest.name);
        return;
    }
    const sw__option *option = NULL;
    const sw__option_group *group = nearest_group(reader, &nearest, &option);
    if (!group) {
        list_level(out, reader, named);
        return;
    }
    sw__buffer_text(out, "; did you mean ");
    sw__option_name_add(out, group, option);
    sw__buffer_text(out, "?");
}

void sw__reader_unknown_key(sw__reader *reader, const sw__option_group *named, const sw__node *key)
{
    sw__buffer *out = sw__mistakes_add(reader->mistakes, key->place);
    if (!out)
        return;
    sw__buffer_text(out, "unknown key ");
    sw__utf8_quote(out, key->text, key->length);
    if (named)
        sw__buffer_printf(out, " in %s", named->name);
    suggest(out, reader, named, key->text, key->length);
}
