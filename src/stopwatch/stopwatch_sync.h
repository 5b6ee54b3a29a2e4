// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Waiting for the GPU before the clock is read, where the run profile asks for it. With SW__STOPWATCH_SYNC in the state
// word no call goes its shortest way. What is not counted waits for nothing: calls in the warm-up and in a pause.

#ifndef SW_STOPWATCH_STOPWATCH_SYNC_H
#define SW_STOPWATCH_STOPWATCH_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include <stepwatch/stopwatch.h>

#include "base/lanes.h"

/// From now on there is something to wait for; SW_CUDA_SYNC_NONE for the time being, while the calls are tried out.
void sw__stopwatch_sync_use(sw_cuda_sync mode);
sw_cuda_sync sw__stopwatch_sync_mode(void);

/// Waits. True: a stream capture was in the way. No lane is entered.
bool sw__stopwatch_sync(void);

static inline bool sw__is_synced(uint64_t word)
{
    return __builtin_expect((word & SW__STOPWATCH_SYNC) != 0, 0);
}

/// Whether what starts now is to wait.
static inline bool sw__starts_synced(uint64_t word)
{
    const uint64_t needed = SW__STOPWATCH_SYNC | SW__STOPWATCH_BEGIN | SW__PHASE_MEASURED;
    return __builtin_expect((word & needed) == needed, 0);
}

/// Before the start of a measurement, with the lane entered. The wait may be long, and may send a message: the lane is left
/// for it, and returned entered again; NULL as by sw__lane_enter(). `captured` is set if a stream capture was in the way.
static inline sw__lane *sw__stopwatch_sync_start(sw__lane *lane, bool *captured)
{
    if (!lane || !sw__starts_synced(lane->word))
        return lane;
    sw__lane_leave(lane);
    *captured = sw__stopwatch_sync();
    return sw__lane_enter(sw__state());
}

/// Before the time of an end is read, in a run that waits for the GPU: waits if the timer of `name` runs, since `started`
/// unless that is 0, and if what it measures is counted.
void sw__timer_sync_end(uint32_t name, uint64_t started);

/// The begin of an iteration by a call: the time now, after a wait if the iteration is counted.
uint64_t sw__stopwatch_sync_iter_begin(void);

/// The end of an iteration, which the program came to at `now`: that, or the time after a wait. It waits if the iteration
/// is counted, or if the next one is the first that is.
uint64_t sw__stopwatch_sync_iter_end(uint64_t now);

/// How long the ends of the counted iterations waited, in ticks.
uint64_t sw__stopwatch_sync_iter_ticks(void);

#endif
