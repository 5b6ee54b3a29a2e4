// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Lanes: where spans happen. Each thread has one, a block of address space that only it writes; readers walk all of them
// and stop nobody. A module reserves a part of the block. Nothing in a block ever moves; what is not touched costs no
// memory. When a thread ends, its parts are merged into the retired lane, and the block serves a later thread.

#ifndef SW_BASE_LANES_H
#define SW_BASE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/state.h"

typedef struct sw__lane {
    uint64_t seen;    ///< the state word that this lane has caught up with and can go on with, or a mark below
    uint64_t word;    ///< what it was last entered with
    uint32_t session; ///< atomic: of what it holds; readers pass over lanes of earlier sessions
    uint32_t ordinal; ///< never reused, from 1; 0: the retired lane
    int32_t thread;   ///< of the operating system
    char thread_name[16];
    struct sw__lane *next; ///< guarded by the lanes' lock
} sw__lane;

enum { SW__LANE_HEADER = 128 };

#define SW__LANE_NONE UINT64_MAX       ///< `seen` of what stands for a lane before a thread has one
#define SW__LANE_BUSY (UINT64_MAX - 1) ///< `seen` during a call: a call from a signal handler finds this
#define SW__LANE_SLOW (UINT64_MAX - 2) ///< `seen` between calls while paused, on a slower clock, or to wait for a GPU

/// A part of every lane's block. All hooks may be NULL, and all run on the lane's own thread.
typedef struct sw__lane_part {
    size_t size;                                      ///< zeroed for each thread and session
    void (*on_epoch)(sw__lane *lane, uint64_t word);  ///< before lane->word becomes `word`
    void (*on_exit)(sw__lane *lane);                  ///< the thread ends
    void (*merge)(sw__lane *retired, sw__lane *lane); ///< after on_exit; the lanes' lock is held
    size_t offset;                                    ///< in the block; set by sw__lanes_setup()
} sw__lane_part;

/// Lays the parts out one behind the other, once per process, before the first lane. They stay where they are.
void sw__lanes_setup(sw__lane_part *const *parts, size_t count);

static inline void *sw__lane_part_of(const sw__lane *lane, const sw__lane_part *part)
{
    return (char *)lane + part->offset;
}

/// Begins a session: what lanes hold from earlier ones counts no more.
void sw__lanes_open(void);

extern _Thread_local sw__lane *sw__this_lane __attribute__((tls_model("initial-exec"), visibility("hidden")));

/// The slow way into this thread's lane: makes it, or lets it catch up with the word. NULL, with the reason in
/// sw_last_error(), when there is no memory or when the call interrupts another one.
sw__lane *sw__lane_catch_up(uint64_t word);

// A signal handler on this thread must find the mark before it can find anything half done.
static inline void sw__lane_hold(sw__lane *lane)
{
    lane->seen = SW__LANE_BUSY;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static inline void sw__lane_release(sw__lane *lane, uint64_t word)
{
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    lane->seen = word;
}

/// Enters this thread's lane for the time of a call, NULL as above. The lane is busy until sw__lane_leave().
static inline sw__lane *sw__lane_enter(uint64_t word)
{
    sw__lane *lane = sw__this_lane;
    if (__builtin_expect(lane->seen != word, 0)) {
        lane = sw__lane_catch_up(word);
        if (!lane)
            return NULL;
    }
    lane->word = word;
    sw__lane_hold(lane);
    return lane;
}

static inline void sw__lane_leave(sw__lane *lane)
{
    // A call may go its shortest way when it finds that its lane has seen the word.
    const uint64_t fast = SW__STOPWATCH_BEGIN | SW__CYCLE_CLOCK;
    const uint64_t fast_sections = SW__PROFILER_BEGIN | SW__CYCLE_CLOCK;
    bool slow = lane->word & SW__STOPWATCH_END && (lane->word & fast) != fast;
    slow |= lane->word & SW__PROFILER_END && (lane->word & fast_sections) != fast_sections;
    slow |= (lane->word & (SW__SYNC_BITS | SW__PROFILER_EDGES)) != 0;
    sw__lane_release(lane, __builtin_expect(slow, 0) ? SW__LANE_SLOW : lane->word);
}

/// This thread's lane, without entering it; NULL if it has none, or if this call interrupts another one.
static inline sw__lane *sw__lane_at_rest(void)
{
    sw__lane *lane = sw__this_lane;
    return lane->seen == SW__LANE_NONE || lane->seen == SW__LANE_BUSY ? NULL : lane;
}

/// Calls `visit` for every lane of this session, the retired one included. Holds the lanes' lock: no thread can begin or
/// end its lane meanwhile, but all go on writing theirs.
void sw__lanes_visit(void (*visit)(sw__lane *lane, void *context), void *context);

/// When a call entered a lane for the first time in this session, or since it was forgotten; false: none has.
bool sw__lanes_first_call(uint64_t *ticks);
void sw__lanes_forget_first_call(void);

/// Runs `work` with this thread on a lane that no reader sees: for measuring what calls cost. False without memory.
bool sw__lane_on_scratch(void (*work)(void *context), void *context);

/// Calls that were refused since sw__lanes_open().
uint64_t sw__lanes_interrupted_calls(void);
uint64_t sw__lanes_calls_without_memory(void);

// Around fork(). In the child all lanes but the caller's are forgotten, and the caller's holds nothing.
void sw__lanes_lock(void);
void sw__lanes_unlock(void);
void sw__lanes_after_fork(void);

#endif
