// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_edges.h"

#include "device/cuda.h"
#include "nvtx/forward.h"

static sw__section_work work; ///< written while the profiler's bits are out of the state word

uint64_t sw__section_edges_use(sw__section_work use)
{
    work = use;
    return use.sync != SW_CUDA_SYNC_NONE || use.ranges ? SW__PROFILER_EDGES : 0;
}

void sw__section_edge_sync(void)
{
    if (work.sync != SW_CUDA_SYNC_NONE)
        (void)sw__device_sync(work.sync);
}

sw__lane *sw__section_edge_wait(sw__lane *lane)
{
    if (!lane || !(lane->word & SW__PROFILER_EDGES) || work.sync == SW_CUDA_SYNC_NONE)
        return lane;
    sw__lane_leave(lane);
    sw__section_edge_sync();
    return sw__lane_enter(sw__state());
}

void sw__section_edge_opened(sw__section *section)
{
    if (!work.ranges || !sw__forward_goes_anywhere())
        return;
    sw__forward_push(section->name);
    section->pops = 1;
}

void sw__section_edge_closed(const sw__section *section)
{
    for (uint32_t i = 0; i < section->pops; i++)
        sw__forward_pop();
}
