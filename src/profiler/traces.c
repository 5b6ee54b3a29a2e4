// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "traces.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <stepwatch/version.h>

#include "base/clock.h"
#include "base/message.h"
#include "comm/rank.h"
#include "profiler/cycles.h"
#include "profiler/section_counts.h"
#include "profiler/trace_curves.h"
#include "profiler/trace_files.h"
#include "record/trace_sink.h"
#include "report/trace_export.h"
#include "report/units.h"

static struct {
    bool on;
    bool in_cycle;
    bool overdue; ///< the cycle is over, and its trace is still to be written, with what follows
    uint32_t last_epoch;
    bool partial;
    const sw__profiler_settings *settings;
    char profile[64];
    uint64_t ready;          ///< when the work between two iterations was done
    sw__trace_files files;   ///< of the cycle
    uint64_t cut_before;     ///< sections cut off in earlier cycles
    sw__trace_totals totals; ///< atomic
} traces;                    ///< written by the thread that finishes iterations

// A signal handler that finishes an iteration may have interrupted a call of its thread that has the sink's lock.
static bool interrupts_a_call(void)
{
    return sw__this_lane->seen == SW__LANE_BUSY;
}

static void count(uint64_t *total, uint64_t more)
{
    __atomic_store_n(total, *total + more, __ATOMIC_RELAXED); // a reader may see it a moment late
}

void sw__traces_name_profile(const char *profile)
{
    snprintf(traces.profile, sizeof traces.profile, "%s", profile ? profile : "");
}

void sw__traces_open(const sw__profiler_settings *settings)
{
    traces.on = settings->trace_dir != NULL;
    traces.in_cycle = false;
    traces.settings = settings;
    traces.cut_before = 0;
    traces.totals = (sw__trace_totals){.folder = settings->trace_dir};
    if (traces.on)
        sw__trace_sink_switch(true);
}

static void tell_failure(const char *path, const char *what, int why)
{
    char reason[128];
    sw__say(SW_ERR_WRITE, "profiler: %s: %s: %s", path, what, strerror_r(why, reason, sizeof reason));
}

static uint64_t unix_ns_of_start(const sw__calibration *clock)
{
    struct timespec now;
    const uint64_t ticks = sw__clock_now();
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t since = (uint64_t)((double)(ticks - clock->start.ticks) * clock->ns_per_tick);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec - since;
}

static sw__trace_run describe(const sw_cycle *cycle)
{
    const sw__calibration clock = sw__clock_calibrate();
    return (sw__trace_run){
        .version = SW__TRACE_VERSION,
        .cycle = cycle->number,
        .first_epoch = sw__epoch_of(sw__state()),
        .last_epoch = UINT32_MAX,
        .first_iteration = cycle->first_iteration,
        .rank = sw__rank_now().number,
        .max_events = traces.settings->trace_max_events,
        .start_ticks = clock.start.ticks,
        .start_unix_ns = unix_ns_of_start(&clock),
        .ns_per_tick = clock.ns_per_tick,
        .clock_error = clock.error,
        .process = (int32_t)getpid(),
    };
}

void sw__traces_begin_iteration(void)
{
    if (traces.in_cycle)
        sw__trace_curves_begin_iteration();
}

void sw__traces_iteration_is_over(void)
{
    if (traces.in_cycle)
        sw__trace_curves_end_iteration();
}

void sw__traces_end_iteration(const sw__finished *finished, uint64_t number)
{
    if (!traces.in_cycle || interrupts_a_call())
        return;
    sw__trace_curves_add(finished->end, traces.settings->profile_memory);
    // What was done between the last iteration and this one belongs to neither.
    const uint64_t start = finished->start > traces.ready ? finished->start : traces.ready;
    if (finished->timed && start <= finished->end)
        sw__trace_sink_iteration(&(sw__trace_iteration){number, start, finished->end});
    traces.ready = sw__clock_now();
}

static void tell_dropped(const sw__trace_counts *counts, int why)
{
    char dropped[SW__UNIT_TEXT], all[SW__UNIT_TEXT], most[SW__UNIT_TEXT], reason[128];
    sw__format_count(dropped, counts->dropped);
    sw__format_count(all, counts->events + counts->dropped);
    sw__format_count(most, traces.settings->trace_max_events);
    if (why)
        sw__say(SW_ERR_WRITE, "profiler: %s: %s of %s events are missing in the trace, not in the tables: %s",
                sw__trace_files_path(&traces.files), dropped, all, strerror_r(why, reason, sizeof reason));
    else if (counts->dropped)
        sw__say(SW_OK,
                "profiler: %s: %s of %s events are missing in the trace, not in the tables: trace_max_events is %s",
                sw__trace_files_path(&traces.files), dropped, all, most);
}

// The raw file goes when it is of no use any more.
static bool export(void)
{
    sw__raw_trace raw;
    sw_status status = sw__raw_trace_read(&raw, traces.files.raw.text);
    if (status == SW_OK) {
        status = sw__trace_export(&raw, traces.files.trace.text);
        const int why = errno;
        sw__raw_trace_free(&raw);
        errno = why;
    }
    if (status == SW_OK) {
        unlink(traces.files.raw.text);
        count(&traces.totals.traces, 1);
        return true;
    }
    char reason[128];
    sw__say(status, "profiler: %s: the trace could not be written: %s; `stepwatch_trace %s` makes it of what was kept",
            traces.files.trace.text,
            status == SW_ERR_NO_MEMORY ? "no memory" : strerror_r(errno, reason, sizeof reason), traces.files.raw.text);
    return false;
}

static bool end_overdue(void)
{
    if (!traces.overdue)
        return false;
    traces.overdue = false;
    int why;
    const uint64_t unfinished = sw__sections_unfinished();
    const sw__trace_counts counts =
        sw__trace_sink_end(traces.last_epoch, unfinished - traces.cut_before, traces.partial, &why);
    traces.cut_before = unfinished;
    count(&traces.totals.events, counts.events);
    count(&traces.totals.dropped, counts.dropped);
    tell_dropped(&counts, why);
    return export();
}

const char *sw__traces_end_cycle(uint32_t last_epoch, bool partial)
{
    if (traces.in_cycle) {
        traces.in_cycle = false;
        traces.overdue = true;
        traces.last_epoch = last_epoch;
        traces.partial = partial;
    }
    return !interrupts_a_call() && end_overdue() ? sw__trace_files_path(&traces.files) : NULL;
}

// A folder that cannot be written will not be so for the next cycle.
static void give_up(const char *path, int why)
{
    tell_failure(path, "the trace could not be begun, and there are none in this run", why);
    traces.on = false;
    sw__trace_sink_switch(false);
}

void sw__traces_begin_cycle(void)
{
    if (!traces.on || interrupts_a_call())
        return;
    end_overdue();
    const sw_cycle cycle = sw__cycles_now().now;
    const int fd = sw__trace_files_create(&traces.files, traces.settings, &cycle);
    if (fd < 0) {
        give_up(sw__trace_files_path(&traces.files), errno);
        return;
    }
    const sw__trace_run run = describe(&cycle);
    const char *const texts[SW__TRACE_TEXT_COUNT] = {
        [SW__TRACE_LIBRARY_VERSION] = sw_version(),
        [SW__TRACE_PROFILE] = traces.profile,
        [SW__TRACE_PROGRAM] = program_invocation_short_name,
        [SW__TRACE_CLOCK] = sw__clock_name(),
    };
    const int why = sw__trace_sink_begin(fd, &run, texts);
    if (why) {
        unlink(traces.files.raw.text);
        give_up(sw__trace_files_path(&traces.files), why);
        return;
    }
    traces.in_cycle = true;
    traces.ready = sw__clock_now();
}

static void forget(void)
{
    sw__trace_files_forget(&traces.files);
    traces.on = traces.in_cycle = traces.overdue = false;
    traces.totals = (sw__trace_totals){0};
}

void sw__traces_close(void)
{
    end_overdue();
    if (traces.on)
        sw__trace_sink_switch(false);
    forget();
}

sw__trace_totals sw__trace_totals_now(void)
{
    return (sw__trace_totals){
        .folder = traces.totals.folder,
        .traces = __atomic_load_n(&traces.totals.traces, __ATOMIC_RELAXED),
        .events = __atomic_load_n(&traces.totals.events, __ATOMIC_RELAXED),
        .dropped = __atomic_load_n(&traces.totals.dropped, __ATOMIC_RELAXED),
        .late = traces.totals.folder ? sw__trace_sink_late() : 0,
        .drain_ticks = traces.totals.folder ? sw__trace_sink_drain_ticks() : 0,
    };
}

void sw__traces_after_fork(void)
{
    sw__trace_sink_after_fork();
    forget();
}
