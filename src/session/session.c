// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "session.h"

#include <stdlib.h>

#include <stepwatch/profiler.h>

#include "base/clock.h"
#include "base/message.h"
#include "base/misuse.h"
#include "base/name_filter.h"
#include "base/names.h"
#include "base/stay_loaded.h"
#include "device/cuda.h"
#include "device/profiler_gate.h"
#include "record/iterations.h"
#include "record/pair_cost.h"
#include "session/fork.h"
#include "session/iteration.h"
#include "session/only_copy.h"
#include "session/session_settings.h"
#include "session/summary.h"
#include "stopwatch/stopwatch.h"

static struct {
    bool open;
    bool recording; ///< some module is on, or was
} session;          ///< guarded by the session's lock

static void at_exit(void)
{
    // CUDA's own exit handlers may have run.
    sw__device_leave_alone();
    sw_finalize();
}

static void forget(void)
{
    session.open = false;
    sw__name_filter_set(NULL);
    sw__settings_forget();
    sw__only_copy_withdraw();
}

static void start_clock(sw_clock clock)
{
    if (!sw__clock_start(clock))
        sw__say(SW_OK, "this machine's " SW__CYCLE_COUNTER_NAME " is not of one rate: the clock is CLOCK_MONOTONIC");
    sw__state_change(SW__CYCLE_CLOCK, sw__clock_counts_cycles ? SW__CYCLE_CLOCK : 0);
    sw__iterations_open();
}

static void begin_recording(void)
{
    static bool registered;
    if (!registered) {
        registered = true;
        sw__stay_loaded();
        sw__names_setup();
        sw__lanes_setup(sw__lane_parts, sw__lane_part_count);
        sw__fork_handlers_register(forget);
        atexit(at_exit);
    }
    sw__lanes_open();
    sw__device_forget_failures();
    start_clock(SW_CLOCK_AUTO);
    session.recording = true;
}

// Sections that were timed, and those that are open, have the ticks of the clock in use.
static void keep_clock(sw_clock wanted)
{
    const bool is_another = wanted == (sw__clock_counts_cycles ? SW_CLOCK_MONOTONIC : SW_CLOCK_TSC);
    if (is_another)
        sw__say(SW_OK, "the clock stays %s, as the profiler has begun with it", sw__clock_name());
    sw__iterations_open();
}

static void start_stopwatchs_clock(void)
{
    const sw__stopwatch_settings *settings = sw__modules[SW__STOPWATCH].settings;
    (sw_profiler_is_enabled() ? keep_clock : start_clock)(settings->options.clock);
}

static void start_module(sw__module_id id)
{
    if (!session.recording)
        begin_recording();
    if (id == SW__STOPWATCH)
        start_stopwatchs_clock();
    uint64_t more = sw__modules[id].start();
    sw__misuse_abort(sw__settings_abort_on_misuse());
    uint64_t bits = sw__modules[id].bits | SW__SESSION_OPEN | more;
    sw__state_change(bits, bits);
    if (sw__modules[id].started)
        sw__modules[id].started();
}

static bool some_module_is_on(void)
{
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled)
            return true;
    return false;
}

static sw_status open_session(const char *path, const char *profile)
{
    sw_status status = sw__settings_load(path, profile);
    if (status != SW_OK)
        return status;
    // Copies of the library that have nothing to do are in nobody's way.
    if (some_module_is_on() && !sw__only_copy_claim()) {
        sw__settings_forget();
        return SW_ERR_SECOND_COPY;
    }
    session.open = true;
    sw__name_filter_set(sw__settings_only());
    session.recording = false;
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
    sw__pair_costs_are_known();
    sw__session_unlock();
    sw__site site = {NULL, (uintptr_t)__builtin_return_address(0)};
    if (already)
        return sw__misuse(status, site, "sw_init", NULL, "sw_finalize() closes the session");
    return status == SW_OK ? SW_OK : sw__fail(status);
}

sw_status sw__session_enable(sw__module_id id, void (*set)(const void *options), const void *options)
{
    const bool kept_out = sw__finish_iter_keep_out();
    sw__session_lock();
    const bool opens = !session.open;
    sw_status status = opens ? open_session(NULL, NULL) : SW_OK;
    if (status == SW_OK && *sw__modules[id].enabled)
        status = SW_ERR_ALREADY;
    if (status == SW_OK && !sw__only_copy_claim()) {
        status = SW_ERR_SECOND_COPY;
        if (opens)
            forget();
    }
    if (status == SW_OK) {
        set(options);
        if (*sw__modules[id].enabled)
            start_module(id);
    }
    sw__pair_costs_are_known();
    sw__session_unlock();
    sw__finish_iter_let_in(kept_out);
    return status;
}

static void stop_modules(void)
{
    sw__state_change(SW__ALL_BITS, 0);
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled && sw__modules[id].finish)
            sw__modules[id].finish();
    sw__profiler_gate_finish();
}

static void report_open(void)
{
    for (sw__module_id id = 0; id < SW__MODULE_COUNT; id++)
        if (*sw__modules[id].enabled && sw__modules[id].report_open)
            sw__modules[id].report_open();
}

sw_status sw_finalize(void)
{
    const bool kept_out = sw__finish_iter_keep_out();
    sw__session_lock();
    if (session.open) {
        if (session.recording) {
            report_open();
            sw__summary_finish(sw__settings_report());
            stop_modules();
        }
        forget();
    }
    sw__session_unlock();
    sw__finish_iter_let_in(kept_out);
    return SW_OK;
}
