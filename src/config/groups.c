// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "groups.h"

#include "base/utf8.h"
#include "config/duplicates.h"
#include "config/values.h"

bool sw__group_is_map(sw__reader *reader, const sw__node *key, const sw__node *value)
{
    if (value->kind == SW__NODE_MAP)
        return true;
    if (value->kind == SW__NODE_REFUSED || sw__node_is_null(value))
        return false;
    sw__buffer *out = sw__mistakes_add(reader->mistakes, value->place);
    if (!out)
        return false;
    sw__utf8_show(out, key->text, key->length);
    sw__buffer_text(out, ": ");
    if (value->kind == SW__NODE_LIST)
        sw__buffer_text(out, "a list");
    else
        sw__utf8_quote(out, value->text, value->length);
    sw__buffer_text(out, " is not a group of options; indented lines of key: value are expected below it");
    return false;
}

bool sw__group_next(sw__reader *reader, const sw__document *document, const sw__node *map, sw__pair *pair)
{
    if (!pair->key)
        sw__duplicates_report(reader, document, map);
    while (sw__document_next(document, map, pair)) {
        const sw__node *key = pair->key;
        if (key->kind == SW__NODE_SCALAR && !sw__node_is_merge_key(key))
            return true;
        if (key->kind == SW__NODE_LIST || key->kind == SW__NODE_MAP)
            sw__mistakes_say(reader->mistakes, key->place, "a key cannot be a list or a map; a word is expected");
    }
    return false;
}

static void read_group(sw__reader *reader, const sw__document *document, const sw__node *map,
                       const sw__option_group *group, void *settings)
{
    sw__group_note_given(group, settings);
    for (sw__pair pair = {0}; sw__group_next(reader, document, map, &pair);) {
        const sw__option *option = sw__group_option(group, pair.key->text, pair.key->length);
        if (option)
            sw__value_read(reader, group, option, pair.value, settings);
        else
            sw__reader_unknown_key(reader, group, pair.key);
    }
}

static void *settings_of(const sw__reader *reader, const sw__option_group *group, void *const *settings)
{
    return settings ? settings[group - reader->groups] : NULL;
}

// A key at the profile's own level is the name of a group, or an option of the group without a name.
static void read_profile_key(sw__reader *reader, const sw__document *document, const sw__pair *pair,
                             void *const *settings)
{
    const sw__node *key = pair->key;
    const sw__option_group *own = sw__reader_group(reader, "", 0);
    const sw__option *option = sw__group_option(own, key->text, key->length);
    const sw__option_group *group = key->length ? sw__reader_group(reader, key->text, key->length) : NULL;
    if (option)
        sw__value_read(reader, own, option, pair->value, settings_of(reader, own, settings));
    else if (!group)
        sw__reader_unknown_key(reader, NULL, key);
    else if (sw__group_is_map(reader, key, pair->value))
        read_group(reader, document, pair->value, group, settings_of(reader, group, settings));
}

void sw__group_read_profile(sw__reader *reader, const sw__document *document, const sw__pair *profile,
                            void *const *settings)
{
    if (!sw__group_is_map(reader, profile->key, profile->value))
        return;
    for (sw__pair pair = {0}; sw__group_next(reader, document, profile->value, &pair);)
        read_profile_key(reader, document, &pair, settings);
}
