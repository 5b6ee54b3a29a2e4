// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_sync.h"

#include "device/cuda.h"
#include "nvtx_wrapper/range_stack.h"

static uint64_t captured; ///< atomic

void sw__range_sync(void)
{
    if (sw__device_sync(SW_CUDA_SYNC_DEVICE) == SW__DEVICE_CAPTURED)
        __atomic_fetch_add(&captured, 1, __ATOMIC_RELAXED);
}

// The lane is left before the wait, which may be long, and may send a message.
void sw__range_sync_pop(void)
{
    uint64_t word = sw__state();
    sw__lane *lane = word & SW__NVTX_SYNC_POP ? sw__lane_enter(word) : NULL;
    if (!lane)
        return;
    const sw__ranges *ranges = sw__ranges_of(lane);
    uint32_t entries = sw__range_entries(ranges->depth);
    bool recorded = entries && ranges->entries[entries - 1].tag & SW__RANGE_RECORDED;
    sw__lane_leave(lane);
    if (recorded)
        sw__range_sync();
}

uint64_t sw__range_sync_captured(void)
{
    return __atomic_load_n(&captured, __ATOMIC_RELAXED);
}

void sw__range_sync_reset(void)
{
    __atomic_store_n(&captured, 0, __ATOMIC_RELAXED);
}
