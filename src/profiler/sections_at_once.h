// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The common case of the begin and the end of a section, without a call: what makes a pair cheap.

#ifndef SW_PROFILER_SECTIONS_AT_ONCE_H
#define SW_PROFILER_SECTIONS_AT_ONCE_H

#include "base/clock.h"
#include "profiler/sections.h"

/// The common case: the lane has seen the word, so that nothing has changed since the thread's last call, and with the bit in
/// it has come to the cycle; nothing is paused, the clock is the cycle counter, and there is nothing to do at the edges but
/// to read it: see sw__lane_leave().
static inline bool sw__section_goes_at_once(const sw__lane *lane, uint64_t word, uint64_t bit)
{
    return __builtin_expect(lane->seen == word && word & bit, 1);
}

/// Lays a section or an op that begins now on the stack, all but its time.
static inline void sw__section_lay(sw__sections *sections, sw__section *section, uint32_t record, uint32_t name,
                                   sw__site site)
{
    section->record = record;
    section->name = name;
    section->mark = section->pops = section->has = section->gpu_known = 0;
    section->file = site.file;
    section->line = site.line;
    section->serial = section->hidden = 0;
    __atomic_store_n(&sections->top, section, __ATOMIC_RELAXED); // readers only want to know how many
}

/// False if the section was not begun in this place before, or there is no room.
static inline bool sw__section_begin_at_once(sw__lane *lane, uint32_t name, sw__site site, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__lane_hold(lane);
    sw__section *section = sections->top + 1;
    const uint64_t key = sw__section_key(section[-1].record, name);
    const sw__child *child = sw__section_child(sections, key);
    const bool known = child->key == key && section <= &sections->entries[SW__SECTION_DEPTH];
    if (__builtin_expect(known, 1)) {
        sw__section_lay(sections, section, child->record, name, site);
        section->start = sw__cycle_counter();
    }
    sw__lane_release(lane, word);
    return known;
}

/// The innermost section is of this name, and ends in the epoch in which it began, with nothing else to do; or false. With
/// none open there is the cycle's entry, which is of no name.
static inline bool sw__section_end_at_once(sw__lane *lane, uint32_t name, uint64_t now, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    sw__lane_hold(lane);
    sw__section *section = sections->top;
    const uint64_t start = section->start;
    const uint64_t length = now - start;
    const bool logged = section->name == name && !(section->mark | section->pops | section->has) &&
                        length < SW__SPAN_LENGTH_END && section->hidden == 0 &&
                        sw__span_append_at_once(sw__span_log_of(lane), start, length, section->record);
    if (__builtin_expect(logged, 1))
        __atomic_store_n(&sections->top, section - 1, __ATOMIC_RELAXED);
    sw__lane_release(lane, word);
    return logged;
}

#endif
