// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iterations.h"

#include <pthread.h>
#include <string.h>

#include "base/lanes.h"
#include "record/span_log.h"

static struct {
    pthread_mutex_t lock; ///< guards all of this
    sw__iterations now;
    uint64_t start; ///< of the current iteration, valid if `started`
    uint64_t excluded;
    bool started;
    bool by_call; ///< the current iteration was begun by sw_begin_iter()
} iterations = {.lock = PTHREAD_MUTEX_INITIALIZER};

void sw__iterations_open(void)
{
    pthread_mutex_lock(&iterations.lock);
    uint32_t epoch = sw__epoch_of(sw__state()) + 1;
    iterations.now = (sw__iterations){.first_epoch = epoch};
    iterations.started = iterations.by_call = false;
    iterations.excluded = 0;
    sw__lanes_forget_first_call();
    sw__state_change(SW__EPOCH_MASK | SW__PHASE_MASK, (uint64_t)epoch << SW__EPOCH_SHIFT | SW__PHASE_MEASURED);
    pthread_mutex_unlock(&iterations.lock);
}

void sw__iterations_warm_up(uint32_t count)
{
    pthread_mutex_lock(&iterations.lock);
    // What was finished before the stopwatch was on is not counted.
    iterations.now = (sw__iterations){
        .finished = iterations.now.finished,
        .first_epoch = iterations.now.first_epoch,
        .warmup = count,
        .warmup_left = count,
    };
    sw__state_change(SW__PHASE_MASK, count ? SW__PHASE_WARMUP : SW__PHASE_MEASURED);
    pthread_mutex_unlock(&iterations.lock);
}

// The lock is held. An iteration begins by call, or where the one before ended, or, the first one, at the first call.
static bool find_start(uint64_t *start)
{
    *start = iterations.start;
    const bool from_first_call = iterations.now.finished == 0 && !iterations.by_call;
    return iterations.started || (from_first_call && sw__lanes_first_call(start));
}

sw_status sw__iterations_begin(sw__moment now)
{
    pthread_mutex_lock(&iterations.lock);
    sw_status status = iterations.by_call ? SW_ERR_ITER_BEGUN : SW_OK;
    if (status == SW_OK) {
        iterations.start = now.ticks;
        iterations.started = now.known;
        iterations.by_call = true;
        iterations.excluded = 0;
    }
    pthread_mutex_unlock(&iterations.lock);
    return status;
}

// The iteration is a span like any other, on the lane of the thread that ends it.
static void log_span(uint64_t start, uint64_t length)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return;
    static const char name[] = "iteration";
    uint32_t record = sw__record_of(SW__KIND_ITERATION, sw__intern(name, strlen(name)), 0);
    sw__span_append_wide(lane, start | (lane->word & SW__PHASE_MASK), length, sw__epoch_of(lane->word), record);
    sw__lane_leave(lane);
}

// The lock is held.
static void count(uint64_t length, bool timed, uint64_t items)
{
    iterations.now.measured++;
    if (timed) {
        iterations.now.timed++;
        iterations.now.wall_ticks += length;
        iterations.now.items += items;
    }
}

// The lock is held.
static void next_epoch(void)
{
    uint64_t word = sw__state();
    uint32_t epoch = sw__epoch_of(word) + 1;
    uint64_t phase = iterations.now.warmup_left ? SW__PHASE_WARMUP : SW__PHASE_MEASURED;
    sw__state_change(SW__EPOCH_MASK | SW__PHASE_MASK, (uint64_t)epoch << SW__EPOCH_SHIFT | phase);
}

sw__finished sw__iterations_finish(sw__moment now, uint64_t items)
{
    uint64_t start = 0;
    pthread_mutex_lock(&iterations.lock);
    sw__finished finished = {.epoch = sw__epoch_of(sw__state())};
    // A thread may have begun, paused or made the first call after the time was read.
    finished.timed = now.known && find_start(&start) && start <= now.ticks;
    uint64_t excluded = iterations.excluded;
    finished.start = start;
    finished.end = now.ticks;
    if (finished.timed && now.ticks - start > excluded)
        finished.length = now.ticks - start - excluded;
    pthread_mutex_unlock(&iterations.lock);
    // Not under the lock: a lane's first call may have a message to send.
    if (finished.timed && sw__state() & SW__STOPWATCH_BEGIN)
        log_span(start, finished.length);

    pthread_mutex_lock(&iterations.lock);
    finished.measured = iterations.now.warmup_left == 0;
    iterations.now.finished++;
    if (finished.measured)
        count(finished.length, finished.timed, items);
    else
        iterations.now.warmup_left--;
    iterations.start = now.ticks;
    iterations.started = now.known;
    iterations.by_call = false;
    iterations.excluded = 0;
    next_epoch();
    pthread_mutex_unlock(&iterations.lock);
    return finished;
}

void sw__iterations_exclude(uint64_t begin, uint64_t end)
{
    pthread_mutex_lock(&iterations.lock);
    uint64_t start;
    bool started = find_start(&start);
    uint64_t from = started && start > begin ? start : begin;
    if (started && from < end)
        iterations.excluded += end - from;
    pthread_mutex_unlock(&iterations.lock);
}

sw__iterations sw__iterations_now(void)
{
    pthread_mutex_lock(&iterations.lock);
    sw__iterations now = iterations.now;
    now.begun = iterations.by_call;
    now.start.known = find_start(&now.start.ticks);
    now.start.ticks += iterations.excluded;
    pthread_mutex_unlock(&iterations.lock);
    return now;
}

void sw__iterations_lock(void)
{
    pthread_mutex_lock(&iterations.lock);
}

void sw__iterations_unlock(void)
{
    pthread_mutex_unlock(&iterations.lock);
}
