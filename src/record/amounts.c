// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "amounts.h"

#include "record/published.h"

bool sw__amounts_any(const sw__amounts *amounts)
{
    return sw__get(&amounts->flops_calls) || sw__get(&amounts->bytes_calls) || sw__get(&amounts->allocations) ||
           sw__get(&amounts->frees);
}

static void add(uint64_t *into, const uint64_t *from)
{
    sw__put(into, *into + sw__get(from));
}

void sw__amounts_add(sw__amounts *into, const sw__amounts *from)
{
    if (!sw__amounts_any(from))
        return;
    sw__put_double(&into->flops, into->flops + sw__get_double(&from->flops));
    sw__put_double(&into->bytes, into->bytes + sw__get_double(&from->bytes));
    add(&into->flops_calls, &from->flops_calls);
    add(&into->bytes_calls, &from->bytes_calls);
    add(&into->allocated, &from->allocated);
    add(&into->freed, &from->freed);
    add(&into->allocations, &from->allocations);
    add(&into->frees, &from->frees);
}

void sw__amounts_take_away(sw__amounts *from, const sw__amounts *less)
{
    from->flops -= less->flops;
    from->bytes -= less->bytes;
    from->flops_calls -= less->flops_calls;
    from->bytes_calls -= less->bytes_calls;
    from->allocated -= less->allocated;
    from->freed -= less->freed;
    from->allocations -= less->allocations;
    from->frees -= less->frees;
}

sw__amounts sw__amounts_of(sw__wide what, uint64_t start, uint64_t payload)
{
    const int64_t grown = (int64_t)payload;
    switch (what) {
    case SW__WIDE_SPAN:
        break;
    case SW__WIDE_WORK:
        return (sw__amounts){
            .flops = (double)start,
            .flops_calls = start != 0,
            .bytes = (double)payload,
            .bytes_calls = payload != 0,
        };
    case SW__WIDE_BYTES:
        return (sw__amounts){
            .allocated = grown > 0 ? payload : 0,
            .freed = grown < 0 ? -payload : 0,
            .allocations = grown >= 0,
            .frees = grown < 0,
        };
    }
    return (sw__amounts){0};
}
