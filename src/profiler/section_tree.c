// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_tree.h"

#include <stdlib.h>

#include "profiler/section_counts.h"

enum { EACH_CYCLE = SW__CYCLES_KEPT };

typedef struct sw__record_note {
    uint32_t cycle;
    double inside_ns; ///< the total of the sections right inside
    uint64_t cut;     ///< how many were cut off
} note;

typedef struct making {
    sw__section_tree *tree;
    uint32_t record_end;
    uint32_t *what;         ///< by record, for the tree: the name of a section that there is something to tell of
    uint64_t *cut;          ///< by record
    sw__open_section *open; ///< of the calling thread
    double *totals;         ///< by node
    uint32_t *order;
    uint32_t *place; ///< by node, in that order
} making;

static const sw__lengths *lengths_of(const sw__section_tree *tree, uint32_t record)
{
    return &tree->reading->snapshot.merged->records[record].lengths;
}

static bool is_section(uint32_t record)
{
    return sw__record_at(record)->kind == SW__KIND_SECTION;
}

// What a section lies in: another one, or its cycle. Ops between them are passed over.
static uint32_t around(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (sw__record_at(record)->kind == SW__KIND_OP);
    return record;
}

static void use(making *m, uint32_t record)
{
    if (record < m->record_end && is_section(record))
        m->what[record] = sw__record_at(record)->name;
}

// A record is newer than the one that it lies in.
static void choose_sections(making *m)
{
    const size_t open_count = sw__sections_open_here(m->open);
    for (size_t i = 0; i < open_count; i++)
        use(m, m->open[i].record);
    for (uint32_t record = m->record_end; record-- > 1;) {
        if (m->cut[record] || lengths_of(m->tree, record)->count)
            use(m, record);
        if (m->what[record])
            use(m, around(record));
    }
}

static void take_notes(making *m, const sw__cycles *cycles)
{
    note *notes = m->tree->notes;
    for (uint32_t cycle = 0; cycle < cycles->kept_count; cycle++) {
        const uint32_t record = sw__cycle_record(cycle);
        if (record < m->record_end)
            notes[record].cycle = cycle;
    }
    for (uint32_t record = 1; record < m->record_end; record++) {
        if (!m->what[record])
            continue;
        notes[record].cut = m->cut[record];
        notes[record].cycle = notes[around(record)].cycle;
        notes[around(record)].inside_ns +=
            (double)lengths_of(m->tree, record)->total * m->tree->reading->clock.ns_per_tick;
    }
}

// What the records of a node add up to, those of one cycle or of each.
static sw__section_sums sum_up(const sw__section_tree *tree, uint32_t record, uint32_t cycle)
{
    sw__section_sums sums = {0};
    size_t count = 0;
    for (; record; record = tree->calls.next[record]) {
        const note *of = &tree->notes[record];
        if (cycle != EACH_CYCLE && of->cycle != cycle)
            continue;
        tree->scratch[count++] = record;
        sums.inside_ns += of->inside_ns;
        sums.unfinished += of->cut;
    }
    sums.row = sw__row_of(&tree->reading->snapshot, tree->scratch, count, tree->reading->clock.ns_per_tick);
    return sums;
}

static double total_of(const sw__section_tree *tree, uint32_t record)
{
    double ticks = 0;
    for (; record; record = tree->calls.next[record])
        ticks += (double)lengths_of(tree, record)->total;
    return ticks;
}

static bool make_nodes(making *m)
{
    sw__section_tree *tree = m->tree;
    for (uint32_t node = 1; node < tree->calls.end; node++)
        m->totals[node] = total_of(tree, tree->calls.nodes[node].record);
    if (!sw__call_tree_order(&tree->calls, m->totals, m->order))
        return false;
    for (tree->count = 0; tree->count + 1 < tree->calls.end; tree->count++) {
        const uint32_t node = m->order[tree->count];
        const sw__call_node *of = &tree->calls.nodes[node];
        m->place[node] = tree->count;
        tree->nodes[tree->count] = (sw__section_node){
            .name = of->what,
            .parent = of->parent ? m->place[of->parent] : SW__OUTERMOST,
            .depth = of->depth,
            .record = of->record,
            .run = sum_up(tree, of->record, EACH_CYCLE),
        };
    }
    return true;
}

// There are no more nodes than records.
static bool reserve(making *m)
{
    const size_t end = m->record_end;
    sw__section_tree *tree = m->tree;
    tree->notes = calloc(end, sizeof *tree->notes);
    tree->nodes = calloc(end, sizeof *tree->nodes);
    tree->scratch = calloc(end, sizeof *tree->scratch);
    m->what = calloc(end, sizeof *m->what);
    m->cut = calloc(end, sizeof *m->cut);
    m->open = calloc(SW__SECTION_DEPTH, sizeof *m->open);
    m->totals = calloc(end, sizeof *m->totals);
    m->order = calloc(end, sizeof *m->order);
    m->place = calloc(end, sizeof *m->place);
    return tree->notes && tree->nodes && tree->scratch && m->what && m->cut && m->open && m->totals && m->order &&
           m->place;
}

static bool make(making *m, const sw__cycles *cycles)
{
    if (!reserve(m))
        return false;
    sw__sections_add_cut(m->cut, m->record_end);
    choose_sections(m);
    take_notes(m, cycles);
    return sw__call_tree_take(&m->tree->calls, m->what, m->record_end) && make_nodes(m);
}

bool sw__section_tree_take(sw__section_tree *tree, const sw__reading *reading, const sw__cycles *cycles)
{
    *tree = (sw__section_tree){.reading = reading};
    making m = {.tree = tree, .record_end = reading->snapshot.record_end};
    const bool made = make(&m, cycles);
    free(m.what);
    free(m.cut);
    free(m.open);
    free(m.totals);
    free(m.order);
    free(m.place);
    return made;
}

void sw__section_tree_free(sw__section_tree *tree)
{
    sw__call_tree_free(&tree->calls);
    free(tree->nodes);
    free(tree->notes);
    free(tree->scratch);
    *tree = (sw__section_tree){0};
}

sw__section_sums sw__section_in_cycle(const sw__section_tree *tree, const sw__section_node *node, uint32_t cycle)
{
    return sum_up(tree, node->record, cycle);
}
