// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The ranges that are open on a thread by push, innermost last. The stack is kept with and without order checks, and while
// the recording is paused, so that each pop closes, and hands on to the tool, what its push did.
//
// A range that was closed together with one below it stays in its place above the top as a ghost, until a push takes the
// place: its own pop may come late.
//
// Only the lane's thread writes. Others may read which ranges are open: sw__range_read().

#ifndef SW_NVTX_WRAPPER_RANGE_STACK_H
#define SW_NVTX_WRAPPER_RANGE_STACK_H

#include <stdbool.h>

#include "base/lanes.h"
#include "base/misuse.h"
#include "base/names.h"
#include "nvtx/forward.h"
#include "nvtx_wrapper/range_counts.h"
#include "record/published.h"

enum {
    SW__RANGE_DEPTH = 4096, ///< deeper ranges are only counted
    SW__RANGE_RECORDED = 1, ///< pushed while not paused: counted, and known to the tool
    SW__RANGE_GHOST = 2,
};

/// All fields are atomic, by published.h.
typedef struct sw__range_entry {
    uint64_t tag; ///< serial number of the push << 32 | name << 2 | flags; 0 while the entry is being written
    const char *file;
    uintptr_t line;
} sw__range_entry;

typedef struct sw__ranges {
    uint32_t depth;     ///< atomic; above SW__RANGE_DEPTH for ranges without an entry
    uint32_t ghost_end; ///< ghosts lie below it
    sw__range_entry entries[SW__RANGE_DEPTH];
    sw__range_counts counts[SW__NAME_CAP];
} sw__ranges;

extern sw__lane_part sw__range_stack_part;

/// The last serial number that this thread gave out, << 32. None comes twice within 2^32 pushes, whatever the session: a
/// scope may end in a later session than it began in.
extern _Thread_local uint64_t sw__range_last_serial __attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline sw__ranges *sw__ranges_of(const sw__lane *lane)
{
    return sw__lane_part_of(lane, &sw__range_stack_part);
}

static inline uint32_t sw__range_serial(const sw__range_entry *entry)
{
    return (uint32_t)(entry->tag >> 32);
}

static inline uint32_t sw__range_name(const sw__range_entry *entry)
{
    return (uint32_t)entry->tag >> 2;
}

static inline sw__site sw__range_site(const sw__range_entry *entry)
{
    return (sw__site){entry->file, entry->line};
}

/// How many of the open ranges have entries.
static inline uint32_t sw__range_entries(uint32_t depth)
{
    return depth < SW__RANGE_DEPTH ? depth : SW__RANGE_DEPTH;
}

/// A number for the upper half of a tag, never 0.
static inline uint64_t sw__range_next_serial(void)
{
    if (__builtin_add_overflow(sw__range_last_serial, UINT64_C(1) << 32, &sw__range_last_serial))
        sw__range_last_serial = UINT64_C(1) << 32;
    return sw__range_last_serial;
}

// A reader that finds the same tag before and after the other fields has read them as one push wrote them.
static inline void sw__range_write(sw__range_entry *entry, uint64_t tag, const char *file, uintptr_t line)
{
    sw__put(&entry->tag, 0);
    __atomic_store_n(&entry->file, file, __ATOMIC_RELEASE);
    __atomic_store_n(&entry->line, line, __ATOMIC_RELEASE);
    sw__put(&entry->tag, tag);
}

/// For other threads: copies an entry; false while it changes.
bool sw__range_read(const sw__range_entry *entry, sw__range_entry *copy);

static inline void sw__range_count_push(sw__ranges *ranges, uint32_t name, uint32_t depth)
{
    sw__range_count_more(&ranges->counts[name].pushed, 1);
    sw__range_count_up_to(&ranges->counts[name].deepest, depth);
}

/// Puts a range on the stack and returns its serial number. `depth` is that of the stack, below SW__RANGE_DEPTH.
static inline uint32_t sw__range_enter(sw__ranges *ranges, uint32_t depth, uint32_t name, sw__site site, bool recorded)
{
    uint64_t serial = sw__range_next_serial();
    uint64_t tag = serial | name << 2 | (recorded ? SW__RANGE_RECORDED : 0);
    sw__range_write(&ranges->entries[depth], tag, site.file, site.line);
    sw__put32(&ranges->depth, depth + 1);
    if (recorded)
        sw__range_count_push(ranges, name, depth + 1);
    return (uint32_t)(serial >> 32);
}

/// The same, and opens it in the tool.
static inline uint32_t sw__range_open(sw__ranges *ranges, uint32_t depth, uint32_t name, sw__site site, bool recorded)
{
    uint32_t serial = sw__range_enter(ranges, depth, name, site, recorded);
    if (recorded && sw__forward_goes_anywhere())
        sw__forward_push(name);
    return serial;
}

/// Counts a range for which there is no room on the stack, so that its pop finds something to close.
void sw__range_open_without_entry(sw__ranges *ranges, uint32_t name, bool recorded);

/// Closes the innermost range. `depth` is that of the stack, from 1 to SW__RANGE_DEPTH.
static inline void sw__range_close_top(sw__ranges *ranges, uint32_t depth)
{
    if (ranges->entries[depth - 1].tag & SW__RANGE_RECORDED && sw__forward_goes_anywhere())
        sw__forward_pop();
    sw__put32(&ranges->depth, depth - 1);
}

/// Closes all ranges above the lowest `depth` ones as leaked; they become ghosts.
void sw__range_leak_down_to(sw__ranges *ranges, uint32_t depth);

/// What to look for: a serial number, or with none the last one pushed of a name.
typedef struct sw__range_key {
    uint32_t serial;
    uint32_t name;
} sw__range_key;

/// NULL: there is none. An open range without an entry is not found.
sw__range_entry *sw__range_find_open(sw__ranges *ranges, sw__range_key key);
sw__range_entry *sw__range_find_ghost(sw__ranges *ranges, sw__range_key key);

/// The ghost's own pop has come.
static inline void sw__range_lay_ghost(sw__range_entry *ghost)
{
    sw__put(&ghost->tag, ghost->tag & ~(uint64_t)SW__RANGE_GHOST);
}

/// Whether `a` was pushed after `b`.
bool sw__range_is_newer(const sw__range_entry *a, const sw__range_entry *b);

#endif
