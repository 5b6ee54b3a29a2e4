// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The sections and ops that are open on a thread, innermost last, and where those lie that are begun next: in the one above, or in
// the cycle that is being recorded.
//
// Only the lane's thread writes. What others may read is in section_counts.h.

#ifndef SW_PROFILER_SECTIONS_H
#define SW_PROFILER_SECTIONS_H

#include <stepwatch/ops.h>

#include "base/misuse.h"
#include "base/names.h"
#include "record/span_log.h"

enum {
    SW__SECTION_DEPTH = 1000, ///< deeper sections are only counted
    SW__SECTION_CACHE = 4096,
};

#define SW__SECTION_SKIPPED UINT32_MAX ///< `mark`: begun while paused, left out or too many; neither timed nor counted

enum {
    SW__HAS_WORK = 1,   ///< it is an op that has told its FLOPs or bytes
    SW__HAS_MEMORY = 2, ///< memory came or went while it was open
};

#define SW__SECTION_IS_OP UINT32_C(0x80000000) ///< in `name`: names and ops are not mixed up

typedef struct sw__section {
    uint64_t start; ///< ticks
    uint32_t
        record;    ///< where it is counted, and what is begun inside it lies; of what is skipped, that of the one below
    uint32_t name; ///< with SW__SECTION_IS_OP: of an op
    uint32_t mark; ///< 0: begun in the log's epoch; SW__SECTION_SKIPPED; else the epoch
    uint16_t pops; ///< ranges of the tool to close at its end
    uint8_t has;   ///< SW__HAS_...: more to do at its end
    uint8_t gpu_known; ///< `gpu_begin` is: see sw__gpu_peaks_begin_section()
    const char *file;
    uintptr_t line;
    uint32_t serial; ///< of a scope on this thread; 0: begun by a call
    uint32_t hidden; ///< sections without an entry that are open inside it; only of the highest entry
    uint64_t gpu_begin;
    uint64_t padding;
} sw__section;

_Static_assert(sizeof(sw__section) == 64, "found by a shift");

/// What an op has told of itself.
typedef struct sw__work {
    uint64_t flops; ///< less than 2^62; 0: not known
    uint64_t bytes;
} sw__work;

/// Where a section of this name, or an op, lies that is begun inside `parent`.
typedef struct sw__child {
    uint64_t key; ///< parent << 32 | name, or see op_records.h; 0: free
    uint32_t record;
    uint32_t op; ///< its id; 0: a section
} sw__child;

typedef struct sw__sections {
    sw__section *top;      ///< atomic: the innermost one; entries[0] if none is open, NULL before the first cycle
    uint32_t late;         ///< sections that were cut off, whose ends may still come; told of
    uint32_t late_skipped; ///< the same of those that were not recorded, and are not worth a word
    uint32_t dropped;      ///< atomic: sections that were not recorded: too deep, or too many
    uint32_t crossed;      ///< atomic: ended before what was begun inside them
    uint32_t first_epoch;  ///< the one in which the lane came to the cycle
    uint64_t cycle;        ///< the one that all this belongs to, see sections.c; 0: none yet
    uint64_t
        outermost_before; ///< total of the outermost ones at the end of the last iteration; the lanes' lock is held
    sw__section entries[1 + SW__SECTION_DEPTH]; ///< the lowest stands for the cycle
    sw__work work[1 + SW__SECTION_DEPTH];       ///< of the entries that have some
    sw__child children[SW__SECTION_CACHE];
    uint32_t cut[SW__RECORD_CAP]; ///< atomic, by record: sections that were cut off
} sw__sections;

extern sw__lane_part sw__sections_part;

static inline sw__sections *sw__sections_of(const sw__lane *lane)
{
    return (sw__sections *)((char *)lane + SW__SECTIONS_OFFSET);
}

static inline uint64_t sw__section_key(uint32_t parent, uint32_t name)
{
    return (uint64_t)parent << 32 | name;
}

static inline sw__child *sw__section_child(sw__sections *sections, uint64_t key)
{
    return &sections->children[(key ^ key >> 26) % SW__SECTION_CACHE];
}

static inline bool sw__section_is_open(const sw__sections *sections)
{
    return sections->top != sections->entries;
}

/// The section that a record lies in, with ops between them or not; 0: none.
uint32_t sw__section_around(uint32_t record);

/// Sections that are begun from now on lie in the record of a cycle; those that are open are cut off as their threads come
/// to it. `edge`: sections may have begun before, without being recorded, whose ends come now. While the bits are out of the
/// state word.
void sw__sections_begin_cycle(uint32_t record, bool edge);

/// The iteration is over on the calling thread: cuts off its open sections, and reports them.
sw_status sw__sections_end_iteration(sw__site site);

// What begins and ends are made of, with the lane entered.

typedef enum sw__section_begun {
    SW__SECTION_BEGUN,
    SW__SECTION_TOO_DEEP,
    SW__SECTION_TOO_MANY,
} sw__section_begun;

typedef struct sw__beginning {
    uint32_t name; ///< without SW__SECTION_IS_OP
    sw__site site;
    uint32_t serial;        ///< of a scope; 0: none
    bool has_range;         ///< a range of its name is open in the tool already
    const sw_op_info *info; ///< of an op; NULL: it is a section
} sw__beginning;

/// Puts a section or an op on the stack and, unless it is not recorded, reads its time.
sw__section_begun sw__sections_push(sw__lane *lane, const sw__beginning *beginning);

/// Reports a section that was not begun, or not recorded, after the lane was left; SW_OK for SW__SECTION_BEGUN.
sw_status sw__section_refused(sw__section_begun begun, uint32_t name, sw__site site, const char *call);

/// Takes a section off the stack and logs it. What lies above it stays. `now` is as in sw__time_of_end().
void sw__sections_take(sw__lane *lane, sw__section *section, uint64_t now);

/// Cuts off what lies above `section`, which is open.
void sw__sections_cut_down_to(sw__lane *lane, const sw__section *section);

typedef enum sw__late_end { SW__NO_LATE_END, SW__LATE_END, SW__LATE_END_OF_SKIPPED } sw__late_end;

/// An end that finds nothing: takes it for that of a section which was cut off, if there is one.
sw__late_end sw__sections_end_late(sw__sections *sections);

/// Whether the lane has come to the cycle that is being recorded.
bool sw__sections_are_of_this_cycle(const sw__lane *lane);

/// Whether an end that finds nothing may be that of a section which began before recording did.
bool sw__sections_may_have_begun_before(const sw__lane *lane);

#endif
