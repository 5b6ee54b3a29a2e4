// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cycles.h"

#include <pthread.h>

static struct {
    pthread_mutex_t lock; ///< guards all of this
    sw__cycles now;
    sw_cycle_handler handler; ///< of the process, not of the session
    void *handler_user;
} cycles = {.lock = PTHREAD_MUTEX_INITIALIZER};

void sw__cycles_lock(void)
{
    pthread_mutex_lock(&cycles.lock);
}

void sw__cycles_unlock(void)
{
    pthread_mutex_unlock(&cycles.lock);
}

void sw_set_cycle_handler(sw_cycle_handler handler, void *user)
{
    sw__cycles_lock();
    cycles.handler = handler;
    cycles.handler_user = user;
    sw__cycles_unlock();
}

// The lock is held, and a cycle was begun.
static sw_cycle *kept(void)
{
    return &cycles.now.kept[cycles.now.kept_count - 1];
}

uint32_t sw__cycles_begin(uint64_t first_iteration)
{
    sw__cycles_lock();
    sw__cycles *now = &cycles.now;
    now->now = (sw_cycle){.number = (uint32_t)now->begun++, .first_iteration = first_iteration};
    now->open = true;
    if (now->kept_count < SW__CYCLES_KEPT)
        now->kept[now->kept_count++] = now->now;
    const uint32_t place = now->kept_count - 1;
    sw__cycles_unlock();
    return sw__record_of(SW__KIND_CYCLE, place, 0);
}

void sw__recorded_add(sw__recorded *into, const sw__recorded *more)
{
    into->iterations += more->iterations;
    into->timed += more->timed;
    into->ticks += more->ticks;
    into->unattributed += more->unattributed;
}

void sw__cycles_count_iteration(const sw__recorded *one)
{
    sw__cycles_lock();
    cycles.now.now.iterations++;
    kept()->iterations++;
    sw__recorded_add(&cycles.now.recorded[cycles.now.kept_count - 1], one);
    sw__cycles_unlock();
}

void sw__cycles_end(uint64_t step, bool partial, const char *trace)
{
    sw__cycles_lock();
    sw__cycles *now = &cycles.now;
    // One that the end of the session found at its very begin is no part of what was recorded.
    const bool is_empty = now->now.iterations == 0;
    partial &= !is_empty;
    now->open = false;
    now->now.step = kept()->step = step;
    now->now.partial = partial;
    kept()->partial |= partial;
    now->partial += partial;
    sw_cycle over = now->now;
    over.trace = trace; // the handler's alone: the text does not last
    const sw_cycle_handler handler = cycles.handler;
    void *user = cycles.handler_user;
    sw__cycles_unlock();
    if (handler && !is_empty)
        handler(&over, user);
}

sw__cycles sw__cycles_now(void)
{
    sw__cycles_lock();
    const sw__cycles now = cycles.now;
    sw__cycles_unlock();
    return now;
}

void sw__cycles_reset(void)
{
    sw__cycles_lock();
    cycles.now = (sw__cycles){0};
    sw__cycles_unlock();
}

uint32_t sw__cycle_record(uint32_t place)
{
    return sw__record_find(SW__KIND_CYCLE, place, 0);
}
