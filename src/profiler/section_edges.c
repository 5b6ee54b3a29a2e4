// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_edges.h"

#include "device/cuda.h"
#include "nvtx/forward.h"
#include "profiler/gpu_peaks.h"

// Atomic, as a thread may be late with a call of the session before; relaxed, as the state word passes them on.
static int sync_mode;
static bool with_ranges;
static uint64_t captured;

static sw_cuda_sync sync_now(void)
{
    return (sw_cuda_sync)__atomic_load_n(&sync_mode, __ATOMIC_RELAXED);
}

uint64_t sw__section_edges_use(sw__section_work use)
{
    __atomic_store_n(&sync_mode, (int)use.sync, __ATOMIC_RELAXED);
    __atomic_store_n(&with_ranges, use.ranges, __ATOMIC_RELAXED);
    return use.sync != SW_CUDA_SYNC_NONE || use.ranges ? SW__PROFILER_EDGES : 0;
}

static void wait_for_gpu(void)
{
    if (sw__device_sync(sync_now()) == SW__DEVICE_CAPTURED)
        __atomic_fetch_add(&captured, 1, __ATOMIC_RELAXED);
}

bool sw__section_edges_wait(void)
{
    return sw__state() & SW__PROFILER_EDGES && sync_now() != SW_CUDA_SYNC_NONE;
}

sw__lane *sw__section_edge_wait(sw__lane *lane)
{
    const uint64_t needed = SW__PROFILER_EDGES | SW__PROFILER_BEGIN;
    if (!lane || (lane->word & needed) != needed || sync_now() == SW_CUDA_SYNC_NONE)
        return lane;
    sw__lane_leave(lane);
    wait_for_gpu();
    return sw__lane_enter(sw__state());
}

bool sw__section_edge_wait_at_end(sw__lane *lane, const sw__section *section)
{
    const bool recorded = section && section->mark != SW__SECTION_SKIPPED;
    sw__lane_leave(lane);
    if (recorded)
        wait_for_gpu();
    return recorded;
}

uint64_t sw__section_edges_captured(void)
{
    return __atomic_load_n(&captured, __ATOMIC_RELAXED);
}

void sw__section_edges_forget_captured(void)
{
    __atomic_store_n(&captured, 0, __ATOMIC_RELAXED);
}

void sw__section_edge_opened(sw__section *section, bool has_range)
{
    section->gpu_known = sw__gpu_peaks_begin_section(&section->gpu_begin);
    if (has_range || !__atomic_load_n(&with_ranges, __ATOMIC_RELAXED) || !sw__forward_goes_anywhere())
        return;
    sw__forward_push(section->name);
    section->pops = 1;
}

void sw__section_edge_closed(const sw__section *section)
{
    for (uint32_t i = 0; i < section->pops; i++)
        sw__forward_pop();
}

void sw__section_edges_close_ranges(void)
{
    const bool may_have_some = __atomic_load_n(&with_ranges, __ATOMIC_RELAXED) && sw__lane_at_rest();
    sw__lane *lane = may_have_some ? sw__lane_enter(sw__state()) : NULL;
    if (!lane)
        return;
    const sw__sections *sections = sw__sections_of(lane);
    for (sw__section *section = sections->top; section && section > sections->entries; section--) {
        sw__section_edge_closed(section);
        section->pops = 0;
    }
    sw__lane_leave(lane);
}

void sw__section_edge_timed(const sw__lane *lane, const sw__section *section)
{
    if (section->gpu_known)
        sw__gpu_peaks_end_section(section->name, section->gpu_begin, sw__epoch_of(lane->word));
}
