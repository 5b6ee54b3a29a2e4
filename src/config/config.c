// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "config.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/utf8.h"
#include "config/profiles.h"
#include "config/single_values.h"

// A load on its way. Until all of it is right, nothing but this knows of it.
typedef struct load {
    sw__config_source source;
    sw__reader reader;
    sw__mistakes in_file;
    sw__mistakes in_line;
    void **settings; // copies of the caller's, one block of memory with what they point to
    sw__config config;
} load;

static const char *or_null(const char *text)
{
    return text && *text ? text : NULL;
}

static size_t aligned(size_t size)
{
    return (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
}

// Copies the settings, so that a mistake found late leaves the caller's as they were.
static void **copy_settings(const sw__option_group *groups, void *const *settings, size_t count)
{
    size_t at = aligned(count * sizeof(void *));
    size_t size = at;
    for (size_t i = 0; i < count; i++)
        size += aligned(groups[i].size);
    void **copy = malloc(size ? size : 1);
    for (size_t i = 0; copy && i < count; i++) {
        copy[i] = (char *)copy + at;
        memcpy(copy[i], settings[i], groups[i].size);
        at += aligned(groups[i].size);
    }
    return copy;
}

static char *copy_text(load *l, const char *text)
{
    char *copy = text ? strdup(text) : NULL;
    l->reader.no_memory |= text && !copy;
    return copy;
}

// Everything off is a valid choice, but rarely the one that a person with a config file wanted.
static void say_how_to_choose(const load *l, const sw__profiles *profiles)
{
    sw__buffer names = {0};
    if (sw__profiles_list(&names, profiles, NULL) && !names.failed)
        sw__say(SW_OK,
                "%s: no run profile is chosen, so its settings are not used; it has %s: choose one with "
                "STEPWATCH_PROFILE, or with a line default: in the file",
                l->source.path, names.text);
    sw__buffer_free(&names);
}

static void read_file(load *l)
{
    sw__file_text file;
    sw__document document;
    sw__profiles profiles;
    l->reader.mistakes = &l->in_file;
    sw__file_text_read(&file, l->source.path, &l->in_file);
    sw__document_parse(&document, &file, &l->in_file);
    l->reader.no_memory |= file.bytes.failed || document.no_memory;
    if (!l->reader.no_memory) {
        sw__profiles_read(&profiles, &l->reader, &document, l->source.profile, l->settings);
        l->config.profile = copy_text(l, profiles.chosen);
        if (!profiles.chosen && l->in_file.count == 0)
            say_how_to_choose(l, &profiles);
    }
    sw__document_free(&document);
    sw__file_text_free(&file);
}

static void say_no_file(load *l)
{
    sw__buffer *out = sw__mistakes_add(&l->in_file, (sw__place){0, 0});
    if (!out)
        return;
    sw__buffer_text(out, "the run profile ");
    sw__utf8_quote(out, l->source.profile, strlen(l->source.profile));
    sw__buffer_text(out, " is asked for, but no config file is named; name one in sw_init() or STEPWATCH_CONFIG");
}

static void read_source(load *l)
{
    if (l->source.path)
        read_file(l);
    else if (l->source.profile)
        say_no_file(l);
    if (l->source.set) {
        l->reader.mistakes = &l->in_line;
        sw__single_values_read(&l->reader, l->source.set, l->settings);
    }
    l->config.path = copy_text(l, l->source.path);
}

static sw_status report(load *l)
{
    const bool right = l->in_file.count + l->in_line.count == 0;
    bool complete = sw__mistakes_send(&l->in_file);
    complete &= sw__mistakes_send(&l->in_line);
    if (l->reader.no_memory || !complete)
        return SW_ERR_NO_MEMORY;
    return right ? SW_OK : SW_ERR_CONFIG;
}

sw_status sw__config_load(sw__config *config, const sw__config_source *source, const sw__option_group *groups,
                          void *const *settings, size_t group_count)
{
    load l = {
        .source = {or_null(source->path), or_null(source->profile), or_null(source->set)},
        .reader = {.groups = groups, .group_count = group_count, .texts = &l.config.texts},
        .in_file.source = or_null(source->path),
        .in_line.source = "STEPWATCH_SET",
        .settings = copy_settings(groups, settings, group_count),
    };
    if (!l.settings)
        return SW_ERR_NO_MEMORY;
    read_source(&l);
    const sw_status status = report(&l);
    if (status == SW_OK) {
        for (size_t i = 0; i < group_count; i++)
            memcpy(settings[i], l.settings[i], groups[i].size);
        *config = l.config;
    } else
        sw__config_free(&l.config);
    free(l.settings);
    return status;
}

void sw__config_free(sw__config *config)
{
    free(config->path);
    free(config->profile);
    sw__kept_text_free(config->texts);
    *config = (sw__config){0};
}
