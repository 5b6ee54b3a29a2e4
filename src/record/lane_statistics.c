// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "record/published.h"
#include "record/statistics.h"

static void merge_lane(sw__lane *retired, sw__lane *lane);

sw__lane_part sw__statistics_part = {.size = sizeof(sw__lane_statistics), .merge = merge_lane};

sw__lane_statistics *sw__lane_statistics_of(sw__lane *lane)
{
    sw__lane_statistics *all = sw__lane_part_of(lane, &sw__statistics_part);
    // A fresh block is all zero; it gets its slab at the first use.
    if (!all->slab.pages)
        sw__slab_set_up(&all->slab, all->pages, SW__PAGE_CAP);
    return all;
}

static void merge_record(sw__lane_statistics *into, sw__lane_statistics *from, uint32_t record)
{
    if (sw__record_at(record)->kind == SW__KIND_VALUE) {
        sw__values_merge(&into->records[record].values, &from->records[record].values);
        return;
    }
    sw__lengths *lengths = &from->records[record].lengths;
    if (lengths->threads == 0 && lengths->count)
        lengths->threads = 1;
    sw__lengths_merge(&into->records[record].lengths, &into->slab, lengths, &from->slab);
}

static void merge_lane(sw__lane *retired, sw__lane *lane)
{
    sw__lane_statistics *into = sw__lane_statistics_of(retired);
    sw__lane_statistics *from = sw__lane_statistics_of(lane);
    sw__put(&into->slab.lost, into->slab.lost + from->slab.lost);
    for (uint32_t record = 1; record < sw__record_end(); record++)
        if (sw__statistics_have(from, record)) {
            sw__statistics_touch(into, record);
            merge_record(into, from, record);
        }
}
