// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_totals.h"

#include <stdlib.h>
#include <string.h>

static bool is_cycle(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_CYCLE;
}

static void take(sw__running_total *total, const sw__lengths *lengths)
{
    *total = (sw__running_total){.total = lengths->total, .count = lengths->count, .amounts = lengths->amounts};
}

// A record is newer than the one that it lies in.
bool sw__op_totals_take(sw__running_total *totals, const sw__reading *reading, uint32_t cycle_record)
{
    const uint32_t end = reading->snapshot.record_end;
    bool *wanted = calloc(end, sizeof *wanted);
    memset(totals, 0, end * sizeof *totals);
    for (uint32_t record = 1; wanted && record < end; record++) {
        wanted[record] = is_cycle(record) ? !cycle_record || record == cycle_record
                                          : sw__record_nests(record) && wanted[sw__record_at(record)->parent];
        if (wanted[record])
            take(&totals[record], &reading->snapshot.merged->records[record].lengths);
    }
    const bool taken = wanted;
    free(wanted);
    return taken;
}

typedef struct search {
    sw__running_total *totals; ///< of one lane, by record
    uint32_t end;
    uint32_t epoch;
    bool found;
} search;

static void search_lane(sw__lane *lane, void *context)
{
    search *s = context;
    sw__running_totals_read(lane, s->epoch, s->totals, s->end);
    for (uint32_t record = 1; record < s->end; record++)
        s->found |= sw__record_at(record)->kind == SW__KIND_OP && s->totals[record].count;
}

bool sw__op_totals_any(void)
{
    search s = {.end = sw__record_end(), .epoch = sw__epoch_of(sw__state())};
    s.totals = calloc(s.end, sizeof *s.totals);
    if (s.totals)
        sw__lanes_visit(search_lane, &s);
    free(s.totals);
    return s.found;
}

uint64_t sw__op_calls(const sw__reading *reading)
{
    uint64_t calls = 0;
    for (uint32_t record = 1; record < reading->snapshot.record_end; record++)
        if (sw__record_at(record)->kind == SW__KIND_OP)
            calls += reading->snapshot.merged->records[record].lengths.count;
    return calls;
}
