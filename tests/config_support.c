// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "config_support.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const sw__choice error_choices[] = {{"report", 0}, {"abort", 1}, {NULL, 0}};
static const sw__choice clock_choices[] = {{"auto", 0}, {"tsc", 1}, {"monotonic", 2}, {NULL, 0}};
static const sw__choice mode_choices[] = {{"null", 7}, {"custom", 8}, {NULL, 0}};

static const sw__option own_options[] = {
    {"on_error", SW__OPTION_CHOICE, offsetof(own_settings, on_error), false, 0, 0, error_choices, "what misuse does"},
};

static const sw__option stopwatch_options[] = {
    {"enable", SW__OPTION_BOOL, offsetof(stopwatch_settings, enable), false, 0, 0, NULL, "take measurements"},
    {"num_warmup_iters", SW__OPTION_UINT, offsetof(stopwatch_settings, num_warmup_iters), false, 0, UINT32_MAX, NULL,
     "iterations that are not counted"},
    {"print_every_n_iters", SW__OPTION_UINT, offsetof(stopwatch_settings, print_every_n_iters), true, 0, UINT32_MAX,
     NULL, "null: at the end only"},
    {"clock", SW__OPTION_CHOICE, offsetof(stopwatch_settings, clock), false, 0, 0, clock_choices, "source of times"},
    {"cpu_usage_meas", SW__OPTION_TEXT, offsetof(stopwatch_settings, cpu_usage_meas), false, 0, 0, NULL,
     "whose CPU usage is taken"},
};

static const sw__option nvtx_options[] = {
    {"enable", SW__OPTION_BOOL, offsetof(nvtx_settings, enable), false, 0, 0, NULL, "forward ranges"},
    {"keep_track_of_range_order", SW__OPTION_BOOL, offsetof(nvtx_settings, keep_track_of_range_order), false, 0, 0,
     NULL, "check pops"},
    {"domain", SW__OPTION_TEXT, offsetof(nvtx_settings, domain), false, 0, 0, NULL, "group in the tools"},
};

static const sw__option probe_options[] = {
    {"rate", SW__OPTION_UINT, offsetof(probe_settings, rate), false, 1, 100, NULL, NULL},
    {"limit", SW__OPTION_UINT, offsetof(probe_settings, limit), true, 1, 100, NULL, NULL},
    {"label", SW__OPTION_TEXT, offsetof(probe_settings, label), true, 0, 0, NULL, NULL},
    {"mode", SW__OPTION_CHOICE, offsetof(probe_settings, mode), false, 0, 0, mode_choices, NULL},
};

#define GROUP(group_name, table, type)                                                                                 \
    {                                                                                                                  \
        .name = group_name, .options = table, .count = sizeof table / sizeof *table, .size = sizeof(type)              \
    }

// The group without a name is not the first, as its place must not matter.
const sw__option_group config_groups[CONFIG_GROUPS] = {
    GROUP("stopwatch", stopwatch_options, stopwatch_settings),
    GROUP("", own_options, own_settings),
    GROUP("nvtx_range_wrapper", nvtx_options, nvtx_settings),
    GROUP("probe", probe_options, probe_settings),
};

typedef struct listener {
    const char *path;
    sw__buffer text;
    sw_status worst;
} listener;

static void listen(sw_status status, const char *text, void *user)
{
    listener *l = user;
    if (status < l->worst)
        l->worst = status;
    const size_t length = l->path ? strlen(l->path) : 0;
    if (length > 0 && strncmp(text, l->path, length) == 0)
        text += length;
    sw__buffer_printf(&l->text, "%s%s", l->text.length ? "\n" : "", text);
}

config_settings config_defaults(void)
{
    return (config_settings){.probe = {.rate = 1, .mode = 7}};
}

config_load config_load_path(const char *path, const char *profile, const char *set)
{
    config_load load = {.settings = config_defaults()};
    config_settings *s = &load.settings;
    void *const settings[CONFIG_GROUPS] = {&s->stopwatch, &s->own, &s->nvtx, &s->probe};
    const sw__config_source source = {path, profile, set};
    listener l = {.path = path};
    sw_set_message_handler(listen, &l);
    load.status = sw__config_load(&load.config, &source, config_groups, settings, CONFIG_GROUPS);
    sw_set_message_handler(NULL, NULL);
    load.messages = strdup(l.text.text ? l.text.text : "");
    load.worst = l.worst;
    sw__buffer_free(&l.text);
    return load;
}

char *config_folder_make(void)
{
    const char *base = getenv("TMPDIR");
    char *folder = config_folder_path(base ? base : "/tmp", "stepwatch-config-XXXXXX");
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    return folder;
}

char *config_folder_path(const char *folder, const char *name)
{
    sw__buffer path = {0};
    sw__buffer_printf(&path, "%s/%s", folder, name);
    return path.text;
}

void config_folder_remove(char *folder, char *path)
{
    remove(path);
    CHECK_EQUAL(rmdir(folder), 0);
    free(path);
    free(folder);
}

static config_load load_bytes(const char *bytes, size_t length, const char *profile, const char *set)
{
    char *folder = config_folder_make();
    char *path = config_folder_path(folder, "profiles.yaml");
    FILE *file = fopen(path, "wb");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(fwrite(bytes, 1, length, file), length);
    fclose(file);
    config_load load = config_load_path(path, profile, set);
    config_folder_remove(folder, path);
    return load;
}

config_load config_load_bytes(const char *bytes, size_t length, const char *profile)
{
    return load_bytes(bytes, length, profile, NULL);
}

config_load config_load_text(const char *text, const char *profile, const char *set)
{
    return load_bytes(text, strlen(text), profile, set);
}

void config_load_free(config_load *load)
{
    sw__config_free(&load->config);
    free(load->messages);
    *load = (config_load){0};
}

config_load config_load_right(const char *text, const char *profile)
{
    config_load load = config_load_text(text, profile, NULL);
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.messages, "");
    return load;
}

static void check_refused(config_load *load, const char *messages)
{
    const config_settings before = config_defaults();
    CHECK_EQUAL(load->status, SW_ERR_CONFIG);
    CHECK_EQUAL(load->worst, SW_ERR_CONFIG);
    CHECK_TEXT(load->messages, messages);
    CU_ASSERT_EQUAL(memcmp(&load->settings.own, &before.own, sizeof before.own), 0);
    CU_ASSERT_EQUAL(memcmp(&load->settings.stopwatch, &before.stopwatch, sizeof before.stopwatch), 0);
    CHECK_EQUAL(load->settings.nvtx.enable, false);
    CU_ASSERT_PTR_NULL(load->settings.nvtx.domain);
    CHECK_EQUAL(load->settings.probe.rate, before.probe.rate);
    CU_ASSERT_PTR_NULL(load->config.path);
    CU_ASSERT_PTR_NULL(load->config.profile);
    CU_ASSERT_PTR_NULL(load->config.texts);
    config_load_free(load);
}

void config_refused(const char *text, const char *messages)
{
    config_refused_asking(text, NULL, messages);
}

void config_refused_asking(const char *text, const char *profile, const char *messages)
{
    config_load load = config_load_text(text, profile, NULL);
    check_refused(&load, messages);
}

void config_set_refused(const char *set, const char *messages)
{
    config_load load = config_load_path(NULL, NULL, set);
    check_refused(&load, messages);
}
