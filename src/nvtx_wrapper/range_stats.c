// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "range_stats.h"

#include <stdlib.h>
#include <string.h>

#include <stepwatch/nvtx_wrapper.h>

#include "nvtx_wrapper/range_stack.h"
#include "nvtx_wrapper/wrapper.h"

static bool session_is_over; ///< atomic

void sw__range_stats_conclude(bool concluded)
{
    __atomic_store_n(&session_is_over, concluded, __ATOMIC_RELAXED); // nothing else hangs on it
}

// Sums for the names from `first` up to, not including, `end`.
typedef struct sums {
    sw__range_counts *counts;
    uint32_t first;
    uint32_t end;
} sums;

// What is open when the session is over was not counted as leaked: only its own thread could have done that.
static void add_open(const sums *s, const sw__ranges *ranges)
{
    uint32_t depth = sw__range_entries(sw__get32(&ranges->depth));
    for (uint32_t i = 0; i < depth; i++) {
        sw__range_entry entry;
        if (!sw__range_read(&ranges->entries[i], &entry) || !(entry.tag & SW__RANGE_RECORDED))
            continue;
        uint32_t name = sw__range_name(&entry);
        if (name >= s->first && name < s->end)
            s->counts[name - s->first].leaked++;
    }
}

static void add_lane(sw__lane *lane, void *context)
{
    const sums *s = context;
    const sw__ranges *ranges = sw__ranges_of(lane);
    for (uint32_t name = s->first; name < s->end; name++)
        sw__range_counts_add(&s->counts[name - s->first], &ranges->counts[name]);
    if (__atomic_load_n(&session_is_over, __ATOMIC_RELAXED))
        add_open(s, ranges);
}

static uint32_t find_name(const char *name)
{
    uint32_t id = sw__name_find(name, strlen(name));
    if (!id && strcmp(name, sw__name_text(SW__NAME_OTHER)) == 0)
        return SW__NAME_OTHER;
    return id;
}

sw_status sw__get_range_stats(const char *name, sw_range_stats *stats, uint32_t size)
{
    if (!stats)
        return sw__fail(SW_ERR_ARGUMENT);
    sw__range_counts counts = {0};
    uint32_t id = name ? find_name(name) : 0;
    if (id)
        sw__lanes_visit(add_lane, &(sums){.counts = &counts, .first = id, .end = id + 1});
    sw_range_stats all = {
        .pushed = counts.pushed,
        .started = counts.started,
        .marked = counts.marked,
        .leaked = counts.leaked,
        .deepest = counts.deepest,
    };
    memset(stats, 0, size);
    memcpy(stats, &all, size < sizeof all ? size : sizeof all);
    return sw__range_is_counted(&counts) ? SW_OK : sw__fail(SW_ERR_UNKNOWN_NAME);
}

static const sw__column columns[] = {
    {"range", SW__CELL_TEXT, "range"},  {"pushed", SW__CELL_COUNT, "pushed"}, {"started", SW__CELL_COUNT, "started"},
    {"marks", SW__CELL_COUNT, "marks"}, {"leaked", SW__CELL_COUNT, "leaked"}, {"deepest", SW__CELL_COUNT, "deepest"},
};

static void add_row(sw__table *table, uint32_t name, const sw__range_counts *counts)
{
    sw__cell *row = sw__table_add_row(table);
    if (!row)
        return;
    row[0] = sw__text(sw__name_text(name));
    row[1] = sw__count(counts->pushed);
    row[2] = sw__count(counts->started);
    row[3] = sw__count(counts->marked);
    row[4] = sw__count(counts->leaked);
    row[5] = counts->pushed ? sw__count(counts->deepest) : sw__absent();
}

bool sw__nvtx_range_table(sw__table *table)
{
    *table = (sw__table){
        .title = "Ranges", .key = "ranges", .columns = columns, .column_count = sizeof columns / sizeof *columns};
    uint32_t end = sw__name_end();
    sums s = {.counts = calloc(end, sizeof *s.counts), .end = end};
    if (!s.counts) {
        table->failed = true;
        return false;
    }
    sw__lanes_visit(add_lane, &s);
    for (uint32_t name = 0; name < end; name++)
        if (sw__range_is_counted(&s.counts[name]))
            add_row(table, name, &s.counts[name]);
    free(s.counts);
    return table->row_count > 0;
}
