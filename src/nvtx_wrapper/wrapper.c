// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "wrapper.h"

#include <stddef.h>
#include <stdio.h>

#include "nvtx_wrapper/range_leftovers.h"
#include "nvtx_wrapper/range_stats.h"
#include "nvtx_wrapper/shared_ranges.h"

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
};

const sw__option_group sw__nvtx_option_group = {
    .name = "nvtx_range_wrapper",
    .options = options,
    .count = sizeof options / sizeof *options,
    .size = sizeof(sw__nvtx_settings),
};

bool sw__nvtx_order_checks;
static char mode[256];

static void describe(sw__forward_state forward, const char *domain)
{
    static const char *const tools[] = {
        [SW__FORWARD_NO_MEMORY] = "no memory for it: ranges reach no tool",
        [SW__FORWARD_NO_TOOL] = "no tool attached",
        [SW__FORWARD_TOOL] = "a tool is attached",
    };
    const char *order = sw__nvtx_checks_order() ? "order checked" : "order not checked";
    if (forward == SW__FORWARD_NOT_BUILT)
        snprintf(mode, sizeof mode, "built without NVTX, %s", order);
    else
        snprintf(mode, sizeof mode, "NVTX domain %.100s, %s, %s", domain, order, tools[forward]);
}

void sw__nvtx_start(const sw__nvtx_settings *settings)
{
    const char *domain = settings->domain && *settings->domain ? settings->domain : "stepwatch";
    // Relaxed: the bits go into the state word after this, with release.
    __atomic_store_n(&sw__nvtx_order_checks, settings->keep_track_of_range_order, __ATOMIC_RELAXED);
    sw__range_stats_conclude(false);
    // A thread that was late may have started one after the session before had ended.
    for (uint32_t i = 0; i < SW__SHARED_RANGES; i++)
        sw__shared_range_take(i, NULL);
    describe(sw__forward_open(domain), domain);
}

void sw__nvtx_finish(void)
{
    sw__range_leftovers_of_session();
    sw__range_stats_conclude(true);
}

void sw__nvtx_fork_child(void)
{
    sw__shared_ranges_forget();
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
