// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which ops are recorded, and what is kept of them: that decides where a call counts. A thread finds the record of an op
// that it has begun in the same place before without a lock.

#ifndef SW_PROFILER_OP_RECORDS_H
#define SW_PROFILER_OP_RECORDS_H

#include "base/ops.h"
#include "profiler/profiler_settings.h"
#include "profiler/sections.h"

enum {
    SW__KEEP_SHAPES = 1,
    SW__KEEP_PLACES = 2,
    SW__KEEP_WORK = 4,
};

/// While nothing is recorded. Returns what goes into the state word with the profiler's bits.
uint64_t sw__ops_use(const sw__profiler_settings *settings);

extern uint32_t sw__ops_kept;       ///< atomic, of SW__KEEP_...
extern uint32_t sw__ops_activities; ///< atomic, a bit for each

// Relaxed: the state word passes both on.
static inline bool sw__op_is_wanted(const sw_op_info *info)
{
    return __atomic_load_n(&sw__ops_activities, __ATOMIC_RELAXED) >> info->activity % 32 & 1;
}

static inline uint32_t sw__ops_keep(void)
{
    return __atomic_load_n(&sw__ops_kept, __ATOMIC_RELAXED);
}

/// The key of an op among the children of `parent`; others may have the same.
static inline uint64_t sw__op_key(uint32_t parent, uint32_t name, const sw_op_info *info, uintptr_t line, uint32_t keep)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = 0;
    // A sum of products: none of them waits for another.
    if (keep & SW__KEEP_SHAPES) {
        for (uint64_t i = 0; i < SW_OP_DIMENSIONS; i++)
            hash += (uint64_t)info->shape[i] * (odd * (2 * i + 1));
        hash += (uint64_t)info->dtype << 56;
    }
    if (keep & SW__KEEP_PLACES)
        hash += line * (odd * (2 * SW_OP_DIMENSIONS + 1));
    // Of a name alone it is the name.
    return sw__section_key(parent, (uint32_t)(name + (hash >> 32)) | SW__SECTION_IS_OP);
}

/// Whether the op of a child with that key is this one.
static inline bool sw__op_is(const sw__op *op, uint32_t name, const sw_op_info *info, sw__site site, uint32_t keep)
{
    uint64_t differs = op->name ^ name;
    if (keep & SW__KEEP_SHAPES) {
        for (int i = 0; i < SW_OP_DIMENSIONS; i++)
            differs |= (uint64_t)(op->shape[i] ^ info->shape[i]);
        differs |= op->dtype ^ (uint32_t)info->dtype;
    }
    if (keep & SW__KEEP_PLACES)
        differs |= (op->line ^ site.line) | ((uintptr_t)op->file ^ (uintptr_t)site.file);
    return differs == 0;
}

/// The record of an op that is begun inside `parent`; 0: there are too many.
uint32_t sw__op_record(sw__sections *sections, uint32_t parent, uint32_t name, const sw_op_info *info, sw__site site);

/// Keeps what the op has told of its work until its end.
static inline void sw__op_note_work(sw__sections *sections, sw__section *section, const sw_op_info *info)
{
    const uint64_t most = (UINT64_C(1) << 62) - 1;
    if (!(info->flops | info->bytes) || !(sw__ops_keep() & SW__KEEP_WORK))
        return;
    section->has = SW__HAS_WORK;
    sections->work[section - sections->entries] =
        (sw__work){info->flops < most ? info->flops : most, info->bytes < most ? info->bytes : most};
}

#endif
