// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_records.h"

#include <string.h>

uint32_t sw__ops_kept;
uint32_t sw__ops_activities;

uint64_t sw__ops_use(const sw__profiler_settings *settings)
{
    const uint32_t keep = (settings->record_shapes ? SW__KEEP_SHAPES : 0) |
                          (settings->with_stack ? SW__KEEP_PLACES : 0) | (settings->with_flops ? SW__KEEP_WORK : 0);
    __atomic_store_n(&sw__ops_kept, keep, __ATOMIC_RELAXED); // as in op_records.h
    __atomic_store_n(&sw__ops_activities, settings->activities, __ATOMIC_RELAXED);
    return settings->mode == SW_PROFILER_TORCH ? SW__PROFILER_OPS : 0;
}

static sw__op op_of(uint32_t name, const sw_op_info *info, sw__site site, uint32_t keep)
{
    sw__op op = {.name = name};
    if (keep & SW__KEEP_SHAPES) {
        memcpy(op.shape, info->shape, sizeof op.shape);
        op.dtype = (uint32_t)info->dtype;
    }
    if (keep & SW__KEEP_PLACES) {
        op.file = site.file;
        op.line = site.line;
    }
    return op;
}

uint32_t sw__op_record(sw__sections *sections, uint32_t parent, uint32_t name, const sw_op_info *info, sw__site site)
{
    const uint32_t keep = sw__ops_keep();
    const uint64_t key = sw__op_key(parent, name, info, site.line, keep);
    sw__child *child = sw__section_child(sections, key);
    if (child->key == key && sw__op_is(sw__op_at(child->op), name, info, site, keep))
        return child->record;
    const sw__op op = op_of(name, info, site, keep);
    const uint32_t id = sw__op_of(&op);
    const uint32_t record = sw__record_of(SW__KIND_OP, id, parent);
    if (record)
        *child = (sw__child){.key = key, .record = record, .op = id};
    return record;
}
