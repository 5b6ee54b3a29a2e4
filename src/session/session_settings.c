// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "session_settings.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/session.h>

#include "base/message.h"
#include "base/misuse.h"
#include "comm/rank.h"
#include "config/config.h"
#include "session/modules.h"

enum { REPORT, ABORT };
enum { FIRST_RANK, ALL_RANKS };
enum { OWN_GROUPS = 2, GROUP_COUNT = OWN_GROUPS + SW__MODULE_COUNT };

typedef struct session_settings {
    int on_error;
    int print_ranks;
    const char *only; ///< patterns, as sw__name_filter_set() takes them
} session_settings;

static const sw__choice reactions[] = {{"report", REPORT}, {"abort", ABORT}, {NULL, 0}};

static const sw__choice printing_ranks[] = {{"first", FIRST_RANK}, {"all", ALL_RANKS}, {NULL, 0}};

static const sw__option session_options[] = {
    {
        .key = "on_error",
        .kind = SW__OPTION_CHOICE,
        .offset = offsetof(session_settings, on_error),
        .choices = reactions,
        .help = "what a misused call does: report and go on, or abort",
    },
    {
        .key = "print_ranks",
        .kind = SW__OPTION_CHOICE,
        .offset = offsetof(session_settings, print_ranks),
        .choices = printing_ranks,
        .help = "which processes of a parallel run print: the first or all",
    },
    {
        .key = "only",
        .kind = SW__OPTION_LIST,
        .offset = offsetof(session_settings, only),
        .nullable = true,
        .help = "names to measure and forward, with * and ?; ! leaves out",
    },
};

static const sw__option_group session_group = {
    .name = "",
    .options = session_options,
    .count = sizeof session_options / sizeof *session_options,
    .size = sizeof(session_settings),
};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct {
    session_settings settings;
    sw__report_settings report;
    sw__config config;
    bool set;   ///< STEPWATCH_SET said something
    bool ready; ///< the settings are there: those of a session, or the defaults
} current;

void sw__session_lock(void)
{
    pthread_mutex_lock(&lock);
}

void sw__session_unlock(void)
{
    pthread_mutex_unlock(&lock);
}

void sw__session_lock_after_fork(void)
{
    lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
}

static void collect(sw__option_group groups[GROUP_COUNT], void *settings[GROUP_COUNT])
{
    groups[0] = session_group;
    settings[0] = &current.settings;
    groups[1] = sw__report_option_group;
    settings[1] = &current.report;
    for (size_t i = 0; i < SW__MODULE_COUNT; i++) {
        groups[OWN_GROUPS + i] = *sw__modules[i].group;
        settings[OWN_GROUPS + i] = sw__modules[i].settings;
    }
}

static void set_defaults(void)
{
    current.ready = true;
    current.settings = (session_settings){0};
    current.report = (sw__report_settings){0};
    for (size_t i = 0; i < SW__MODULE_COUNT; i++)
        memcpy(sw__modules[i].settings, sw__modules[i].defaults, sw__modules[i].group->size);
}

static const char *from_environment(const char *variable, const char *otherwise)
{
    const char *value = getenv(variable);
    return value && *value ? value : otherwise;
}

static bool settle_all(void)
{
    bool settled = true;
    for (size_t i = 0; i < SW__MODULE_COUNT; i++)
        if (sw__modules[i].settle && !sw__modules[i].settle())
            settled = false;
    return settled;
}

void sw__settings_forget(void)
{
    set_defaults();
    (void)settle_all();
    sw__config_free(&current.config);
}

sw_status sw__settings_load(const char *path, const char *profile)
{
    sw__option_group groups[GROUP_COUNT];
    void *settings[GROUP_COUNT];
    collect(groups, settings);
    set_defaults();
    const sw__config_source source = {
        .path = from_environment("STEPWATCH_CONFIG", path),
        .profile = from_environment("STEPWATCH_PROFILE", profile),
        .set = from_environment("STEPWATCH_SET", NULL),
    };
    current.set = source.set != NULL;
    sw_status status = sw__config_load(&current.config, &source, groups, settings, GROUP_COUNT);
    if (status == SW_ERR_NO_MEMORY)
        sw__say(status, "no memory to read the configuration: everything stays off");
    if (status == SW_OK && !settle_all())
        status = SW_ERR_CONFIG;
    if (status != SW_OK)
        sw__settings_forget();
    return status;
}

bool sw__settings_abort_on_misuse(void)
{
    return current.settings.on_error == ABORT;
}

bool sw__settings_print_here(void)
{
    return current.settings.print_ranks == ALL_RANKS || sw__rank_now().number == 0;
}

const char *sw__settings_only(void)
{
    return current.settings.only;
}

const sw__report_settings *sw__settings_report(void)
{
    return &current.report;
}

sw__settings_origin sw__settings_origin_now(void)
{
    return (sw__settings_origin){current.config.profile, current.config.path, current.set};
}

sw_status sw_config_print(FILE *file)
{
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    sw__option_group groups[GROUP_COUNT];
    void *settings[GROUP_COUNT];
    sw__buffer text = {0};
    sw__session_lock();
    if (!current.ready)
        sw__settings_forget();
    collect(groups, settings);
    sw__config_write(&text, &current.config, groups, (const void *const *)settings, GROUP_COUNT);
    sw__session_unlock();
    sw_status status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    return status == SW_OK ? SW_OK : sw__fail(status);
}
