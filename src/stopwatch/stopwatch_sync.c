// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "stopwatch_sync.h"

#include "base/clock.h"
#include "device/cuda.h"
#include "record/iterations.h"
#include "stopwatch/timer_slots.h"

// Atomic; relaxed, as nothing else is passed on with them.
static int mode;
static uint64_t iter_ticks;

void sw__stopwatch_sync_use(sw_cuda_sync use)
{
    __atomic_store_n(&mode, (int)use, __ATOMIC_RELAXED);
    __atomic_store_n(&iter_ticks, 0, __ATOMIC_RELAXED);
}

sw_cuda_sync sw__stopwatch_sync_mode(void)
{
    return (sw_cuda_sync)__atomic_load_n(&mode, __ATOMIC_RELAXED);
}

bool sw__stopwatch_sync(void)
{
    return sw__device_sync(sw__stopwatch_sync_mode()) == SW__DEVICE_CAPTURED;
}

void sw__timer_sync_end(uint32_t name, uint64_t started)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return;
    sw__slot *slot = &sw__timers_of(lane)->slots[name];
    bool counts =
        sw__slot_is_measured(slot, lane->word) && (!started || sw__start_ticks(sw__slot_start(slot)) == started);
    // The lane is left for the wait, as at the start.
    sw__lane_leave(lane);
    if (counts && sw__stopwatch_sync())
        slot->captured = true;
}

uint64_t sw__stopwatch_sync_iter_begin(void)
{
    if (sw__starts_synced(sw__state()))
        (void)sw__stopwatch_sync();
    return sw__clock_now();
}

uint64_t sw__stopwatch_sync_iter_end(uint64_t now)
{
    uint64_t word = sw__state();
    uint64_t left = sw__is_synced(word) ? sw__iterations_now().warmup_left : 0;
    if (!sw__is_synced(word) || left > 1)
        return now;
    (void)sw__stopwatch_sync();
    uint64_t after = sw__clock_now();
    if (left == 0 && after > now)
        __atomic_fetch_add(&iter_ticks, after - now, __ATOMIC_RELAXED);
    return after;
}

uint64_t sw__stopwatch_sync_iter_ticks(void)
{
    return __atomic_load_n(&iter_ticks, __ATOMIC_RELAXED);
}
