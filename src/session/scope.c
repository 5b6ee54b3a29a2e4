// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <stepwatch/scope.h>

#include "base/clock.h"
#include "base/misuse.h"
#include "base/name_cache.h"
#include "base/name_filter.h"
#include "nvtx_wrapper/range_sync.h"
#include "nvtx_wrapper/wrapper.h"
#include "profiler/section_edges.h"
#include "profiler/section_scopes.h"
#include "record/open_spans.h"
#include "stopwatch/stopwatch_sync.h"
#include "stopwatch/timer_scopes.h"

static const sw_scope nothing;

// `name` 0 is to be looked up by its text.
static sw_scope begin(uint32_t name, const char *text, const char *file, uintptr_t line, uint64_t modules)
{
    uint64_t word = sw__state();
    // Other languages come here without having looked at it.
    sw__lane *lane = word & modules ? sw__lane_enter(word) : NULL;
    if (!lane)
        return nothing;
    if (!name)
        name = sw__name_id(lane, text);
    if (sw__name_is_left_out(name)) {
        sw__lane_leave(lane);
        return nothing;
    }
    bool captured = false;
    if (modules & SW__NVTX_BITS)
        lane = sw__range_sync_push(lane);
    if (modules & SW__PROFILER_BITS)
        lane = sw__section_edge_wait(lane);
    if (modules & SW__STOPWATCH_BITS)
        lane = sw__stopwatch_sync_start(lane, &captured);
    if (!lane)
        return nothing;
    bool stopwatch = lane->word & modules & SW__STOPWATCH_END;
    bool nvtx = lane->word & modules & SW__NVTX_END;
    sw_scope scope = {.name = name};
    sw__section_begun begun = SW__SECTION_BEGUN;
    // The range is opened first and closed last: what it costs is in neither the section nor the measurement. Nor is what
    // the section costs in the measurement.
    if (nvtx)
        scope.range = sw__range_scope_push(lane, name, file, line);
    if (lane->word & modules & SW__PROFILER_BEGIN)
        scope.section = sw__section_scope_begin(lane, name, (sw__site){file, line}, scope.range, &begun);
    if (stopwatch)
        scope.started = sw__timer_scope_begin(lane, name, captured);
    sw__lane_leave(lane);
    if (nvtx && !scope.range)
        sw__range_scope_refused(name, file, line);
    (void)sw__section_refused(begun, name, (sw__site){file, line}, "SW_SCOPE");
    if (name == SW__NAME_OTHER)
        sw__name_was_other();
    return scope;
}

sw_scope sw__scope_begin(const char *name, const char *file, uintptr_t line)
{
    sw_scope scope;
    if (sw__timer_scope_begin_at_once(&scope, name))
        return scope;
    return sw__scope_begin_of(name, file, line, SW__SCOPE_BITS);
}

sw_scope sw__scope_begin_of(const char *name, const char *file, uintptr_t line, uint64_t modules)
{
    if (!name || !*name) {
        if (sw__is_on(modules))
            sw__misuse(SW_ERR_NAME, (sw__site){file, line}, "SW_SCOPE", name, NULL);
        return nothing;
    }
    return begin(0, name, file, line, modules);
}

sw_scope sw__scope_begin_handle(sw_name name, const char *file, uintptr_t line, uint64_t modules)
{
    if (!sw__is_handle(name))
        return nothing;
    return begin(name.id, NULL, file, line, modules);
}

// The waits of both modules for the GPU, before the time is read.
static void sync_end(const sw_scope *scope)
{
    if (scope->range)
        sw__range_sync_pop();
    if (scope->started && sw__is_synced(sw__state()))
        sw__timer_sync_end(scope->name, scope->started);
    if (scope->section)
        sw__section_scope_wait_at_end(scope->section);
}

void sw__scope_end(const sw_scope *scope)
{
    if (sw__timer_scope_end_at_once(scope))
        return;
    if (__builtin_expect((sw__state() & (SW__SYNC_BITS | SW__PROFILER_EDGES)) != 0, 0))
        sync_end(scope);
    uint64_t word = sw__state();
    uint64_t now = sw__time_of_end(word);
    sw__lane *lane = word & SW__SCOPE_BITS ? sw__lane_enter(word) : NULL;
    if (!lane)
        return;
    sw__range_incident incident;
    bool told = false;
    if (scope->started)
        sw__timer_scope_end(lane, scope->name, scope->started, now);
    if (scope->section && word & SW__PROFILER_END)
        sw__section_scope_end(lane, scope->section, now);
    if (word & SW__NVTX_END)
        told = sw__range_scope_pop(lane, scope->range, &incident);
    sw__lane_leave(lane);
    if (told)
        sw__range_report(&incident);
}
