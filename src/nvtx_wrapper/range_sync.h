// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Waiting for the GPU before a range moves, where the run profile asks for it. With such a bit in the state word no call
// goes its shortest way, so that the word alone decides. What is not recorded waits for nothing.

#ifndef SW_NVTX_WRAPPER_RANGE_SYNC_H
#define SW_NVTX_WRAPPER_RANGE_SYNC_H

#include <stdint.h>

#include "base/lanes.h"

/// Waits for the current device. No lane is entered.
void sw__range_sync(void);

/// Before a push or a start, with the lane entered. The wait may be long, and may send a message: the lane is left for it,
/// and returned entered again; NULL as by sw__lane_enter().
static inline sw__lane *sw__range_sync_push(sw__lane *lane)
{
    const uint64_t needed = SW__NVTX_SYNC_PUSH | SW__NVTX_BEGIN;
    if (__builtin_expect((lane->word & needed) != needed, 1))
        return lane;
    sw__lane_leave(lane);
    sw__range_sync();
    return sw__lane_enter(sw__state());
}

/// Before the pop of this thread's innermost range.
void sw__range_sync_pop(void);

/// Before the end of a range across threads; unless paused, since only the one who ends it may look at it.
static inline void sw__range_sync_end(void)
{
    const uint64_t needed = SW__NVTX_SYNC_POP | SW__NVTX_BEGIN;
    if (__builtin_expect((sw__state() & needed) == needed, 0))
        sw__range_sync();
}

/// How often a stream capture was in the way; from 0 again with each session.
uint64_t sw__range_sync_captured(void);
void sw__range_sync_reset(void);

#endif
