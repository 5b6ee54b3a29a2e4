// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "modules.h"

#include "base/message.h"
#include "base/name_cache.h"
#include "nvtx_wrapper/wrapper.h"
#include "profiler/memory_marks.h"
#include "profiler/profiler.h"
#include "profiler/sections.h"
#include "profiler/traces.h"
#include "record/statistics.h"
#include "record/trace_sink.h"
#include "session/session_settings.h"
#include "stopwatch/cpu_usage.h"
#include "stopwatch/cpu_usage_name.h"
#include "stopwatch/stopwatch.h"
#include "stopwatch/timer_slots.h"

static const sw__stopwatch_settings stopwatch_defaults;
static sw__stopwatch_settings stopwatch_settings;

static const sw__nvtx_settings nvtx_defaults = {.domain = "stepwatch"};
static sw__nvtx_settings nvtx_settings = {.domain = "stepwatch"};

static uint64_t start_stopwatch(void)
{
    return sw__stopwatch_start(&stopwatch_settings);
}

static void stopwatch_started(void)
{
    sw__stopwatch_started(&stopwatch_settings);
}

static uint64_t start_nvtx(void)
{
    return sw__nvtx_start(&nvtx_settings);
}

static sw__profiler_settings profiler_settings;

static bool settle_profiler(void)
{
    const char *why_not = sw__profiler_settings_settle(&profiler_settings);
    if (why_not)
        sw__say(SW_ERR_CONFIG, "profiler: %s; everything stays off", why_not);
    return !why_not;
}

static uint64_t start_profiler(void)
{
    sw__traces_name_profile(sw__settings_origin_now().profile);
    return sw__profiler_start(&profiler_settings);
}

const sw__module sw__modules[SW__MODULE_COUNT] = {
    [SW__STOPWATCH] =
        {
            .group = &sw__stopwatch_option_group,
            .settings = &stopwatch_settings,
            .defaults = &stopwatch_defaults,
            .enabled = &stopwatch_settings.enable,
            .bits = SW__STOPWATCH_BITS,
            .start = start_stopwatch,
            .started = stopwatch_started,
            .finish = sw__stopwatch_finish,
            .fork_child = sw__cpu_usage_after_fork,
        },
    [SW__NVTX] =
        {
            .group = &sw__nvtx_option_group,
            .settings = &nvtx_settings,
            .defaults = &nvtx_defaults,
            .enabled = &nvtx_settings.enable,
            .bits = SW__NVTX_BITS,
            .start = start_nvtx,
            .report_open = sw__nvtx_finish,
            .finish = sw__nvtx_closed,
            .fork_child = sw__nvtx_fork_child,
        },
    [SW__PROFILER] =
        {
            .group = &sw__profiler_option_group,
            .settings = &profiler_settings,
            .defaults = &sw__profiler_defaults,
            .enabled = &profiler_settings.enable,
            .settle = settle_profiler,
            .start = start_profiler,
            .report_open = sw__profiler_conclude,
            .finish = sw__profiler_finish,
            .fork_child = sw__profiler_after_fork,
        },
};

sw__lane_part *const sw__lane_parts[] = {
    &sw__name_cache_part,  &sw__span_log_part,   &sw__timers_part,    &sw__sections_part, &sw__memory_marks_part,
    &sw__range_stack_part, &sw__statistics_part, &sw__cpu_usage_part, &sw__trace_part,
};
const size_t sw__lane_part_count = sizeof sw__lane_parts / sizeof *sw__lane_parts;
