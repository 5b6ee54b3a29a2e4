// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiles.h"

#include <string.h>

#include "base/utf8.h"
#include "config/groups.h"
#include "config/suggest.h"
#include "config/values.h"

// Long enough for anything readable, and short enough to be a key in YAML.
enum { NAME_LIMIT = 100 };

static bool next_profile(const sw__profiles *profiles, sw__pair *pair)
{
    while (profiles->map && sw__document_next(profiles->document, profiles->map, pair))
        if (pair->key->kind == SW__NODE_SCALAR)
            return true;
    return false;
}

static bool has_profile(const sw__profiles *profiles, const char *name)
{
    for (sw__pair pair = {0}; next_profile(profiles, &pair);)
        if (sw__node_is(pair.key, name))
            return true;
    return false;
}

bool sw__profiles_list(sw__buffer *out, const sw__profiles *profiles, const char *typed)
{
    sw__nearest nearest = {.typed = typed, .length = typed ? strlen(typed) : 0};
    size_t count = 0;
    for (sw__pair pair = {0}; next_profile(profiles, &pair); count++)
        if (typed)
            sw__nearest_try(&nearest, pair.key->text);
    size_t index = 0;
    if (nearest.name)
        sw__list_add(out, index++, count, "and", nearest.name);
    for (sw__pair pair = {0}; next_profile(profiles, &pair);)
        if (pair.key->text != nearest.name)
            sw__list_add(out, index++, count, "and", pair.key->text);
    return count > 0;
}

static void check_exists(const sw__profiles *profiles, sw__reader *reader, const char *name, sw__place place)
{
    // Where another mistake hides the profiles, or a part of the file, nobody knows whether it is there.
    const bool hidden = !profiles->document->complete || (!profiles->map && reader->mistakes->count > 0);
    if (hidden || has_profile(profiles, name))
        return;
    sw__buffer *out = sw__mistakes_add(reader->mistakes, place);
    if (!out)
        return;
    sw__buffer_text(out, "there is no profile ");
    sw__utf8_quote(out, name, strlen(name));
    sw__buffer_text(out, "; the file has ");
    if (!sw__profiles_list(out, profiles, name))
        sw__buffer_text(out, "none");
}

static bool check_name(sw__reader *reader, const sw__node *name)
{
    const char *problem = sw__node_is_null(name) ? "it is null" : sw__text_problem(name->text, name->length);
    if (!problem && sw__utf8_count(name->text, name->length) > NAME_LIMIT)
        problem = "the text is too long";
    sw__buffer *out = problem ? sw__mistakes_add(reader->mistakes, name->place) : NULL;
    if (out)
        sw__buffer_printf(out, "this cannot name a profile: %s; 1 to 100 printable characters are expected", problem);
    return !problem;
}

// The name in `default`, or NULL.
static const char *read_default(const sw__profiles *profiles, sw__reader *reader)
{
    const sw__node *name = profiles->default_name;
    if (!name || name->kind == SW__NODE_REFUSED)
        return NULL;
    if (name->kind == SW__NODE_SCALAR && !sw__node_is_null(name)) {
        if (!check_name(reader, name))
            return NULL;
        check_exists(profiles, reader, name->text, name->place);
        return name->text;
    }
    const char *mistake = name->kind == SW__NODE_SCALAR
                              ? "default: there is no value; name a profile, or leave the line out"
                              : "default: a list or a map is not a name; name a profile";
    sw__mistakes_say(reader->mistakes, name->place, mistake);
    return NULL;
}

static void read_all(const sw__profiles *profiles, sw__reader *reader, void *const *settings)
{
    for (sw__pair pair = {0}; sw__group_next(reader, profiles->document, profiles->map, &pair);) {
        const bool chosen = profiles->chosen && sw__node_is(pair.key, profiles->chosen);
        check_name(reader, pair.key);
        sw__group_read_profile(reader, profiles->document, &pair, chosen ? settings : NULL);
    }
}

static void say_unknown_key(sw__reader *reader, const sw__node *key)
{
    static const char *const keys[] = {"default", "profiles"};
    sw__buffer *out = sw__mistakes_add(reader->mistakes, key->place);
    if (!out)
        return;
    sw__nearest nearest = {.typed = key->text, .length = key->length};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        sw__nearest_try(&nearest, keys[i]);
    sw__buffer_text(out, "unknown key ");
    sw__utf8_quote(out, key->text, key->length);
    if (nearest.name)
        sw__buffer_printf(out, "; did you mean %s?", nearest.name);
    else
        sw__buffer_text(out, "; at the top level there are only default and profiles");
}

static void read_top_level(sw__profiles *profiles, sw__reader *reader)
{
    const sw__node *root = profiles->document->nodes;
    if (root->kind == SW__NODE_REFUSED || sw__node_is_null(root))
        return;
    if (root->kind != SW__NODE_MAP) {
        sw__mistakes_say(reader->mistakes, root->place,
                         "the file is a text or a list; lines with default: and profiles: are expected");
        return;
    }
    for (sw__pair pair = {0}; sw__group_next(reader, profiles->document, root, &pair);) {
        if (sw__node_is(pair.key, "default"))
            profiles->default_name = pair.value;
        else if (!sw__node_is(pair.key, "profiles"))
            say_unknown_key(reader, pair.key);
        else if (!profiles->key) {
            profiles->key = pair.key;
            profiles->map = sw__group_is_map(reader, pair.key, pair.value) ? pair.value : NULL;
        }
    }
}

void sw__profiles_read(sw__profiles *profiles, sw__reader *reader, const sw__document *document, const char *asked,
                       void *const *settings)
{
    *profiles = (sw__profiles){.document = document};
    if (document->count > 0)
        read_top_level(profiles, reader);
    const char *fallback = read_default(profiles, reader);
    if (asked)
        check_exists(profiles, reader, asked, profiles->key ? profiles->key->place : (sw__place){1, 1});
    profiles->chosen = asked ? asked : fallback;
    if (profiles->map)
        read_all(profiles, reader, settings);
}
