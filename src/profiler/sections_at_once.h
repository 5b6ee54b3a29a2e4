// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The common case of the begin and the end of a section, without a call: what makes a pair cheap.

#ifndef SW_PROFILER_SECTIONS_AT_ONCE_H
#define SW_PROFILER_SECTIONS_AT_ONCE_H

#include "base/clock.h"
#include "profiler/sections.h"

// The common case: the lane has seen the word, so that nothing has changed since the thread's last call; sections are
// recorded, with nothing to do at their edges but to read the clock, and that is the cycle counter; and an entry of the log
// counts, as it does outside of the stopwatch's warm-up.
static inline bool sw__sections_go_at_once(const sw__lane *lane, uint64_t word)
{
    const uint64_t bits = SW__PHASE_MASK | SW__CYCLE_CLOCK | SW__PROFILER_BEGIN | SW__PROFILER_EDGES;
    const uint64_t wanted = SW__PHASE_MEASURED | SW__CYCLE_CLOCK | SW__PROFILER_BEGIN;
    return __builtin_expect(lane->seen == word && (word & bits) == wanted, 1);
}

static inline void sw__section_put(sw__section *section, uint32_t record, uint32_t name, sw__site site)
{
    section->record = record;
    section->name = name;
    section->mark = 0;
    section->serial = 0;
    section->pops = 0;
    section->file = site.file;
    section->line = site.line;
}

/// False if the section was not begun in this place before, or there is no room.
static inline bool sw__section_begin_at_once(sw__lane *lane, uint32_t name, sw__site site, uint64_t word)
{
    sw__sections *sections = sw__sections_of(lane);
    const uint32_t depth = sections->depth;
    const uint32_t parent = sections->entries[depth].record;
    const sw__child *child = sw__section_child(sections, parent, name);
    if (__builtin_expect(depth >= SW__SECTION_DEPTH || child->parent != parent || child->name != name ||
                             child->record == 0 || sections->too_deep,
                         0))
        return false;
    sw__lane_hold(lane);
    sw__section *section = &sections->entries[depth + 1];
    sw__section_put(section, child->record, name, site);
    __atomic_store_n(&sections->depth, depth + 1, __ATOMIC_RELAXED); // readers only want to know how many
    section->start = sw__cycle_counter();
    sw__lane_release(lane, word);
    return true;
}

/// The section is the innermost one, and ends in the epoch in which it began; or false.
static inline bool sw__section_end_at_once(sw__lane *lane, sw__sections *sections, uint64_t now, uint64_t word)
{
    const uint32_t depth = sections->depth;
    const sw__section *section = &sections->entries[depth];
    const uint64_t length = now - section->start;
    if (__builtin_expect(section->mark != 0 || length >= SW__SPAN_LENGTH_END || sections->too_deep, 0))
        return false;
    sw__lane_hold(lane);
    const bool logged = sw__span_append_at_once(sw__span_log_of(lane), section->start, length, section->record);
    if (__builtin_expect(logged, 1))
        __atomic_store_n(&sections->depth, depth - 1, __ATOMIC_RELAXED);
    sw__lane_release(lane, word);
    return logged;
}

#endif
