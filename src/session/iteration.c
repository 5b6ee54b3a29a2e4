// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration.h"

#include <pthread.h>
#include <time.h>

#include <stepwatch/profiler.h>
#include <stepwatch/session.h>

#include "base/clock.h"
#include "base/lanes.h"
#include "base/misuse.h"
#include "device/profiler_gate.h"
#include "profiler/profiler.h"
#include "record/iterations.h"
#include "session/modules.h"
#include "session/only_copy.h"
#include "session/summary.h"
#include "stopwatch/open_timers.h"
#include "stopwatch/stopwatch.h"
#include "stopwatch/stopwatch_sync.h"

static pthread_t finisher;    ///< atomic: the thread that is in sw_finish_iter(), or keeps others out of it; 0: none
static uint64_t paused_since; ///< atomic, in ticks; valid while paused

static bool claim_finish(void)
{
    pthread_t nobody = 0;
    // Acquire and release: one call sees what the one before it did.
    return __atomic_compare_exchange_n(&finisher, &nobody, pthread_self(), false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

static void release_finish(void)
{
    __atomic_store_n(&finisher, 0, __ATOMIC_RELEASE);
}

bool sw__finish_iter_keep_out(void)
{
    enum { TRIES = 10000 };
    const struct timespec pause = {.tv_nsec = 100000};
    for (int i = 0; i < TRIES; i++) {
        if (claim_finish())
            return true;
        // It is called by what that thread itself has called: a handler of the program, or an exit.
        if (pthread_equal(__atomic_load_n(&finisher, __ATOMIC_RELAXED), pthread_self()))
            return false;
        nanosleep(&pause, NULL);
    }
    return false;
}

void sw__finish_iter_let_in(bool kept_out)
{
    if (kept_out)
        release_finish();
}

static bool is_paused(void)
{
    return sw__state() & SW__SESSION_PAUSED;
}

// Nobody wants to know when an iteration begins or ends that is not measured: then the clock is not read.
sw_status sw__begin_iter(const char *file, uintptr_t line)
{
    if (!sw__only_copy_has() || is_paused())
        return SW_OK;
    const bool timed = sw_stopwatch_is_enabled() || sw_profiler_is_recording();
    sw__profiler_wait_at_begin();
    sw__moment now = {timed, timed ? sw__stopwatch_sync_iter_begin() : 0};
    sw_status status = sw__iterations_begin(now);
    if (status != SW_OK)
        return sw__misuse(status, (sw__site){file, line}, "sw_begin_iter", NULL, NULL);
    sw__profiler_begin_iteration();
    return SW_OK;
}

// What is done between two iterations belongs to neither.
static void go_between(const sw__finished *finished, bool profiled)
{
    const uint64_t next = sw__iterations_now().finished;
    const bool prints = finished->measured && sw__stopwatch_prints_now();
    const bool moves_gate = sw__profiler_gate_is_due(next);
    const uint64_t begin = prints || moves_gate || profiled ? sw__clock_now() : 0;
    const uint64_t bits = sw__profiler_next(finished);
    // A handler that was called there may have closed the session.
    sw__state_change(SW__PROFILER_STATE, sw__state() & SW__SESSION_OPEN ? bits : 0);
    if (moves_gate)
        sw__profiler_gate_move(next);
    if (prints)
        sw__summary_progress();
    if (begin)
        sw__iterations_exclude(begin, sw__clock_now());
}

// The order of things at the end of an iteration: the time was read before, so that the rest belongs to the next one, from
// which the printing and the profilers' beginning and ending are taken out again. A wait for the GPU came between the time
// at which the program got here and that at which the iteration ends. The check comes after the count: it may be the first
// call of all, and would seem to be the begin of the iteration. What is open in the profiler is cut off before, as it
// belongs to the iteration; and where its recording ends, its bits go before another thread can begin something new.
static sw_status finish(sw__moment now, uint64_t items, bool profiled, sw__site site)
{
    sw_status sections = sw__profiler_end_iteration(site);
    if (!sw__profiler_goes_on())
        sw__state_change(SW__PROFILER_STATE, 0);
    sw__finished finished = sw__iterations_finish(now, items);
    sw_status timers = sw_stopwatch_is_enabled() ? sw__timers_check_iter_end(site) : SW_OK;
    go_between(&finished, profiled);
    return timers != SW_OK ? timers : sections;
}

static sw__moment time_of_end(bool profiled)
{
    if (!sw_stopwatch_is_enabled() && !profiled)
        return (sw__moment){false, 0};
    const uint64_t arrived = sw__clock_now();
    return (sw__moment){true, sw__profiler_wait_at_end(arrived, sw__stopwatch_sync_iter_end(arrived))};
}

sw_status sw__finish_iter(uint64_t items, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    if (!sw__only_copy_has() || is_paused())
        return SW_OK;
    if (!claim_finish())
        return sw__misuse(SW_ERR_ITER_OVERLAP, site, "sw_finish_iter", NULL, "one thread should finish the iterations");
    sw_status status = SW_OK;
    // The session may have been closed since the call looked.
    if (sw__state() & SW__SESSION_OPEN) {
        const bool profiled = sw__profiler_times_iteration_end();
        const sw__moment now = time_of_end(profiled);
        status = finish(now, items, profiled, site);
    }
    release_finish();
    return status;
}

sw_status sw__pause(const char *file, uintptr_t line)
{
    uint64_t now = sw__clock_now();
    if (!sw__only_copy_has())
        return SW_OK;
    if (sw__state_change(SW__SESSION_PAUSED, SW__SESSION_PAUSED) & SW__SESSION_PAUSED)
        return sw__misuse(SW_ERR_ALREADY, (sw__site){file, line}, "sw_pause", NULL, NULL);
    __atomic_store_n(&paused_since, now, __ATOMIC_RELAXED);
    sw__profiler_pause();
    return SW_OK;
}

sw_status sw__resume(const char *file, uintptr_t line)
{
    uint64_t since = __atomic_load_n(&paused_since, __ATOMIC_RELAXED);
    if (!sw__only_copy_has())
        return SW_OK;
    if (is_paused())
        sw__profiler_resume();
    if (!(sw__state_change(SW__SESSION_PAUSED, 0) & SW__SESSION_PAUSED))
        return sw__misuse(SW_ERR_NOT_PAUSED, (sw__site){file, line}, "sw_resume", NULL, NULL);
    sw__iterations_exclude(since, sw__clock_now());
    return SW_OK;
}

void sw__finish_iter_after_fork(void)
{
    release_finish();
}

sw_status(sw_begin_iter)(void)
{
    return sw__begin_iter_at(SW__CALLER);
}

sw_status(sw_finish_iter)(void)
{
    return sw__finish_iter_at(0, SW__CALLER);
}

sw_status(sw_finish_iter_items)(uint64_t items)
{
    return sw__finish_iter_at(items, SW__CALLER);
}

sw_status(sw_pause)(void)
{
    return sw__pause_at(SW__CALLER);
}

sw_status(sw_resume)(void)
{
    return sw__resume_at(SW__CALLER);
}
