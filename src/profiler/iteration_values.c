// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "iteration_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "host/memory.h"
#include "profiler/memory_snapshots.h"
#include "record/running_totals.h"

// What a name's sections add up to, wherever they lie.
typedef struct section_sum {
    uint32_t name;
    uint64_t count;
    uint64_t total; ///< of those that lie in no other one of the name
    uint64_t self;
} section_sum;

// By record, up to `end`.
typedef struct gathering {
    uint32_t end;
    uint32_t epoch;
    const sw__lane *own;     ///< the lane of the thread that finished the iteration
    sw__running_total *lane; ///< scratch for one lane
    sw__running_total *all;  ///< of the run so far, and then of the iteration
    uint64_t *inside;        ///< the total of the sections right inside
    uint64_t own_outermost;
} gathering;

// Those of the run up to the end of the last recorded iteration; the thread that finishes one has them to itself.
static struct {
    sw__running_total *all; ///< by record
    uint32_t end;
} before;

static bool is_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION;
}

// The section that a record lies in; 0: none. Between the two there may be ops.
static uint32_t section_around(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (record && !is_section(record));
    return record;
}

static void add_lane(sw__lane *lane, void *context)
{
    gathering *g = context;
    uint64_t outermost = 0;
    sw__running_totals_read(lane, g->epoch, g->lane, g->end);
    for (uint32_t record = 1; record < g->end; record++) {
        g->all[record].total += g->lane[record].total;
        g->all[record].count += g->lane[record].count;
        sw__amounts_add(&g->all[record].amounts, &g->lane[record].amounts);
        if (g->lane[record].count && is_section(record) && !section_around(record))
            outermost += g->lane[record].total;
    }
    sw__sections *sections = sw__sections_of(lane);
    if (lane == g->own)
        g->own_outermost = outermost - sections->outermost_before;
    sections->outermost_before = outermost;
}

static bool is_right(const gathering *g)
{
    return g->lane && g->all && g->inside && before.end >= g->end;
}

// What is new since the last iteration.
static void take_difference(gathering *g)
{
    for (uint32_t record = 1; record < g->end; record++) {
        const sw__running_total now = g->all[record];
        g->all[record].total -= before.all[record].total;
        g->all[record].count -= before.all[record].count;
        before.all[record] = now;
        if (g->all[record].count && is_section(record))
            g->inside[section_around(record)] += g->all[record].total;
    }
}

static void make_room_before(uint32_t end)
{
    sw__running_total *all = before.end < end ? reallocarray(before.all, end, sizeof *all) : NULL;
    if (!all)
        return;
    memset(all + before.end, 0, (end - before.end) * sizeof *all);
    before.all = all;
    before.end = end;
}

static bool gather(gathering *g, uint32_t epoch)
{
    *g = (gathering){.end = sw__record_end(), .epoch = epoch, .own = sw__this_lane};
    g->lane = calloc(g->end, sizeof *g->lane);
    g->all = calloc(g->end, sizeof *g->all);
    g->inside = calloc(g->end, sizeof *g->inside);
    make_room_before(g->end);
    if (!is_right(g))
        return false;
    sw__lanes_visit(add_lane, g);
    take_difference(g);
    return true;
}

void sw__iteration_values_reset(void)
{
    free(before.all);
    before.all = NULL;
    before.end = 0;
}

static void forget(gathering *g)
{
    free(g->lane);
    free(g->all);
    free(g->inside);
}

static bool lies_in_its_name(uint32_t record)
{
    const uint32_t name = sw__record_at(record)->name;
    do
        record = section_around(record);
    while (record && sw__record_at(record)->name != name);
    return record;
}

static section_sum *sum_of(section_sum *sums, size_t *count, uint32_t name)
{
    for (size_t i = 0; i < *count; i++)
        if (sums[i].name == name)
            return &sums[i];
    sums[*count] = (section_sum){.name = name};
    return &sums[(*count)++];
}

// The sections by name, in the order in which they first came up. Where sections cross, what lies inside one may take longer
// than itself.
static size_t sum_up(const gathering *g, section_sum *sums)
{
    size_t count = 0;
    for (uint32_t record = 1; record < g->end; record++) {
        if (!g->all[record].count || !is_section(record))
            continue;
        section_sum *sum = sum_of(sums, &count, sw__record_at(record)->name);
        const uint64_t total = g->all[record].total;
        sum->count += g->all[record].count;
        sum->total += lies_in_its_name(record) ? 0 : total;
        sum->self += total > g->inside[record] ? total - g->inside[record] : 0;
    }
    return count;
}

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
        [PEAK] = "_max_gpu_mb",  [HOST] = "_host_mb",  [ALLOCATED] = "_allocated_gpu_mb",
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

static void add_sections(sw__iteration_values *values, const gathering *g, const sw__iteration_facts *facts)
{
    const double sec_per_tick = facts->sec_per_tick;
    section_sum *sums = calloc(g->end, sizeof *sums);
    const size_t count = sums ? sum_up(g, sums) : 0;
    values->failed |= !sums;
    for (size_t i = 0; i < count; i++) {
        add(values, name_of_value(sums[i].name, TIME), (double)sums[i].total * sec_per_tick, true);
        add(values, name_of_value(sums[i].name, SELF), (double)sums[i].self * sec_per_tick, true);
        add(values, name_of_value(sums[i].name, COUNT), (double)sums[i].count, true);
        const sw__bytes peak = gpu_peak_of(sums[i].name, facts);
        add(values, name_of_value(sums[i].name, PEAK), megabytes(peak.number), peak.known);
    }
    free(sums);
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

static uint64_t unattributed(const gathering *g, const sw__finished *finished)
{
    return finished->length > g->own_outermost ? finished->length - g->own_outermost : 0;
}

void sw__iteration_values_take(sw__iteration_values *values, const sw__iteration_facts *facts)
{
    const sw__finished *finished = &facts->finished;
    gathering g;
    values->count = 0;
    values->failed = !gather(&g, finished->epoch);
    values->unattributed = unattributed(&g, finished);
    add(values, "total_time_sec", (double)finished->length * facts->sec_per_tick, finished->timed);
    if (facts->waited)
        add(values, "gpu_wait_sec", (double)facts->wait_ticks * facts->sec_per_tick, true);
    add(values, "unattributed_sec", (double)values->unattributed * facts->sec_per_tick, finished->timed && g.all);
    add_memory(values, &facts->gpu);
    if (!values->failed)
        add_sections(values, &g, facts);
    add_snapshots(values);
    forget(&g);
}

void sw__iteration_values_free(sw__iteration_values *values)
{
    free(values->all);
    *values = (sw__iteration_values){0};
}
