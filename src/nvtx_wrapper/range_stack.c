// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_stack.h"

#include "range_leftovers.h"

static void merge_counts(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__range_stack_part = {
    .size = sizeof(sw__ranges), .on_exit = sw__range_leftovers_of_thread, .merge = merge_counts};

_Thread_local uint64_t sw__range_last_serial __attribute__((tls_model("initial-exec"), visibility("hidden")));

_Static_assert(SW__RANGE_RECORDED < 1 << 2 && SW__RANGE_GHOST < 1 << 2, "a tag has room for the flags");

static void merge_counts(sw__lane *retired, sw__lane *lane)
{
    // Names that were never given out were never counted: looking at them would only touch memory.
    uint32_t end = sw__name_end();
    for (uint32_t name = 1; name < end; name++)
        if (sw__range_is_counted(&sw__ranges_of(lane)->counts[name]))
            sw__range_counts_add(&sw__ranges_of(retired)->counts[name], &sw__ranges_of(lane)->counts[name]);
}

bool sw__range_read(const sw__range_entry *entry, sw__range_entry *copy)
{
    copy->tag = sw__get(&entry->tag);
    copy->file = __atomic_load_n(&entry->file, __ATOMIC_ACQUIRE);
    copy->line = __atomic_load_n(&entry->line, __ATOMIC_ACQUIRE);
    return copy->tag && copy->tag == sw__get(&entry->tag);
}

void sw__range_open_without_entry(sw__ranges *ranges, uint32_t name, bool recorded)
{
    uint32_t depth = ranges->depth + 1;
    sw__put32(&ranges->depth, depth);
    if (recorded)
        sw__range_count_push(ranges, name, depth);
}

static void leak(sw__ranges *ranges, sw__range_entry *entry)
{
    if (entry->tag & SW__RANGE_RECORDED) {
        sw__forward_pop();
        sw__range_count_more(&ranges->counts[sw__range_name(entry)].leaked, 1);
    }
    sw__put(&entry->tag, (entry->tag & ~(uint64_t)SW__RANGE_RECORDED) | SW__RANGE_GHOST);
}

void sw__range_leak_down_to(sw__ranges *ranges, uint32_t depth)
{
    uint32_t end = sw__range_entries(ranges->depth);
    for (uint32_t i = end; i-- > depth;)
        leak(ranges, &ranges->entries[i]);
    if (ranges->ghost_end < end)
        ranges->ghost_end = end;
    sw__put32(&ranges->depth, depth);
}

static bool matches(const sw__range_entry *entry, sw__range_key key)
{
    return key.serial ? sw__range_serial(entry) == key.serial : sw__range_name(entry) == key.name;
}

sw__range_entry *sw__range_find_open(sw__ranges *ranges, sw__range_key key)
{
    for (uint32_t i = sw__range_entries(ranges->depth); i-- > 0;)
        if (matches(&ranges->entries[i], key))
            return &ranges->entries[i];
    return NULL;
}

bool sw__range_is_newer(const sw__range_entry *a, const sw__range_entry *b)
{
    return (int32_t)(sw__range_serial(a) - sw__range_serial(b)) > 0; // right across the wrap of the numbers
}

sw__range_entry *sw__range_find_ghost(sw__ranges *ranges, sw__range_key key)
{
    // Unlike open ranges, ghosts of several incidents need not lie in the order of their pushes.
    sw__range_entry *newest = NULL;
    for (uint32_t i = ranges->depth; i < ranges->ghost_end; i++) {
        sw__range_entry *entry = &ranges->entries[i];
        if (entry->tag & SW__RANGE_GHOST && matches(entry, key) && (!newest || sw__range_is_newer(entry, newest)))
            newest = entry;
    }
    return newest;
}
