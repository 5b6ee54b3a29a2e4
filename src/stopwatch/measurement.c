// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "measurement.h"

#include <string.h>

#include <stepwatch/stopwatch.h>

#include "stopwatch/used_records.h"

sw__measurement sw__measurement_of(const sw__reading *reading, sw__kind kind, uint32_t name)
{
    double ns_per_tick = reading->clock.ns_per_tick;
    sw__measurement m = {.kind = kind, .name = name, .share = -1};
    const uint32_t records[] = {sw__record_find(kind, name, 0), sw__record_find(SW__KIND_ADDED, name, 0)};
    m.row = sw__row_of(&reading->snapshot, records, kind == SW__KIND_MEAS ? 2 : 1, ns_per_tick);
    if (m.row.count)
        m.per_interval_ns = m.row.total_ns / (double)m.row.count;
    if (reading->iterations.measured)
        m.per_iteration_ns = m.row.finished_ns / (double)reading->iterations.measured;
    double wall_ns = (double)reading->iterations.wall_ticks * ns_per_tick;
    if (wall_ns > 0 && m.row.threads)
        m.share = m.row.finished_ns / (wall_ns * (double)m.row.threads);
    if (kind == SW__KIND_MEAS)
        m.open = sw__timers_open(name);
    if (m.open.running && reading->now > m.open.since)
        m.running_ns = (double)(reading->now - m.open.since) * ns_per_tick;
    return m;
}

sw_meas_stats sw__measurement_stats(const sw__reading *reading, const sw__measurement *m)
{
    const sw__row *row = &m->row;
    return (sw_meas_stats){
        .count = row->count,
        .iterations = reading->iterations.measured,
        .total_ns = row->total_ns,
        .per_iteration_ns = m->per_iteration_ns,
        .per_interval_ns = m->per_interval_ns,
        .min_ns = row->min_ns,
        .max_ns = row->max_ns,
        .max_iteration = row->count ? row->max_epoch - reading->iterations.first_epoch : 0,
        .stddev_ns = row->stddev_ns,
        .p50_ns = row->p50_ns,
        .p90_ns = row->p90_ns,
        .p99_ns = row->p99_ns,
        .share = m->share > 0 ? m->share : 0,
        .threads = row->threads,
        .straddled = row->straddled,
        .running = m->open.running,
        .running_ns = m->running_ns,
        .unfinished = m->open.unfinished,
        .captured = m->open.captured,
    };
}

static bool is_known(uint32_t name)
{
    return name && (sw__is_used_record(sw__record_find(SW__KIND_MEAS, name, 0)) ||
                    sw__is_used_record(sw__record_find(SW__KIND_ADDED, name, 0)));
}

sw_status sw__get_meas_stats(const char *name, sw_meas_stats *stats, uint32_t size)
{
    if (!name || !stats)
        return sw__fail(SW_ERR_ARGUMENT);
    memset(stats, 0, size);
    if (!sw_stopwatch_is_enabled())
        return sw__fail(SW_NOT_RECORDED);
    uint32_t id = sw__name_find(name, strlen(name));
    if (!is_known(id))
        return sw__fail(SW_ERR_UNKNOWN_NAME);
    sw__reading reading;
    sw_status status = sw__reading_take(&reading);
    if (status != SW_OK)
        return status;
    sw__measurement m = sw__measurement_of(&reading, SW__KIND_MEAS, id);
    sw__reading_free(&reading);
    sw_meas_stats all = sw__measurement_stats(&reading, &m);
    memcpy(stats, &all, size < sizeof all ? size : sizeof all);
    return all.count ? SW_OK : sw__fail(SW_NOT_RECORDED);
}
