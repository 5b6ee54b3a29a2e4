// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_values.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/names.h"
#include "host/memory.h"
#include "profiler/iteration_sections.h"
#include "profiler/memory_snapshots.h"

static void add(sw__iteration_values *values, const char *name, double number, bool known)
{
    if (!name || values->count == values->capacity) {
        const size_t more = values->capacity ? 2 * values->capacity : 32;
        sw__metric *all = name ? reallocarray(values->all, more, sizeof *all) : NULL;
        values->failed |= !all;
        if (!all)
            return;
        values->all = all;
        values->capacity = more;
    }
    values->all[values->count++] = (sw__metric){name, number, known};
}

typedef enum suffix {
    TIME,
    SELF,
    COUNT,
    PEAK,
    CPU,
    CUDA,
    COMM,
    HOST,
    ALLOCATED,
    FREE,
    SUFFIXES,
} suffix;

// The text of a section's or a label's value: made at its first use, and kept, as are names.
static const char *name_of_value(uint32_t name, suffix which)
{
    static const char *const suffixes[SUFFIXES] = {
        [TIME] = "_time_sec",    [SELF] = "_self_sec", [COUNT] = "_count",
        [PEAK] = "_max_gpu_mb",  [CPU] = "_cpu_sec",   [CUDA] = "_cuda_sec",
        [COMM] = "_comm_sec",    [HOST] = "_host_mb",  [ALLOCATED] = "_allocated_gpu_mb",
        [FREE] = "_free_gpu_mb",
    };
    static char *texts[SW__NAME_CAP][SUFFIXES]; ///< written at the ends of iterations only
    char **text = &texts[name][which];
    if (!*text && asprintf(text, "%s%s", sw__name_text(name), suffixes[which]) < 0)
        *text = NULL;
    return *text;
}

static double megabytes(uint64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

static void add_memory(sw__iteration_values *values, const sw__gpu_memory *gpu)
{
    uint64_t host = 0;
    const bool host_known = sw__host_memory_peak(&host);
    add(values, "max_host_mb", megabytes(host), host_known);
    if (!gpu->used) {
        add(values, "max_gpu_mb", 0, true);
        return;
    }
    add(values, "max_gpu_mb", megabytes(gpu->peak.number), gpu->peak.known);
    add(values, "reserved_gpu_mb", megabytes(gpu->reserved.number), gpu->reserved.known);
    add(values, "device_used_gpu_mb", megabytes(gpu->device.number), gpu->device.known);
}

static sw__bytes gpu_peak_of(uint32_t section, const sw__iteration_facts *facts)
{
    return facts->gpu.used ? sw__gpu_peaks_of_sections(section, facts->finished.epoch) : (sw__bytes){true, 0};
}

static void add_absent(sw__iteration_values *values, const char *name)
{
    add(values, name, 0, false);
}

// Of what sections were spent on, a section's time on its thread is all that is measured so far.
static void add_parts(sw__iteration_values *values, const sw__iteration_section *sum, double sec_per_tick)
{
    add(values, name_of_value(sum->name, CPU), (double)sum->total * sec_per_tick, true);
    add_absent(values, name_of_value(sum->name, CUDA));
    add_absent(values, name_of_value(sum->name, COMM));
}

static void add_section(sw__iteration_values *values, const sw__iteration_section *sum,
                        const sw__iteration_facts *facts)
{
    const double sec_per_tick = facts->sec_per_tick;
    const sw__bytes peak = gpu_peak_of(sum->name, facts);
    add(values, name_of_value(sum->name, TIME), (double)sum->total * sec_per_tick, true);
    add(values, name_of_value(sum->name, SELF), (double)sum->self * sec_per_tick, true);
    add(values, name_of_value(sum->name, COUNT), (double)sum->count, true);
    add(values, name_of_value(sum->name, PEAK), megabytes(peak.number), peak.known);
    if (facts->values_of == SW__VALUES_OF_SECTIONS_PARTS)
        add_parts(values, sum, sec_per_tick);
}

static void add_bytes(sw__iteration_values *values, uint32_t label, suffix which, sw__bytes bytes)
{
    if (bytes.known)
        add(values, name_of_value(label, which), megabytes(bytes.number), true);
}

static void add_snapshots(sw__iteration_values *values)
{
    static sw__memory_snapshot all[SW__SNAPSHOTS]; // one thread finishes an iteration at a time
    const size_t count = sw__memory_snapshots_take(all);
    for (size_t i = 0; i < count; i++) {
        add_bytes(values, all[i].label, HOST, all[i].host);
        add_bytes(values, all[i].label, ALLOCATED, all[i].gpu.allocated);
        add_bytes(values, all[i].label, FREE, all[i].gpu.free);
    }
}

static uint64_t unattributed(const sw__iteration_facts *facts)
{
    const uint64_t length = facts->finished.length, attributed = facts->totals->own_outermost;
    return length > attributed ? length - attributed : 0;
}

static void add_all_sections(sw__iteration_values *values, const sw__iteration_facts *facts)
{
    sw__iteration_sections sections;
    values->failed |= !sw__iteration_sections_make(&sections, facts->totals);
    for (size_t i = 0; i < sections.count; i++)
        add_section(values, &sections.all[i], facts);
    sw__iteration_sections_free(&sections);
}

void sw__iteration_values_take(sw__iteration_values *values, const sw__iteration_facts *facts)
{
    const sw__finished *finished = &facts->finished;
    values->count = 0;
    values->failed = !facts->totals->all;
    values->unattributed = unattributed(facts);
    add(values, "total_time_sec", (double)finished->length * facts->sec_per_tick, finished->timed);
    if (facts->waited)
        add(values, "gpu_wait_sec", (double)facts->wait_ticks * facts->sec_per_tick, true);
    add(values, "unattributed_sec", (double)values->unattributed * facts->sec_per_tick,
        finished->timed && !values->failed);
    if (facts->values_of == SW__VALUES_OF_SECTIONS_PARTS) {
        add_absent(values, "comm_cuda_sec");
        add_absent(values, "comm_sync_sec");
    }
    add_memory(values, &facts->gpu);
    if (facts->values_of != SW__VALUES_OF_WHOLE && !values->failed)
        add_all_sections(values, facts);
    add_snapshots(values);
}

void sw__iteration_values_free(sw__iteration_values *values)
{
    free(values->all);
    *values = (sw__iteration_values){0};
}
