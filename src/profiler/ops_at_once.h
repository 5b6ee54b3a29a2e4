// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The common case of the begin and the end of an op, without a call, as sections_at_once.h has it of sections.

#ifndef SW_PROFILER_OPS_AT_ONCE_H
#define SW_PROFILER_OPS_AT_ONCE_H

#include "profiler/op_records.h"
#include "profiler/sections_at_once.h"

/// False if the op was not begun in this place before, or there is no room, or it is not wanted.
static inline bool sw__op_begin_at_once(sw__lane *lane, uint32_t name, const sw_op_info *info, sw__site site,
                                        uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__lane_hold(lane);
    sw__section *section = sections->top + 1;
    const uint32_t keep = sw__ops_keep();
    const uint64_t key = sw__op_key(section[-1].record, name, info, site.line, keep);
    const sw__child *child = sw__section_child(sections, key);
    // What is told apart by its name alone has a key of its own.
    const bool known = child->key == key && (!keep || sw__op_is(sw__op_at(child->op), name, info, site, keep)) &&
                       section <= &sections->entries[SW__SECTION_DEPTH] && sw__op_is_wanted(info);
    if (__builtin_expect(known, 1)) {
        sw__section_lay(sections, section, child->record, name | SW__SECTION_IS_OP, site);
        sw__op_note_work(sections, section, info);
        section->start = sw__cycle_counter();
    }
    sw__lane_release(lane, word);
    return known;
}

/// A span and its work take three places in the log, and are seen together.
static inline bool sw__log_with_work(sw__lane *lane, const sw__section *section, uint64_t length)
{
    sw__span_log *log = sw__span_log_of(lane);
    const sw__sections *sections = sw__sections_of(lane);
    const sw__work *work = &sections->work[section - sections->entries];
    sw__span *end = log->end;
    if (end + 3 > log->last)
        return false;
    sw__span_put(end, section->start, length << SW__SPAN_RECORD_BITS | section->record);
    sw__span_put(end + 1, work->flops, (uint64_t)SW__WIDE_WORK << SW__SPAN_RECORD_BITS);
    sw__span_put(end + 2, work->bytes, (uint64_t)sw__epoch_of(log->word) << SW__SPAN_RECORD_BITS | section->record);
    __atomic_store_n(&log->end, end + 3, __ATOMIC_RELEASE);
    return true;
}

/// As sw__section_end_at_once(); `name` has SW__SECTION_IS_OP.
static inline bool sw__op_end_at_once(sw__lane *lane, uint32_t name, uint64_t now, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__lane_hold(lane);
    sw__section *section = sections->top;
    const uint64_t length = now - section->start;
    const bool common = section->name == name && !(section->mark | section->pops | (section->has & ~SW__HAS_WORK)) &&
                        length < SW__SPAN_LENGTH_END && section->hidden == 0;
    bool logged = false;
    if (__builtin_expect(common, 1))
        logged = section->has ? sw__log_with_work(lane, section, length)
                              : sw__span_append_at_once(sw__span_log_of(lane), section->start, length, section->record);
    if (__builtin_expect(logged, 1))
        __atomic_store_n(&sections->top, section - 1, __ATOMIC_RELAXED); // as at the begin
    sw__lane_release(lane, word);
    return logged;
}

#endif
