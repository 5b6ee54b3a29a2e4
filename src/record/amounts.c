// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "amounts.h"

#include "record/published.h"

bool sw__amounts_any(const sw__amounts *amounts)
{
    return sw__get(&amounts->flops_calls) || sw__get(&amounts->bytes_calls) || sw__get(&amounts->allocations) ||
           sw__get(&amounts->frees) || sw__get(&amounts->peak);
}

static void add(uint64_t *into, const uint64_t *from)
{
    sw__put(into, *into + sw__get(from));
}

void sw__amounts_raise_peak(sw__amounts *amounts, uint64_t peak)
{
    if (amounts->peak < peak)
        sw__put(&amounts->peak, peak);
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
    sw__amounts_raise_peak(into, sw__get(&from->peak));
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
    const bool freed = payload;
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
    case SW__WIDE_MEMORY:
        return (sw__amounts){
            .allocated = freed ? 0 : start,
            .freed = freed ? start : 0,
            .allocations = !freed,
            .frees = freed,
        };
    }
    return (sw__amounts){0};
}
