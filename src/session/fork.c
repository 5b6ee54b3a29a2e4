// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "fork.h"

#include <pthread.h>
#include <stddef.h>

#include "base/misuse.h"
#include "base/names.h"
#include "base/ops.h"
#include "base/records.h"
#include "device/cuda.h"
#include "device/profiler_gate.h"
#include "host/machine_ticks.h"
#include "host/topology.h"
#include "profiler/cycles.h"
#include "profiler/live_memory.h"
#include "profiler/memory_snapshots.h"
#include "profiler/metrics.h"
#include "profiler/metrics_file.h"
#include "record/iterations.h"
#include "record/trace_sink.h"
#include "session/iteration.h"
#include "session/modules.h"
#include "session/session_settings.h"
#include "stopwatch/one_time.h"

typedef struct lock {
    void (*take)(void);
    void (*release)(void);
} lock;

// In the order in which calls take them, the outermost first.
static const lock locks[] = {
    {sw__session_lock, sw__session_unlock},
    {sw__one_times_lock, sw__one_times_unlock},
    {sw__iterations_lock, sw__iterations_unlock},
    {sw__metrics_file_lock, sw__metrics_file_unlock},
    {sw__metrics_lock, sw__metrics_unlock},
    {sw__memory_snapshots_lock, sw__memory_snapshots_unlock},
    {sw__cycles_lock, sw__cycles_unlock},
    {sw__lanes_lock, sw__lanes_unlock},
    {sw__live_memory_lock, sw__live_memory_unlock},
    {sw__trace_sink_lock, sw__trace_sink_unlock},
    {sw__records_lock, sw__records_unlock},
    {sw__ops_lock, sw__ops_unlock},
    {sw__names_lock, sw__names_unlock},
    {sw__misuse_lock, sw__misuse_unlock},
    {sw__profiler_gate_lock, sw__profiler_gate_unlock},
    {sw__topology_lock, sw__topology_unlock},
    {sw__machine_ticks_lock, sw__machine_ticks_unlock},
};

enum { LOCK_COUNT = sizeof locks / sizeof *locks };

static void (*close_session)(void);

static void before(void)
{
    for (size_t i = 0; i < LOCK_COUNT; i++)
        locks[i].take();
}

static void in_parent(void)
{
    for (size_t i = LOCK_COUNT; i-- > 0;)
        locks[i].release();
}

static void in_child(void)
{
    sw__state_change(SW__ALL_BITS, 0);
    sw__lanes_after_fork();
    // The first is the session's: it is recursive, and belongs to a thread id that the child does not have.
    for (size_t i = LOCK_COUNT; i-- > 1;)
        locks[i].release();
    sw__session_lock_after_fork();
    close_session();
    sw__finish_iter_after_fork();
    sw__one_times_reset();
    sw__device_after_fork();
    for (size_t i = 0; i < SW__MODULE_COUNT; i++)
        if (sw__modules[i].fork_child)
            sw__modules[i].fork_child();
}

void sw__fork_handlers_register(void (*close)(void))
{
    close_session = close;
    pthread_atfork(before, in_parent, in_child);
}
