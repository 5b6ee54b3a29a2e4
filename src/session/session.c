// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/misuse.h"
#include "base/name_filter.h"
#include "device/cuda.h"
#include "record/iterations.h"
#include "session/fork.h"
#include "session/report_files.h"
#include "session/summary.h"
#include "stopwatch/stopwatch.h"

enum { REPORT, ABORT, OWN_GROUPS = 2, GROUP_COUNT = OWN_GROUPS + SW__MODULE_COUNT };

typedef struct session_settings {
    int on_error;
    const char *only; ///< patterns, as sw__name_filter_set() takes them
} session_settings;

static const sw__choice reactions[] = {{"report", REPORT}, {"abort", ABORT}, {NULL, 0}};

static const sw__option session_options[] = {
    {
        .key = "on_error",
        .kind = SW__OPTION_CHOICE,
        .offset = offsetof(session_settings, on_error),
        .choices = reactions,
        .help = "what a misused call does: report and go on, or abort",
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

static struct {
    pthread_mutex_t lock; ///< guards all of this, and the settings of the modules
    bool open;
    bool recording; ///< some module is on, or was
    bool clock_refused;
    session_settings settings;
    sw__report_settings report;
    sw__config config;
} session = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

static void collect(sw__option_group groups[GROUP_COUNT], void *settings[GROUP_COUNT])
{
    groups[0] = session_group;
    settings[0] = &session.settings;
    groups[1] = sw__report_option_group;
    settings[1] = &session.report;
    for (size_t i = 0; i < SW__MODULE_COUNT; i++) {
        groups[OWN_GROUPS + i] = *sw__modules[i].group;
        settings[OWN_GROUPS + i] = sw__modules[i].settings;
    }
}

static void set_defaults(void)
{
    session.settings = (session_settings){0};
    session.report = (sw__report_settings){0};
    for (size_t i = 0; i < SW__MODULE_COUNT; i++)
        memcpy(sw__modules[i].settings, sw__modules[i].defaults, sw__modules[i].group->size);
}

// The texts that the settings point to go, too.
static void forget_settings(void)
{
    sw__name_filter_set(NULL);
    set_defaults();
    sw__config_free(&session.config);
}

static const char *from_environment(const char *variable, const char *otherwise)
{
    const char *value = getenv(variable);
    return value && *value ? value : otherwise;
}

static sw_status load(const char *path, const char *profile)
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
    return sw__config_load(&session.config, &source, groups, settings, GROUP_COUNT);
}

static void at_exit(void)
{
    // CUDA's own exit handlers may have run.
    sw__device_leave_alone();
    sw_finalize();
}

static void begin_recording(void)
{
    static bool registered;
    if (!registered) {
        registered = true;
        sw__lanes_setup(sw__lane_parts, sw__lane_part_count);
        sw__fork_handlers_register();
        atexit(at_exit);
    }
    sw__lanes_open();
    sw__device_forget_failures();
    sw__clock_start(SW_CLOCK_AUTO);
    sw__iterations_open();
    session.recording = true;
}

static void start_clock_of_choice(void)
{
    sw_clock clock = ((const sw__stopwatch_settings *)sw__modules[SW__STOPWATCH].settings)->options.clock;
    session.clock_refused = !sw__clock_start(clock);
    if (session.clock_refused)
        sw__say(SW_OK, "this machine's " SW__CYCLE_COUNTER_NAME " is not of one rate: the clock is CLOCK_MONOTONIC");
    sw__state_change(SW__CYCLE_CLOCK, sw__clock_counts_cycles ? SW__CYCLE_CLOCK : 0);
    sw__iterations_open();
}

static void start_module(sw__module_id id)
{
    if (!session.recording)
        begin_recording();
    // What is switched on while the session is paused waits for its resume.
    uint64_t word = sw__state();
    bool paused = word & SW__SESSION_OPEN && !(word & SW__MODULE_BEGINS);
    if (id == SW__STOPWATCH)
        start_clock_of_choice();
    uint64_t more = sw__modules[id].start();
    sw__misuse_abort(session.settings.on_error == ABORT);
    uint64_t bits = sw__modules[id].bits | SW__SESSION_OPEN | more;
    sw__state_change(bits, paused ? bits & ~(uint64_t)SW__MODULE_BEGINS : bits);
    if (sw__modules[id].started)
        sw__modules[id].started();
}

static sw_status open_session(const char *path, const char *profile)
{
    sw_status status = load(path, profile);
    if (status != SW_OK)
        return status;
    session.open = true;
    sw__name_filter_set(session.settings.only);
    session.recording = session.clock_refused = false;
    sw__misuse_reset();
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled)
            start_module(id);
    return SW_OK;
}

sw_status sw_init(const char *path, const char *profile)
{
    sw__session_lock();
    bool already = session.open;
    sw_status status = already ? SW_ERR_ALREADY : open_session(path, profile);
    sw__session_unlock();
    sw__site site = {NULL, (uintptr_t)__builtin_return_address(0)};
    if (already)
        return sw__misuse(status, site, "sw_init", NULL, "sw_finalize() closes the session");
    return status == SW_OK ? SW_OK : sw__fail(status);
}

sw_status sw__session_enable(sw__module_id id, void (*set)(const void *options), const void *options)
{
    sw__session_lock();
    sw_status status = session.open ? SW_OK : open_session(NULL, NULL);
    if (status == SW_OK && *sw__modules[id].enabled)
        status = SW_ERR_ALREADY;
    if (status == SW_OK) {
        set(options);
        start_module(id);
    }
    sw__session_unlock();
    return status;
}

static void stop_modules(void)
{
    sw__state_change(SW__ALL_BITS, 0);
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled && sw__modules[id].finish)
            sw__modules[id].finish();
}

static void report_open(void)
{
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled && sw__modules[id].report_open)
            sw__modules[id].report_open();
}

sw_status sw_finalize(void)
{
    sw__session_lock();
    if (session.open) {
        if (session.recording) {
            report_open();
            sw__summary_finish(&session.report);
            stop_modules();
        }
        session.open = false;
        forget_settings();
    }
    sw__session_unlock();
    return SW_OK;
}

sw_status sw_config_print(FILE *file)
{
    if (!file)
        return sw__fail(SW_ERR_ARGUMENT);
    sw__option_group groups[GROUP_COUNT];
    void *settings[GROUP_COUNT];
    sw__buffer text = {0};
    sw__session_lock();
    collect(groups, settings);
    sw__config_write(&text, &session.config, groups, (const void *const *)settings, GROUP_COUNT);
    sw__session_unlock();
    sw_status status = sw__buffer_write_file(&text, file);
    sw__buffer_free(&text);
    return status == SW_OK ? SW_OK : sw__fail(status);
}

sw__session_facts sw__session_facts_now(void)
{
    return (sw__session_facts){session.config.profile, session.config.path, session.clock_refused};
}

void sw__session_lock(void)
{
    pthread_mutex_lock(&session.lock);
}

void sw__session_unlock(void)
{
    pthread_mutex_unlock(&session.lock);
}

void sw__session_after_fork(void)
{
    session.lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    session.open = false;
    forget_settings();
}
