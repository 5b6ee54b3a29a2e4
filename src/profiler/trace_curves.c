// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "trace_curves.h"

#include <string.h>

#include "base/names.h"
#include "host/cpu_time.h"
#include "profiler/live_memory.h"
#include "profiler/metrics.h"
#include "record/trace_sink.h"

static struct {
    sw__cpu_clock begin;
    sw__cpu_clock end;
} iteration;

static void add(const char *name, uint64_t ticks, double value)
{
    sw__trace_sink_value(sw__record_of(SW__KIND_VALUE, sw__intern(name, strlen(name)), 0), ticks, value);
}

static void add_memory(uint64_t ticks)
{
    static const char *const names[] = {"max_host_mb", "max_gpu_mb", "device_used_gpu_mb"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double value;
        if (sw__metrics_find(names[i], &value))
            add(names[i], ticks, value);
    }
}

static void add_cpu(uint64_t ticks)
{
    const uint64_t wall_ns = iteration.end.wall_ns - iteration.begin.wall_ns;
    const uint64_t cpu_ns = iteration.end.cpu_ns - iteration.begin.cpu_ns;
    if (wall_ns)
        add("cpu_percent", ticks, 100 * (double)cpu_ns / (double)wall_ns);
}

void sw__trace_curves_begin_iteration(void)
{
    iteration.begin = sw__cpu_clock_now();
}

void sw__trace_curves_end_iteration(void)
{
    iteration.end = sw__cpu_clock_now();
}

void sw__trace_curves_add(uint64_t ticks, bool tracked)
{
    add_memory(ticks);
    if (tracked)
        add("tracked_mb", ticks, (double)sw__live_memory_now().bytes / (1024.0 * 1024.0));
    add_cpu(ticks);
}
