// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_leftovers.h"

#include <stdlib.h>
#include <string.h>

#include "nvtx_wrapper/range_stack.h"
#include "nvtx_wrapper/shared_ranges.h"

typedef struct leftover {
    uint32_t name;
    sw__site site;
    uint32_t ordinal; ///< of its thread; 0: started, of no thread
    int32_t thread;
    char thread_name[16];
} leftover;

typedef struct leftovers {
    leftover *items;
    size_t count;
    size_t capacity;
    uint64_t untold;    ///< there was no memory for them
    bool some_are_mine; ///< the calling thread's
} leftovers;

static leftover *add(leftovers *list)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 64;
        leftover *items = reallocarray(list->items, capacity, sizeof *items);
        if (!items) {
            list->untold++;
            return NULL;
        }
        list->items = items;
        list->capacity = capacity;
    }
    return &list->items[list->count++];
}

static void add_pushed(leftovers *list, const sw__lane *lane, const sw__range_entry *entry)
{
    leftover *item = add(list);
    if (!item)
        return;
    *item = (leftover){
        .name = sw__range_name(entry), .site = sw__range_site(entry), .ordinal = lane->ordinal, .thread = lane->thread};
    memcpy(item->thread_name, lane->thread_name, sizeof item->thread_name);
}

static void add_lane(sw__lane *lane, void *context)
{
    const sw__ranges *ranges = sw__ranges_of(lane);
    leftovers *list = context;
    uint32_t depth = sw__get32(&ranges->depth);
    if (lane == sw__this_lane)
        list->some_are_mine = depth > 0;
    for (uint32_t i = 0; i < sw__range_entries(depth); i++) {
        sw__range_entry entry;
        // What changes under our eyes is in use by its thread, and not left over.
        if (sw__range_read(&ranges->entries[i], &entry))
            add_pushed(list, lane, &entry);
    }
}

static void take_started(leftovers *list)
{
    sw__shared_range range;
    for (uint32_t i = 0; i < SW__SHARED_RANGES; i++)
        if (sw__shared_range_take(i, &range)) {
            leftover *item = add(list);
            if (item)
                *item = (leftover){.name = range.name, .site = {range.file, range.line}};
        }
}

static void tell(const leftover *item, const char *when)
{
    const char *name = sw__name_text(item->name);
    if (item->ordinal)
        sw__misuse(SW_ERR_RANGE_LEAKED, item->site, "sw_range_push", name, "open on thread %u, \"%s\" (tid %d), %s",
                   item->ordinal, item->thread_name, (int)item->thread, when);
    else
        sw__misuse(SW_ERR_RANGE_LEAKED, item->site, "sw_range_start", name, "started, and not ended %s", when);
}

static void tell_all(leftovers *list, const char *when)
{
    for (size_t i = 0; i < list->count; i++)
        tell(&list->items[i], when);
    for (uint64_t i = 0; i < list->untold; i++)
        sw__misuse_again(SW_ERR_RANGE_LEAKED);
    free(list->items);
}

void sw__range_leftovers_of_thread(sw__lane *lane)
{
    leftovers list = {0};
    // Without a range nothing is written: that would take memory for the first time from each thread that ends.
    if (sw__ranges_of(lane)->depth == 0)
        return;
    add_lane(lane, &list);
    sw__range_leak_down_to(sw__ranges_of(lane), 0);
    tell_all(&list, "when the thread ended");
}

static void close_mine(void)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    if (!lane)
        return;
    sw__range_leak_down_to(sw__ranges_of(lane), 0);
    sw__lane_leave(lane);
}

void sw__range_leftovers_of_session(void)
{
    leftovers list = {0};
    sw__lanes_visit(add_lane, &list);
    take_started(&list);
    if (list.some_are_mine)
        close_mine();
    tell_all(&list, "at sw_finalize()");
}
