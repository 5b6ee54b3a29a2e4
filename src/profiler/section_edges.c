// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_edges.h"

#include "device/cuda.h"
#include "nvtx/forward.h"

// Atomic, as a thread may be late with a call of the session before; relaxed, as the state word passes them on.
static int sync_mode;
static bool with_ranges;

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

void sw__section_edge_sync(void)
{
    const sw_cuda_sync sync = sync_now();
    if (sync != SW_CUDA_SYNC_NONE)
        (void)sw__device_sync(sync);
}

sw__lane *sw__section_edge_wait(sw__lane *lane)
{
    const uint64_t needed = SW__PROFILER_EDGES | SW__PROFILER_BEGIN;
    if (!lane || (lane->word & needed) != needed || sync_now() == SW_CUDA_SYNC_NONE)
        return lane;
    sw__lane_leave(lane);
    sw__section_edge_sync();
    return sw__lane_enter(sw__state());
}

void sw__section_edge_opened(sw__section *section)
{
    if (!__atomic_load_n(&with_ranges, __ATOMIC_RELAXED) || !sw__forward_goes_anywhere())
        return;
    sw__forward_push(section->name);
    section->pops = 1;
}

void sw__section_edge_closed(const sw__section *section)
{
    for (uint32_t i = 0; i < section->pops; i++)
        sw__forward_pop();
}
