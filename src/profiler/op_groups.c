// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/ops.h"
#include "base/records.h"

static bool is_wanted_op(const bool *wanted, uint32_t record)
{
    return wanted[record] && sw__record_at(record)->kind == SW__KIND_OP;
}

static int order_of(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

// A header has one text of its name in each file that includes it.
static int compare_places(const sw__op *a, const sw__op *b)
{
    const int files = a->file && b->file ? strcmp(a->file, b->file) : order_of(a->file != NULL, b->file != NULL);
    return files ? files : order_of(a->line, b->line);
}

static int compare_shapes(const sw__op *a, const sw__op *b)
{
    const int shapes = memcmp(a->shape, b->shape, sizeof a->shape);
    return shapes ? shapes : order_of(a->dtype, b->dtype);
}

static int compare(const void *first, const void *second, void *context)
{
    const sw__op *a = sw__op_at(*(const uint32_t *)first), *b = sw__op_at(*(const uint32_t *)second);
    const sw__op_grouping *by = context;
    int difference = order_of(a->name, b->name);
    if (!difference && by->by_shape)
        difference = compare_shapes(a, b);
    if (!difference && by->by_place)
        difference = compare_places(a, b);
    return difference;
}

static uint32_t list_ops(uint32_t *ops, bool *listed, const bool *wanted, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t record = 1; record < end; record++) {
        const uint32_t op = is_wanted_op(wanted, record) ? sw__record_at(record)->name : 0;
        if (!op || listed[op])
            continue;
        listed[op] = true;
        ops[count++] = op;
    }
    return count;
}

// Returns one more than the greatest number.
static uint32_t number_groups(uint32_t *group_of, uint32_t *ops, uint32_t count, sw__op_grouping by)
{
    uint32_t group = 0;
    qsort_r(ops, count, sizeof *ops, compare, &by);
    for (uint32_t i = 0; i < count; i++) {
        group += i == 0 || compare(&ops[i - 1], &ops[i], &by) != 0;
        group_of[ops[i]] = group;
    }
    return group + 1;
}

bool sw__op_groups_make(uint32_t *group, uint32_t *group_end, const bool *wanted, uint32_t end, sw__op_grouping by)
{
    const uint32_t op_end = sw__ops_end();
    uint32_t *ops = calloc(op_end, sizeof *ops);
    bool *listed = calloc(op_end, sizeof *listed);
    uint32_t *group_of = calloc(op_end, sizeof *group_of);
    const bool reserved = ops && listed && group_of;
    if (reserved) {
        *group_end = number_groups(group_of, ops, list_ops(ops, listed, wanted, end), by);
        for (uint32_t record = 1; record < end; record++)
            group[record] = is_wanted_op(wanted, record) ? group_of[sw__record_at(record)->name] : 0;
    }
    free(ops);
    free(listed);
    free(group_of);
    return reserved;
}
