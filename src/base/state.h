// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The state word, as its one writer (the session) and the modules see it. Its layout stands in <stepwatch/base.h>.

#ifndef SW_BASE_STATE_H
#define SW_BASE_STATE_H

#include <stepwatch/base.h>

enum {
    SW__STOPWATCH_BEGIN = 1 << 0,
    SW__STOPWATCH_END = 1 << 1,
    SW__NVTX_BEGIN = 1 << 2,
    SW__NVTX_END = 1 << 3,
    SW__PROFILER_BEGIN = 1 << 4,
    SW__PROFILER_END = 1 << 5,
    SW__PROFILER_EDGES = 1 << 6,  ///< there is more to do at the edges of a section than to read the clock
    SW__PROFILER_OPS = 1 << 7,    ///< ops are recorded, too
    SW__PROFILER_MEMORY = 1 << 8, ///< and what the program allocates
    SW__NVTX_SYNC_PUSH = 1 << 10, ///< wait for the GPU before a push
    SW__NVTX_SYNC_POP = 1 << 11,  ///< and before a pop
    SW__STOPWATCH_SYNC = 1 << 12, ///< wait for the GPU before the clock is read
    SW__CYCLE_CLOCK = 1 << 13,    ///< the session's clock is the cycle counter
    SW__SESSION_OPEN = 1 << 14,
    SW__SESSION_PAUSED = 1 << 15,
};

// A module's begins go in while its ends do, unless the session is paused: sw__state_change() sees to it. The bits of the
// ends are those of the begins, shifted by one.
#define SW__MODULE_BEGINS (SW__STOPWATCH_BEGIN | SW__NVTX_BEGIN | SW__PROFILER_BEGIN)
#define SW__MODULE_ENDS (SW__STOPWATCH_END | SW__NVTX_END | SW__PROFILER_END)

#define SW__PROFILER_STATE                                                                                             \
    (SW__PROFILER_BEGIN | SW__PROFILER_END | SW__PROFILER_EDGES | SW__PROFILER_OPS | SW__PROFILER_MEMORY)

#define SW__SYNC_BITS (SW__NVTX_SYNC_PUSH | SW__NVTX_SYNC_POP | SW__STOPWATCH_SYNC)

#define SW__ALL_BITS UINT64_C(0xffff) ///< all but epoch and phase

#define SW__EPOCH_SHIFT 16
#define SW__EPOCH_MASK (UINT64_C(0xffffffff) << SW__EPOCH_SHIFT)
#define SW__PHASE_MASK (UINT64_C(3) << 62)

// The same two bits at the top of the word and of the start of a wide log entry.
// a start of 0 can mean "closed" on any clock.
#define SW__PHASE_WARMUP (UINT64_C(1) << 62)
#define SW__PHASE_MEASURED (UINT64_C(2) << 62)

// Acquire: pairs with the release in sw__state_change(), so that what a module set up before its bits went in is seen.
static inline uint64_t sw__state(void)
{
    return __atomic_load_n(&sw__state_v1, __ATOMIC_ACQUIRE);
}

static inline uint32_t sw__epoch_of(uint64_t word)
{
    return (uint32_t)(word >> SW__EPOCH_SHIFT);
}

static inline bool sw__is_new_epoch(uint64_t before, uint64_t word)
{
    return (before ^ word) & (SW__EPOCH_MASK | SW__PHASE_MASK);
}

/// Sets the bits of `mask` to those of `value`, and those of the begins as they then are to be; returns the word before. Any
/// thread.
uint64_t sw__state_change(uint64_t mask, uint64_t value);

#endif
