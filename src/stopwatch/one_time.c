// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "one_time.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stopwatch.h>

#include "base/clock.h"
#include "base/misuse.h"
#include "base/name_filter.h"
#include "base/names.h"
#include "base/state.h"
#include "stopwatch/stopwatch_sync.h"

static struct {
    pthread_mutex_t lock; ///< guards all of this
    sw__one_time *all;
    size_t count;
    size_t capacity;
} one_times = {.lock = PTHREAD_MUTEX_INITIALIZER};

// The lock is held.
static sw__one_time *find(uint32_t name)
{
    for (size_t i = 0; i < one_times.count; i++)
        if (one_times.all[i].name == name)
            return &one_times.all[i];
    return NULL;
}

// The lock is held.
static sw_status add(uint32_t name, bool ignored, bool captured)
{
    if (find(name))
        return SW_ERR_ONCE;
    if (one_times.count == one_times.capacity) {
        size_t capacity = one_times.capacity ? 2 * one_times.capacity : 16;
        sw__one_time *all = realloc(one_times.all, capacity * sizeof *all);
        if (!all)
            return SW_ERR_NO_MEMORY;
        one_times.all = all;
        one_times.capacity = capacity;
    }
    one_times.all[one_times.count++] = (sw__one_time){
        .name = name, .running = true, .ignored = ignored, .captured = captured, .start = sw__clock_now()};
    return SW_OK;
}

sw_status sw__start_one_time(const char *name, const char *file, uintptr_t line)
{
    sw__site site = {file, line};
    const char *call = "sw_start_one_time_measurement";
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, call, name, NULL);
    bool paused = !(sw__state() & SW__STOPWATCH_BEGIN);
    uint32_t id = sw__intern(name, strlen(name));
    if (sw__name_is_left_out(id))
        return SW_OK;
    bool captured = !paused && sw__is_synced(sw__state()) && sw__stopwatch_sync();
    pthread_mutex_lock(&one_times.lock);
    sw_status status = add(id, paused, captured);
    pthread_mutex_unlock(&one_times.lock);
    return status == SW_OK ? SW_OK : sw__misuse(status, site, call, name, NULL);
}

// The lock is held. What was ignored leaves nothing behind: its name was not taken.
static void end(sw__one_time *it, uint64_t now)
{
    it->end = now;
    it->running = false;
    if (it->ignored)
        memmove(it, it + 1, (size_t)(one_times.all + --one_times.count - it) * sizeof *it);
}

static bool is_measuring(uint32_t name)
{
    pthread_mutex_lock(&one_times.lock);
    const sw__one_time *it = find(name);
    bool running = it && it->running && !it->ignored;
    pthread_mutex_unlock(&one_times.lock);
    return running;
}

// The time of an end, after the wait for the GPU if there is one; not under the lock, as it may be long.
static uint64_t time_of_end(const char *name, bool *captured)
{
    *captured =
        sw__is_synced(sw__state()) && name && is_measuring(sw__name_find(name, strlen(name))) && sw__stopwatch_sync();
    return sw__clock_now();
}

sw_status sw__end_one_time(const char *name, const char *file, uintptr_t line)
{
    bool captured;
    uint64_t now = time_of_end(name, &captured);
    sw__site site = {file, line};
    const char *call = "sw_end_one_time_measurement";
    if (!name || !*name)
        return sw__misuse(SW_ERR_NAME, site, call, name, NULL);
    uint32_t id = sw__name_find(name, strlen(name));
    if (sw__name_is_left_out(id))
        return SW_OK;
    pthread_mutex_lock(&one_times.lock);
    sw__one_time *it = find(id);
    bool running = it && it->running;
    if (running) {
        it->captured |= captured;
        end(it, now);
    }
    pthread_mutex_unlock(&one_times.lock);
    if (running)
        return SW_OK;
    return sw__misuse(it ? SW_ERR_NOT_RUNNING : SW_ERR_UNKNOWN_NAME, site, call, name, NULL);
}

sw__one_time *sw__one_times(size_t *count)
{
    pthread_mutex_lock(&one_times.lock);
    sw__one_time *copy = one_times.count ? malloc(one_times.count * sizeof *copy) : NULL;
    *count = 0;
    for (size_t i = 0; copy && i < one_times.count; i++)
        if (!one_times.all[i].ignored)
            copy[(*count)++] = one_times.all[i];
    pthread_mutex_unlock(&one_times.lock);
    return copy;
}

void sw__one_times_reset(void)
{
    pthread_mutex_lock(&one_times.lock);
    free(one_times.all);
    one_times.all = NULL;
    one_times.count = one_times.capacity = 0;
    pthread_mutex_unlock(&one_times.lock);
}

void sw__one_times_lock(void)
{
    pthread_mutex_lock(&one_times.lock);
}

void sw__one_times_unlock(void)
{
    pthread_mutex_unlock(&one_times.lock);
}
