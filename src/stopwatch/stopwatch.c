// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stopwatch.h"

#include "base/clock.h"
#include "base/name_cache.h"
#include "config/cuda_sync_choices.h"
#include "record/iterations.h"
#include "stopwatch/cpu_usage_name.h"
#include "stopwatch/one_time.h"
#include "stopwatch/progress.h"
#include "stopwatch/stopwatch_sync.h"
#include "stopwatch/timer_slots.h"
#include "stopwatch/used_records.h"

static const sw__choice clocks[] = {
    {"auto", SW_CLOCK_AUTO},
    {"tsc", SW_CLOCK_TSC},
    {"monotonic", SW_CLOCK_MONOTONIC},
    {NULL, 0},
};

static const sw__option options[] = {
    {
        .key = "enable",
        .kind = SW__OPTION_BOOL,
        .offset = offsetof(sw__stopwatch_settings, enable),
        .help = "take measurements and print the summary",
    },
    {
        .key = "num_warmup_iters",
        .kind = SW__OPTION_UINT,
        .offset = offsetof(sw__stopwatch_settings, options.num_warmup_iters),
        .max = UINT32_MAX,
        .help = "iterations at the start that are not counted",
    },
    {
        .key = "print_every_n_iters",
        .kind = SW__OPTION_UINT,
        .offset = offsetof(sw__stopwatch_settings, options.print_every_n_iters),
        .nullable = true,
        .max = UINT32_MAX,
        .help = "print after every n counted iterations; null: only at the end",
    },
    {
        .key = "clock",
        .kind = SW__OPTION_CHOICE,
        .offset = offsetof(sw__stopwatch_settings, options.clock),
        .choices = clocks,
        .help = "auto: the time-stamp counter where it can be trusted",
    },
    {
        .key = "cpu_usage_meas",
        .kind = SW__OPTION_TEXT,
        .offset = offsetof(sw__stopwatch_settings, options.cpu_usage_meas),
        .help = "the measurement whose CPU usage is taken",
    },
    {
        .key = "do_cuda_sync",
        .kind = SW__OPTION_CHOICE,
        .offset = offsetof(sw__stopwatch_settings, options.do_cuda_sync),
        .choices = sw__cuda_sync_choices,
        .help = "wait for the GPU before the clock is read: true, the device; stream, the thread's stream",
    },
};

const sw__option_group sw__stopwatch_option_group = {
    .name = "stopwatch",
    .options = options,
    .count = sizeof options / sizeof *options,
    .size = sizeof(sw__stopwatch_settings),
};

static uint32_t print_every;    ///< written before the module's bits go in
static sw__pair_cost pair_cost; ///< written right after

uint64_t sw__stopwatch_start(const sw__stopwatch_settings *settings)
{
    sw__progress_reset();
    print_every = settings->options.print_every_n_iters;
    sw__used_records_reset();
    sw__cpu_usage_start(settings->options.cpu_usage_meas);
    sw__iterations_warm_up(settings->options.num_warmup_iters);
    sw__stopwatch_sync_use(SW_CUDA_SYNC_NONE);
    return settings->options.do_cuda_sync == SW_CUDA_SYNC_NONE ? 0 : SW__STOPWATCH_SYNC;
}

static const char probe_name[] = "iteration"; // one that is there anyway

static void prepare_probe(void *context)
{
    (void)context;
    sw__lane *lane = sw__lane_enter(sw__state());
    const uint32_t id = sw__name_id(lane, probe_name);
    sw__timers_redirect(lane, id, sw__record_of(SW__KIND_ITERATION, id, 0));
    sw__lane_leave(lane);
}

// By name, as most programs have it: with cold caches the look for the name is a good part of the cost.
static void start_probe(void *context)
{
    (void)context;
    sw_start_meas(probe_name);
}

static void end_probe(void *context)
{
    (void)context;
    sw_end_meas(probe_name);
}

void sw__stopwatch_started(const sw__stopwatch_settings *settings)
{
    static sw__known_pair_cost known;
    const sw__pair_probe probe = {.prepare = prepare_probe, .begin = start_probe, .end = end_probe};
    pair_cost = sw__pair_cost_once(&known, &probe, 0);
    sw__stopwatch_sync_use(settings->options.do_cuda_sync);
}

sw__pair_cost sw__stopwatch_pair_cost(void)
{
    return pair_cost;
}

void sw__stopwatch_finish(void)
{
    sw__one_times_reset();
    sw__cpu_usage_finish();
}

bool sw__stopwatch_prints_now(void)
{
    return sw_stopwatch_is_enabled() && print_every && sw__iterations_now().measured % print_every == 0;
}

bool sw_stopwatch_is_enabled(void)
{
    return sw__state() & SW__STOPWATCH_END;
}

uint64_t sw_get_num_nonwarmup_iters_measured(void)
{
    return sw_stopwatch_is_enabled() ? sw__iterations_now().measured : 0;
}
