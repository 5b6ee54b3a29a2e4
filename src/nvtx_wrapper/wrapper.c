// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "wrapper.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/message.h"
#include "base/utf8.h"
#include "nvtx_wrapper/range_leftovers.h"
#include "nvtx_wrapper/range_stats.h"
#include "nvtx_wrapper/range_sync.h"
#include "nvtx_wrapper/shared_ranges.h"
#include "record/iterations.h"

static const sw__option options[] = {
    {
        .key = "enable",
        .kind = SW__OPTION_BOOL,
        .offset = offsetof(sw__nvtx_settings, enable),
        .help = "hand the ranges on to Nsight Systems, or to whatever tool is attached",
    },
    {
        .key = "keep_track_of_range_order",
        .kind = SW__OPTION_BOOL,
        .offset = offsetof(sw__nvtx_settings, keep_track_of_range_order),
        .help = "check the names that pops expect; costs a comparison at each pop",
    },
    {
        .key = "domain",
        .kind = SW__OPTION_TEXT,
        .offset = offsetof(sw__nvtx_settings, domain),
        .help = "the NVTX domain, under which the tools group the ranges",
    },
    {
        .key = "sync_on_push",
        .kind = SW__OPTION_BOOL,
        .offset = offsetof(sw__nvtx_settings, sync_on_push),
        .help = "wait for the GPU before a range is opened",
    },
    {
        .key = "sync_on_pop",
        .kind = SW__OPTION_BOOL,
        .offset = offsetof(sw__nvtx_settings, sync_on_pop),
        .help = "wait for the GPU before a range is closed",
    },
    {
        .key = "profiler_start_iter",
        .kind = SW__OPTION_UINT,
        .offset = offsetof(sw__nvtx_settings, profiler.start),
        .max = UINT32_MAX,
        .help = "cudaProfilerStart() before this iteration, counted from 0 with warm-up",
    },
    {
        .key = "profiler_stop_iter",
        .kind = SW__OPTION_UINT,
        .offset = offsetof(sw__nvtx_settings, profiler.stop),
        .nullable = true,
        .max = UINT32_MAX,
        .help = "cudaProfilerStop() before this one; null: at the end, or with a start of 0, neither",
    },
};

const sw__option_group sw__nvtx_option_group = {
    .name = "nvtx_range_wrapper",
    .options = options,
    .count = sizeof options / sizeof *options,
    .size = sizeof(sw__nvtx_settings),
};

bool sw__nvtx_order_checks;
static char mode[512];

static void describe(sw__forward_state forward, const char *domain)
{
    static const char *const tools[] = {
        [SW__FORWARD_NO_MEMORY] = "no memory for it: ranges reach no tool",
        [SW__FORWARD_NO_TOOL] = "no tool attached",
        [SW__FORWARD_TOOL] = "a tool is attached",
    };
    const char *order = sw__nvtx_checks_order() ? "order checked" : "order not checked";
    sw__buffer shown = {0};
    sw__utf8_show(&shown, domain, strlen(domain));
    if (forward == SW__FORWARD_NOT_BUILT)
        snprintf(mode, sizeof mode, "built without NVTX, %s", order);
    else
        snprintf(mode, sizeof mode, "NVTX domain %s, %s, %s", shown.text ? shown.text : "", order, tools[forward]);
    sw__buffer_free(&shown);
}

static void start_gate(sw__gate_window window)
{
    bool valid = sw__gate_window_is_valid(window);
    if (!valid)
        sw__say(SW_ERR_CONFIG,
                "nvtx_range_wrapper: profiler_stop_iter, %u, is not after profiler_start_iter, %u: the CUDA profiler "
                "is left alone",
                (unsigned)window.stop, (unsigned)window.start);
    sw__profiler_gate_use(valid ? window : (sw__gate_window){0}, sw__iterations_now().finished);
}

uint64_t sw__nvtx_start(const sw__nvtx_settings *settings)
{
    const char *domain = settings->domain && *settings->domain ? settings->domain : "stepwatch";
    // Relaxed: the bits go into the state word after this, with release.
    __atomic_store_n(&sw__nvtx_order_checks, settings->keep_track_of_range_order, __ATOMIC_RELAXED);
    sw__range_stats_conclude(false);
    // A thread that was late may have started one after the session before had ended.
    for (uint32_t i = 0; i < SW__SHARED_RANGES; i++)
        sw__shared_range_take(i, NULL);
    describe(sw__forward_open(domain), domain);
    sw__range_sync_reset();
    start_gate(settings->profiler);
    return (settings->sync_on_push ? SW__NVTX_SYNC_PUSH : 0) | (settings->sync_on_pop ? SW__NVTX_SYNC_POP : 0);
}

void sw__nvtx_finish(void)
{
    sw__range_leftovers_of_session();
    sw__range_stats_conclude(true);
}

void sw__nvtx_closed(void)
{
    sw__range_sync_reset();
}

void sw__nvtx_fork_child(void)
{
    sw__shared_ranges_forget();
    sw__profiler_gate_after_fork();
    sw__forward_after_fork();
}

const char *sw__nvtx_mode(void)
{
    return mode;
}

bool sw_nvtx_is_enabled(void)
{
    return sw__state() & SW__NVTX_END;
}
