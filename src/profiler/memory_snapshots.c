// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "memory_snapshots.h"

#include <pthread.h>
#include <string.h>

#include <stepwatch/profiler.h>

#include "base/misuse.h"
#include "base/name_filter.h"
#include "base/names.h"
#include "base/state.h"
#include "host/memory.h"

static struct {
    pthread_mutex_t lock; ///< guards all of this
    sw__memory_snapshot all[SW__SNAPSHOTS];
    size_t count;
} snapshots = {.lock = PTHREAD_MUTEX_INITIALIZER};

void sw__memory_snapshots_lock(void)
{
    pthread_mutex_lock(&snapshots.lock);
}

void sw__memory_snapshots_unlock(void)
{
    pthread_mutex_unlock(&snapshots.lock);
}

size_t sw__memory_snapshots_take(sw__memory_snapshot *all)
{
    sw__memory_snapshots_lock();
    const size_t count = snapshots.count;
    memcpy(all, snapshots.all, count * sizeof *all);
    snapshots.count = 0;
    sw__memory_snapshots_unlock();
    return count;
}

void sw__memory_snapshots_forget(void)
{
    sw__memory_snapshots_lock();
    snapshots.count = 0;
    sw__memory_snapshots_unlock();
}

// The lock is held. NULL: there is no room.
static sw__memory_snapshot *place_of(uint32_t label)
{
    for (size_t i = 0; i < snapshots.count; i++)
        if (snapshots.all[i].label == label)
            return &snapshots.all[i];
    return snapshots.count < SW__SNAPSHOTS ? &snapshots.all[snapshots.count++] : NULL;
}

static bool keep(const sw__memory_snapshot *snapshot)
{
    sw__memory_snapshots_lock();
    sw__memory_snapshot *place = place_of(snapshot->label);
    if (place)
        *place = *snapshot;
    sw__memory_snapshots_unlock();
    return place != NULL;
}

sw_status sw__mem_snapshot(const char *label, const char *file, uintptr_t line)
{
    const sw__site site = {file, line};
    if (!label || !*label)
        return sw__misuse(SW_ERR_NAME, site, "sw_mem_snapshot", label, NULL);
    sw__memory_snapshot snapshot = {.label = sw__intern(label, strlen(label))};
    // A pause leaves out what is in it, and the run profile may leave out the name.
    if (sw__state() & SW__SESSION_PAUSED || sw__name_is_left_out(snapshot.label))
        return SW_OK;
    snapshot.host.known = sw__host_memory_now(&snapshot.host.number);
    snapshot.gpu = sw__gpu_memory_now();
    const bool kept = keep(&snapshot);
    if (snapshot.label == SW__NAME_OTHER)
        return sw__name_was_other();
    return kept ? SW_OK
                : sw__misuse(SW_ERR_TOO_MANY_NAMES, site, "sw_mem_snapshot", label,
                             "an iteration has room for %d labels", SW__SNAPSHOTS);
}

sw_status(sw_mem_snapshot)(const char *label)
{
    return sw__mem_snapshot_at(label, SW__CALLER);
}
