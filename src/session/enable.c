// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include <string.h>

#include <stepwatch/nvtx_wrapper.h>
#include <stepwatch/profiler.h>

#include "base/message.h"
#include "base/misuse.h"
#include "base/names.h"
#include "nvtx_wrapper/wrapper.h"
#include "profiler/profiler_settings.h"
#include "session/session.h"
#include "stopwatch/stopwatch.h"

// Options of a program built against an older header are shorter; what they lack is zero. Those of a newer one are longer,
// and what this library does not know is left out.
static void copy_known(void *to, size_t to_size, const void *from, size_t from_size)
{
    memset(to, 0, to_size);
    if (from)
        memcpy(to, from, from_size < to_size ? from_size : to_size);
}

// The program's text need not outlive the call; a name does. "" is no text.
static const char *lasting(const char *text)
{
    return text && *text ? sw__name_text(sw__intern(text, strlen(text))) : NULL;
}

static void set_stopwatch(const void *options)
{
    sw__stopwatch_settings *settings = sw__modules[SW__STOPWATCH].settings;
    *settings = (sw__stopwatch_settings){.enable = true, .options = *(const sw_stopwatch_options *)options};
    settings->options.cpu_usage_meas = lasting(settings->options.cpu_usage_meas);
}

static void set_nvtx(const void *options)
{
    const sw_nvtx_options *given = options;
    sw__nvtx_settings *settings = sw__modules[SW__NVTX].settings;
    settings->enable = true;
    settings->keep_track_of_range_order = given->keep_track_of_range_order;
    if (given->domain)
        settings->domain = sw__name_text(sw__intern(given->domain, strlen(given->domain)));
    settings->sync_on_push = given->sync_on_push;
    settings->sync_on_pop = given->sync_on_pop;
    settings->profiler = (sw__gate_window){given->profiler_start_iter, given->profiler_stop_iter};
}

static void set_profiler(const void *settings)
{
    memcpy(sw__modules[SW__PROFILER].settings, settings, sizeof(sw__profiler_settings));
}

static sw_status enable(sw__module_id id, void (*set)(const void *options), const void *options, sw__site site,
                        const char *call)
{
    sw_status status = sw__session_enable(id, set, options);
    return status == SW_OK ? SW_OK : sw__misuse(status, site, call, NULL, NULL);
}

sw_status sw__stopwatch_enable(const sw_stopwatch_options *options, uint32_t size)
{
    sw__site site = {NULL, (uintptr_t)__builtin_return_address(0)};
    sw_stopwatch_options known;
    copy_known(&known, sizeof known, options, size);
    if (known.clock > SW_CLOCK_MONOTONIC || known.do_cuda_sync > SW_CUDA_SYNC_STREAM)
        return sw__fail(SW_ERR_ARGUMENT);
    return enable(SW__STOPWATCH, set_stopwatch, &known, site, "sw_stopwatch_enable");
}

sw_status sw__nvtx_enable(const sw_nvtx_options *options, uint32_t size)
{
    sw__site site = {NULL, (uintptr_t)__builtin_return_address(0)};
    sw_nvtx_options known;
    copy_known(&known, sizeof known, options, size);
    if (!sw__gate_window_is_valid((sw__gate_window){known.profiler_start_iter, known.profiler_stop_iter}))
        return sw__fail(SW_ERR_ARGUMENT);
    return enable(SW__NVTX, set_nvtx, &known, site, "sw_nvtx_enable");
}

static sw_status refuse(const char *why)
{
    sw__say(SW_ERR_ARGUMENT, "sw_profiler_enable: %s", why);
    return sw__fail(SW_ERR_ARGUMENT);
}

sw_status sw__profiler_enable(const sw_profiler_options *options, uint32_t size)
{
    sw__site site = {NULL, (uintptr_t)__builtin_return_address(0)};
    sw_profiler_options known;
    copy_known(&known, sizeof known, options, size);
    if (known.mode > SW_PROFILER_NVIDIA)
        return refuse("mode is none of sw_profiler_mode");
    if (known.do_cuda_sync > SW_CUDA_SYNC_STREAM)
        return refuse("do_cuda_sync is none of sw_cuda_sync");
    sw__profiler_settings settings = sw__profiler_settings_of(&known);
    const char *why_not = sw__profiler_settings_settle(&settings);
    if (why_not)
        return refuse(why_not);
    return enable(SW__PROFILER, set_profiler, &settings, site, "sw_profiler_enable");
}
