// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "op_lines.h"

#include <stdlib.h>

#include "profiler/op_totals.h"
#include "profiler/sections.h"

typedef struct making {
    sw__op_lines *lines;
    const sw__snapshot *snapshot;
    uint32_t end;              ///< of the records
    sw__running_total *totals; ///< by record, as is what follows
    sw__op_sums *sums;
    bool *wanted;   ///< there is something to tell of it, or of what lies in it
    uint32_t *what; ///< the group of an op or, in a tree, what it is a case of; 0: it has no line
} making;

static bool is_op(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_OP;
}

static bool lies_in_op(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (record && !is_op(record));
    return record;
}

// One around it that goes on has no total yet.
static bool is_part_of_its_group(const making *m, uint32_t record)
{
    const uint32_t group = m->what[record];
    do
        record = sw__record_at(record)->parent;
    while (record && !(m->what[record] == group && m->totals[record].count));
    return record;
}

static void add_done(sw__done *to, const sw__done *more, bool outermost)
{
    to->known |= more->known;
    to->self += more->self;
    to->total += outermost ? more->total : 0;
}

static void add_record(const making *m, sw__op_line *line, uint32_t record, bool outermost)
{
    const sw__running_total *total = &m->totals[record];
    const sw__op_sums *sums = &m->sums[record];
    if (!line->record)
        line->record = record;
    line->calls += total->count;
    line->total += outermost ? total->total : 0;
    line->self += sums->self;
    add_done(&line->flops, &sums->flops, outermost);
    line->flops_calls += total->amounts.flops_calls;
    add_done(&line->bytes, &sums->bytes, outermost);
    line->bytes_calls += total->amounts.bytes_calls;
    line->has_memory |= sums->has_memory;
    line->memory += outermost ? sums->memory : 0;
    line->self_memory += sums->self_memory;
    if (line->peak_memory < total->amounts.peak)
        line->peak_memory = total->amounts.peak;
}

// Of ops that lie in others, cross their ends, or declare more than those around them, the parts may be more than the whole.
static void settle(sw__op_line *line)
{
    line->self = line->self < line->total ? line->self : line->total;
    line->flops.self = line->flops.self < line->flops.total ? line->flops.self : line->flops.total;
    line->bytes.self = line->bytes.self < line->bytes.total ? line->bytes.self : line->bytes.total;
}

static void add_to_whole(const making *m, uint32_t record)
{
    sw__op_whole *whole = &m->lines->whole;
    const sw__lengths *lengths = &m->snapshot->merged->records[record].lengths;
    const sw__amounts *amounts = &m->totals[record].amounts;
    whole->allocated += amounts->allocated;
    whole->freed += amounts->freed;
    whole->has_memory |= amounts->allocations || amounts->frees;
    if (!m->what[record])
        return;
    whole->threads = lengths->threads > whole->threads ? lengths->threads : whole->threads;
    whole->in_open |= lengths->open_total && lengths->open_epoch == m->snapshot->epoch;
    if (!is_op(record))
        return;
    whole->calls += m->totals[record].count;
    whole->flops_calls += amounts->flops_calls;
    add_done(&whole->flops, &m->sums[record].flops, !lies_in_op(record));
}

static void add_line_to_whole(sw__op_whole *whole, const sw__op_line *line)
{
    whole->self += line->self;
    whole->lines += is_op(line->record);
    whole->lines_with_flops += is_op(line->record) && line->flops_calls;
}

static void sum_up(making *m)
{
    sw__op_lines *lines = m->lines;
    const bool is_tree = lines->tree.end;
    for (uint32_t record = 1; record < m->end; record++) {
        add_to_whole(m, record);
        if (!m->what[record])
            lines->outside.self_memory += m->sums[record].self_memory;
        else if (is_tree)
            add_record(m, &lines->all[lines->tree.node_of[record]], record, true);
        else
            add_record(m, &lines->all[m->what[record]], record, !is_part_of_its_group(m, record));
    }
    lines->outside.has_memory = lines->whole.has_memory;
    lines->outside.memory = lines->outside.self_memory;
    for (uint32_t i = 1; i < lines->end; i++) {
        settle(&lines->all[i]);
        add_line_to_whole(&lines->whole, &lines->all[i]);
    }
}

// A record is newer than the one that it lies in.
static void choose(making *m)
{
    for (uint32_t record = m->end; record-- > 1;) {
        m->wanted[record] |= m->totals[record].count || sw__amounts_any(&m->totals[record].amounts);
        m->wanted[sw__record_at(record)->parent] |= m->wanted[record];
    }
}

// What the nodes of a tree are: groups of ops, and sections by their names.
static void add_sections(making *m)
{
    for (uint32_t record = 1; record < m->end; record++) {
        if (is_op(record))
            m->what[record] |= m->what[record] ? SW__SECTION_IS_OP : 0;
        else if (m->wanted[record] && sw__record_nests(record))
            m->what[record] = sw__record_at(record)->name;
    }
}

static bool make(making *m, const sw__reading *reading, const sw__op_choice *choice)
{
    sw__op_lines *lines = m->lines;
    m->totals = calloc(m->end, sizeof *m->totals);
    m->sums = calloc(m->end, sizeof *m->sums);
    m->wanted = calloc(m->end, sizeof *m->wanted);
    m->what = calloc(m->end, sizeof *m->what);
    if (!m->totals || !m->sums || !m->wanted || !m->what ||
        !sw__op_totals_take(m->totals, reading, choice->cycle_record))
        return false;
    sw__op_sums_make(m->sums, m->totals, m->end);
    choose(m);
    if (!sw__op_groups_make(m->what, &lines->end, m->wanted, m->end, choice->by))
        return false;
    if (choice->as_tree) {
        add_sections(m);
        if (!sw__call_tree_take(&lines->tree, m->what, m->end))
            return false;
        lines->end = lines->tree.end;
    }
    lines->all = calloc(lines->end, sizeof *lines->all);
    if (!lines->all)
        return false;
    sum_up(m);
    return true;
}

bool sw__op_lines_take(sw__op_lines *lines, const sw__reading *reading, const sw__op_choice *choice)
{
    *lines = (sw__op_lines){0};
    making m = {.lines = lines, .snapshot = &reading->snapshot, .end = reading->snapshot.record_end};
    const bool made = make(&m, reading, choice);
    free(m.totals);
    free(m.sums);
    free(m.wanted);
    free(m.what);
    return made;
}

void sw__op_lines_free(sw__op_lines *lines)
{
    sw__call_tree_free(&lines->tree);
    free(lines->all);
    *lines = (sw__op_lines){0};
}
