// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiler_gate.h"

#include <pthread.h>

#include "device/cuda.h"

typedef struct gate_state {
    sw__gate_window window;
    uint64_t by_call; ///< starts without their stops
    bool by_window;
    bool by_cycle;
    bool wanted; ///< one of those asks for it
    bool open;   ///< and CUDA was told
    bool was_wanted;
    uint64_t openings;
} gate_state;

// Recursive, in case that CUDA forks under it.
static pthread_mutex_t gate_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static gate_state gate; ///< guarded by the lock

// The lock is held. False: it was to be opened, and CUDA cannot be used.
static bool settle(void)
{
    bool wanted = gate.by_call || gate.by_window || gate.by_cycle;
    if (wanted == gate.wanted)
        return true;
    gate.wanted = wanted;
    if (gate.open)
        sw__device_profiler_stop();
    gate.open = wanted && sw__device_profiler_start();
    gate.openings += gate.open;
    gate.was_wanted |= wanted;
    return gate.open == wanted;
}

static bool has_window(void)
{
    return gate.window.start || gate.window.stop;
}

static bool is_inside(uint64_t iteration)
{
    return has_window() && iteration >= gate.window.start && (!gate.window.stop || iteration < gate.window.stop);
}

bool sw__gate_window_is_valid(sw__gate_window window)
{
    return !window.stop || window.stop > window.start;
}

void sw__profiler_gate_use(sw__gate_window window, uint64_t iteration)
{
    pthread_mutex_lock(&gate_lock);
    gate.window = window;
    pthread_mutex_unlock(&gate_lock);
    sw__profiler_gate_move(iteration);
}

bool sw__profiler_gate_is_due(uint64_t iteration)
{
    pthread_mutex_lock(&gate_lock);
    bool due = is_inside(iteration) != gate.by_window;
    pthread_mutex_unlock(&gate_lock);
    return due;
}

void sw__profiler_gate_move(uint64_t iteration)
{
    if (sw__profiler_gate_is_due(iteration))
        sw__device_find();
    pthread_mutex_lock(&gate_lock);
    gate.by_window = is_inside(iteration);
    settle();
    pthread_mutex_unlock(&gate_lock);
    sw__device_tell();
}

void sw__profiler_gate_finish(void)
{
    pthread_mutex_lock(&gate_lock);
    gate.by_call = gate.by_window = gate.by_cycle = 0;
    settle();
    const bool was_wanted = gate.was_wanted;
    gate = (gate_state){0};
    pthread_mutex_unlock(&gate_lock);
    if (was_wanted)
        sw__device_tell();
}

uint64_t sw__profiler_gate_openings(void)
{
    pthread_mutex_lock(&gate_lock);
    uint64_t openings = gate.openings;
    pthread_mutex_unlock(&gate_lock);
    return openings;
}

bool sw__profiler_gate_was_wanted(void)
{
    pthread_mutex_lock(&gate_lock);
    bool wanted = gate.was_wanted || has_window();
    pthread_mutex_unlock(&gate_lock);
    return wanted;
}

bool sw__profiler_gate_start(void)
{
    sw__device_find();
    pthread_mutex_lock(&gate_lock);
    gate.by_call++;
    bool opened = settle();
    pthread_mutex_unlock(&gate_lock);
    sw__device_tell();
    return opened;
}

bool sw__profiler_gate_stop(void)
{
    pthread_mutex_lock(&gate_lock);
    bool started = gate.by_call > 0;
    gate.by_call -= started;
    settle();
    pthread_mutex_unlock(&gate_lock);
    sw__device_tell();
    return started;
}

void sw__profiler_gate_cycle(bool recording)
{
    if (recording)
        sw__device_find();
    pthread_mutex_lock(&gate_lock);
    gate.by_cycle = recording;
    settle();
    pthread_mutex_unlock(&gate_lock);
    sw__device_tell();
}

void sw__profiler_gate_lock(void)
{
    pthread_mutex_lock(&gate_lock);
}

void sw__profiler_gate_unlock(void)
{
    pthread_mutex_unlock(&gate_lock);
}

void sw__profiler_gate_after_fork(void)
{
    gate_lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    gate = (gate_state){0};
}
