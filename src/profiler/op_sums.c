// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_sums.h"

#include <string.h>

#include "base/records.h"

// What was gathered of a record while the records inside it were passed.
static sw__done settle(const sw__done *inside, double declared, uint64_t declared_by, uint64_t calls)
{
    const bool by_all = declared_by && declared_by >= calls;
    const double total = by_all || declared > inside->total ? declared : inside->total;
    return (sw__done){
        .known = declared_by || inside->known,
        .total = total,
        .self = total > inside->total ? total - inside->total : 0,
    };
}

static void add_inside(sw__done *inside, const sw__done *done)
{
    inside->known |= done->known;
    inside->total += done->total;
}

// Where sections cross, what lies inside one may take longer than itself.
static void settle_record(sw__op_sums *sums, const sw__running_total *of)
{
    const sw__amounts *amounts = &of->amounts;
    const uint64_t inside = sums->self;
    sums->self = of->total > inside ? of->total - inside : 0;
    sums->flops = settle(&sums->flops, amounts->flops, amounts->flops_calls, of->count);
    sums->bytes = settle(&sums->bytes, amounts->bytes, amounts->bytes_calls, of->count);
    sums->self_memory = (int64_t)(amounts->allocated - amounts->freed);
    sums->memory += sums->self_memory;
    sums->has_memory |= amounts->allocations || amounts->frees;
}

// A record is newer than the one that it lies in: from the last to the first, all that lies in one comes before it. Until
// then its sums are of what lies inside.
void sw__op_sums_make(sw__op_sums *sums, const sw__running_total *totals, uint32_t end)
{
    memset(sums, 0, end * sizeof *sums);
    for (uint32_t record = end; record-- > 1;) {
        settle_record(&sums[record], &totals[record]);
        const uint32_t parent = sw__record_at(record)->parent;
        if (!parent)
            continue;
        sums[parent].self += totals[record].total;
        add_inside(&sums[parent].flops, &sums[record].flops);
        add_inside(&sums[parent].bytes, &sums[record].bytes);
        sums[parent].memory += sums[record].memory;
        sums[parent].has_memory |= sums[record].has_memory;
    }
}
