// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiler.h"

#include "base/clock.h"
#include "base/message.h"
#include "base/state.h"
#include "device/cuda.h"
#include "profiler/capture.h"
#include "profiler/cycles.h"
#include "profiler/gpu_peaks.h"
#include "profiler/live_memory.h"
#include "profiler/metrics.h"
#include "profiler/op_records.h"
#include "profiler/op_totals.h"
#include "profiler/own_cost.h"
#include "profiler/results.h"
#include "profiler/schedule.h"
#include "profiler/section_edges.h"
#include "profiler/sections.h"

static struct {
    bool on;        ///< atomic
    bool recording; ///< atomic: the current iteration is
    bool in_cycle;
    uint64_t step; ///< atomic: of the current iteration
    uint32_t first_epoch;
    uint64_t edges; ///< what goes into the state word with the profiler's bits, whatever the GPU's memory needs
    uint64_t ops;   ///< the same; atomic
    bool waited;    ///< for the GPU, at the end of the iteration
    uint64_t wait_ticks;
    sw__profiler_settings settings;
    sw__schedule schedule;
} profiler; ///< written by the thread that finishes an iteration, and while the module is off

static void set_on(bool on)
{
    __atomic_store_n(&profiler.on, on, __ATOMIC_RELAXED); // passes nothing else on
}

static void set_recording(bool recording)
{
    __atomic_store_n(&profiler.recording, recording, __ATOMIC_RELAXED); // the same
}

static void set_step(uint64_t step)
{
    __atomic_store_n(&profiler.step, step, __ATOMIC_RELAXED); // the same
}

static sw__schedule schedule_of(const sw__profiler_settings *settings)
{
    return (sw__schedule){
        .skip_first = settings->skip_first,
        .wait = settings->wait,
        .warmup = settings->warmup,
        .active = settings->active,
        .repeat = settings->repeat,
        .skip_first_wait = settings->skip_first_wait,
    };
}

static sw__step step_at(uint64_t step)
{
    return sw__schedule_step(&profiler.schedule, step);
}

static void begin_cycle(void)
{
    profiler.in_cycle = true;
    sw__capture_begin_cycle();
    sw__live_memory_forget();
    sw__sections_begin_cycle(sw__cycles_begin(profiler.step), profiler.step > 0);
    sw__results_begin_cycle();
}

static void end_cycle(uint32_t last_epoch, bool partial, bool cut_off)
{
    profiler.in_cycle = false;
    sw__capture_end_cycle();
    const char *trace = sw__results_of_cycle(last_epoch, partial, cut_off);
    sw__cycles_end(profiler.step, partial, trace);
}

// The bits for the current step, the cycle of which is begun if need be.
static uint64_t come_to_step(void)
{
    const sw__step step = step_at(profiler.step);
    const bool active = step.phase == SW__STEP_ACTIVE;
    if (active && !profiler.in_cycle)
        begin_cycle();
    set_recording(active);
    if (!active)
        return 0;
    sw__capture_begin_iteration(profiler.step);
    const uint64_t edges = sw__gpu_peaks_begin_iteration() ? SW__PROFILER_EDGES : 0;
    sw__results_begin_iteration();
    return SW__PROFILER_BITS | profiler.edges | profiler.ops | edges;
}

uint64_t sw__profiler_start(const sw__profiler_settings *settings)
{
    profiler.settings = *settings;
    profiler.schedule = schedule_of(settings);
    profiler.first_epoch = sw__epoch_of(sw__state());
    set_step(0);
    profiler.waited = false;
    set_on(true);
    profiler.edges = sw__section_edges_use((sw__section_work){
        .sync = (sw_cuda_sync)settings->do_cuda_sync,
        .ranges = settings->mode == SW_PROFILER_NVIDIA,
    });
    const uint64_t ops = sw__ops_use(settings) | (settings->profile_memory ? SW__PROFILER_MEMORY : 0);
    __atomic_store_n(&profiler.ops, ops, __ATOMIC_RELAXED); // as in set_on()
    profiler.in_cycle = false;
    if (settings->mode == SW_PROFILER_NVIDIA)
        sw__capture_open();
    sw__cycles_reset();
    sw__gpu_peaks_reset();
    sw__live_memory_reset();
    sw__results_open(&profiler.settings);
    sw__own_cost_measure(profiler.ops != 0);
    return come_to_step();
}

bool sw__profiler_times_iteration_end(void)
{
    return sw_profiler_is_enabled() &&
           (sw_profiler_is_recording() || step_at(profiler.step + 1).phase == SW__STEP_ACTIVE);
}

sw_cuda_sync sw__profiler_sync(void)
{
    return sw_profiler_is_enabled() ? (sw_cuda_sync)profiler.settings.do_cuda_sync : SW_CUDA_SYNC_NONE;
}

void sw__profiler_wait_at_begin(void)
{
    if (sw_profiler_is_recording() && sw__profiler_sync() != SW_CUDA_SYNC_NONE)
        (void)sw__device_sync(sw__profiler_sync());
}

void sw__profiler_begin_iteration(void)
{
    if (!sw_profiler_is_recording())
        return;
    sw__gpu_peaks_begin_iteration_anew();
    sw__results_begin_iteration();
}

uint64_t sw__profiler_wait_at_end(uint64_t arrived, uint64_t now)
{
    if (!sw__profiler_times_iteration_end() || sw__profiler_sync() == SW_CUDA_SYNC_NONE)
        return now;
    profiler.waited = sw__device_sync(sw__profiler_sync()) == SW__DEVICE_DONE;
    const uint64_t after = sw__clock_now();
    profiler.wait_ticks = after - arrived;
    return after;
}

sw_status sw__profiler_end_iteration(sw__site site)
{
    return sw_profiler_is_recording() ? sw__sections_end_iteration(site) : SW_OK;
}

bool sw__profiler_goes_on(void)
{
    return sw_profiler_is_recording() && !step_at(profiler.step).is_last;
}

static sw__iteration_facts facts_of(const sw__finished *finished)
{
    return (sw__iteration_facts){
        .finished = *finished,
        .sec_per_tick = sw__clock_calibrate().ns_per_tick * 1e-9,
        .wait_ticks = profiler.wait_ticks,
        .waited = profiler.waited,
        .gpu = sw__gpu_peaks_end_iteration(),
    };
}

static void count_iteration(const sw__finished *finished, bool has_values)
{
    const sw__iteration_values *values = sw__metrics_now();
    const bool timed = finished->timed && has_values && !values->failed;
    sw__cycles_count_iteration(&(sw__recorded){
        .iterations = 1,
        .timed = timed,
        .ticks = timed ? finished->length : 0,
        .unattributed = timed ? values->unattributed : 0,
    });
}

uint64_t sw__profiler_next(const sw__finished *finished)
{
    if (!sw_profiler_is_enabled())
        return 0;
    const bool recorded = sw_profiler_is_recording();
    const bool ends_cycle = step_at(profiler.step).is_last;
    sw__capture_end_iteration();
    // A signal handler that interrupts a call of this thread would wait for that call to leave the lane.
    const bool has_values = recorded && sw__this_lane->seen != SW__LANE_BUSY;
    if (has_values)
        sw__results_of_iteration(facts_of(finished), profiler.step);
    else
        sw__metrics_forget();
    if (recorded)
        count_iteration(finished, has_values);
    set_step(profiler.step + 1);
    if (ends_cycle)
        end_cycle(finished->epoch, false, false);
    return come_to_step();
}

void sw__profiler_pause(void)
{
    if (sw_profiler_is_recording())
        sw__gpu_peaks_pause();
}

void sw__profiler_resume(void)
{
    if (sw_profiler_is_recording())
        sw__gpu_peaks_resume();
}

// A run that was too short for its schedule would else end without a word. A program without iterations, of which only the
// ops are seen, is not too short: all of them lie in the iteration that it never finishes.
static void tell_if_run_was_short(void)
{
    const sw__cycles cycles = sw__cycles_now();
    if (cycles.begun > 1)
        return;
    if (cycles.now.iterations == 0 && sw__op_totals_any())
        return;
    if (cycles.now.iterations == 0)
        sw__say(SW_NOT_RECORDED, "profiler: nothing was recorded; finished iterations: %ju, needed: %ju",
                (uintmax_t)profiler.step, (uintmax_t)sw__schedule_needs(&profiler.schedule));
    else if (cycles.now.partial)
        sw__say(SW_OK, "profiler: the run was shorter than one cycle; recorded iterations: %u of %u",
                cycles.now.iterations, profiler.schedule.active);
}

void sw__profiler_conclude(void)
{
    sw__section_edges_close_ranges();
    sw__capture_end_iteration();
    if (profiler.in_cycle)
        end_cycle(sw__epoch_of(sw__state()), profiler.settings.active != 0, true);
    sw__results_conclude();
    tell_if_run_was_short();
}

sw__profiler_view sw__profiler_now(void)
{
    return (sw__profiler_view){
        .settings = &profiler.settings,
        .steps = __atomic_load_n(&profiler.step, __ATOMIC_RELAXED), // as above
        .first_epoch = profiler.first_epoch,
    };
}

void sw__profiler_finish(void)
{
    set_on(false);
    set_recording(false);
    sw__metrics_forget();
    sw__results_close();
    sw__section_edges_forget_captured();
    sw__capture_close();
}

void sw__profiler_after_fork(void)
{
    set_on(false);
    set_recording(false);
    sw__metrics_forget();
    sw__results_after_fork();
    sw__capture_after_fork();
    sw__section_edges_forget_captured();
    sw__gpu_peaks_after_fork();
    sw__live_memory_reset();
}

bool sw_profiler_is_enabled(void)
{
    return __atomic_load_n(&profiler.on, __ATOMIC_RELAXED); // as above
}

bool sw_op_is_enabled(void)
{
    return sw_profiler_is_enabled() &&
           (__atomic_load_n(&profiler.ops, __ATOMIC_RELAXED) & SW__PROFILER_OPS); // as above
}

bool sw_profiler_is_recording(void)
{
    return __atomic_load_n(&profiler.recording, __ATOMIC_RELAXED); // as above
}
