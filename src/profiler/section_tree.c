// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "section_tree.h"

#include <stdlib.h>

#include "profiler/section_counts.h"

enum { ROOT = 0 };

typedef struct sw__record_note {
    uint32_t node; ///< the section, while the tree is made; ROOT: that of a cycle, or one that is not in the tree
    uint32_t next; ///< the same section in a later cycle; 0: none
    uint32_t cycle;
    bool used;        ///< there is something to tell of it, or of what lies in it
    double inside_ns; ///< the total of the sections right inside
} note;

// How a node hangs together with others, while the tree is made. Node ROOT is the run; 0 stands for none, too.
typedef struct links {
    uint32_t last_record;
    uint32_t same_name; ///< the node of the same name that was added before
    uint32_t first_child;
    uint32_t next_sibling;
} links;

typedef struct sort_key {
    uint32_t node;
    uint32_t parent;
    double total_ns;
} sort_key;

typedef struct making {
    sw__section_tree *tree;
    uint32_t record_end;
    sw__open_section *open; ///< of the calling thread
    size_t open_count;
    links *links;      ///< by node
    uint32_t *by_name; ///< the node of a name that was added last
    sort_key *keys;
    sw__section_node *ordered;
    uint32_t *place; ///< by node, among those in order
} making;

static const sw__lengths *lengths_of(const sw__section_tree *tree, uint32_t record)
{
    return &tree->reading->snapshot.merged->records[record].lengths;
}

// What a section lies in: another one, or its cycle. Ops between them are passed over.
static uint32_t around(uint32_t record)
{
    do
        record = sw__record_at(record)->parent;
    while (sw__record_at(record)->kind == SW__KIND_OP);
    return record;
}

static void mark_used(making *m)
{
    note *notes = m->tree->notes;
    for (size_t i = 0; i < m->open_count; i++)
        if (m->open[i].record < m->record_end)
            notes[m->open[i].record].used = true;
    for (uint32_t record = m->record_end; record-- > 1;) {
        if (sw__record_at(record)->kind != SW__KIND_SECTION)
            continue;
        // A record is newer than the one that it lies in.
        notes[record].used |= m->tree->cut[record] || lengths_of(m->tree, record)->count;
        notes[around(record)].used |= notes[record].used;
    }
}

static uint32_t add_node(making *m, uint32_t parent, uint32_t name)
{
    sw__section_tree *tree = m->tree;
    const uint32_t node = tree->count++;
    const uint32_t depth = parent == ROOT ? 0 : tree->nodes[parent].depth + 1;
    tree->nodes[node] = (sw__section_node){.name = name, .parent = parent, .depth = depth};
    m->links[node].same_name = m->by_name[name];
    return m->by_name[name] = node;
}

static uint32_t node_in(making *m, uint32_t parent, uint32_t name)
{
    uint32_t node = m->by_name[name];
    while (node && m->tree->nodes[node].parent != parent)
        node = m->links[node].same_name;
    return node ? node : add_node(m, parent, name);
}

static void give_record(making *m, uint32_t node, uint32_t record)
{
    const uint32_t last = m->links[node].last_record;
    if (last)
        m->tree->notes[last].next = record;
    else
        m->tree->nodes[node].record = record;
    m->links[node].last_record = record;
    m->tree->notes[record].node = node;
    m->tree->nodes[node].run.unfinished += m->tree->cut[record];
}

static void add_nodes(making *m)
{
    note *notes = m->tree->notes;
    const double ns_per_tick = m->tree->reading->clock.ns_per_tick;
    m->tree->count = 1;
    for (uint32_t record = 1; record < m->record_end; record++) {
        const sw__record *r = sw__record_at(record);
        if (r->kind != SW__KIND_SECTION || !notes[record].used)
            continue;
        const uint32_t parent = around(record);
        notes[record].cycle = notes[parent].cycle;
        notes[parent].inside_ns += (double)lengths_of(m->tree, record)->total * ns_per_tick;
        give_record(m, node_in(m, notes[parent].node, r->name), record);
    }
}

static void add_running(making *m)
{
    for (size_t i = 0; i < m->open_count; i++) {
        const uint32_t node = m->open[i].record < m->record_end ? m->tree->notes[m->open[i].record].node : ROOT;
        sw__section_node *open = &m->tree->nodes[node];
        if (node != ROOT && !open->running++)
            open->running_since = m->open[i].start;
    }
}

static void sum_up(const sw__section_tree *tree, sw__section_node *node)
{
    uint32_t records[SW__CYCLES_KEPT];
    size_t count = 0;
    for (uint32_t record = node->record; record; record = tree->notes[record].next) {
        records[count++] = record;
        node->run.inside_ns += tree->notes[record].inside_ns;
    }
    node->run.row = sw__row_of(&tree->reading->snapshot, records, count, tree->reading->clock.ns_per_tick);
}

// By parent; of siblings the one that comes last in the tree first.
static int from_the_last(const void *a, const void *b)
{
    const sort_key *x = a;
    const sort_key *y = b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    if (x->total_ns != y->total_ns)
        return x->total_ns < y->total_ns ? -1 : 1;
    return (x->node < y->node) - (x->node > y->node);
}

static void link_siblings(making *m)
{
    const uint32_t count = m->tree->count;
    for (uint32_t node = 1; node < count; node++)
        m->keys[node - 1] = (sort_key){node, m->tree->nodes[node].parent, m->tree->nodes[node].run.row.total_ns};
    qsort(m->keys, count - 1, sizeof *m->keys, from_the_last);
    for (uint32_t i = 0; i + 1 < count; i++) {
        links *parent = &m->links[m->keys[i].parent];
        m->links[m->keys[i].node].next_sibling = parent->first_child;
        parent->first_child = m->keys[i].node;
    }
}

// The node that comes behind another one; ROOT: none.
static uint32_t node_behind(const making *m, uint32_t node)
{
    if (m->links[node].first_child)
        return m->links[node].first_child;
    while (node != ROOT && !m->links[node].next_sibling)
        node = m->tree->nodes[node].parent;
    return m->links[node].next_sibling;
}

static void put_in_order(making *m)
{
    uint32_t count = 0;
    for (uint32_t node = node_behind(m, ROOT); node != ROOT; node = node_behind(m, node)) {
        sw__section_node *put = &m->ordered[count];
        *put = m->tree->nodes[node];
        put->parent = put->parent == ROOT ? SW__OUTERMOST : m->place[put->parent];
        m->place[node] = count++;
    }
    free(m->tree->nodes);
    m->tree->nodes = m->ordered;
    m->tree->count = count;
    m->ordered = NULL;
}

// There are no more nodes than records.
static bool reserve(making *m)
{
    const size_t end = m->record_end;
    m->tree->notes = calloc(end, sizeof *m->tree->notes);
    m->tree->nodes = calloc(end, sizeof *m->tree->nodes);
    m->tree->cut = calloc(end, sizeof *m->tree->cut);
    m->open = calloc(SW__SECTION_DEPTH, sizeof *m->open);
    m->links = calloc(end, sizeof *m->links);
    m->by_name = calloc(sw__name_end(), sizeof *m->by_name);
    m->keys = calloc(end, sizeof *m->keys);
    m->ordered = calloc(end, sizeof *m->ordered);
    m->place = calloc(end, sizeof *m->place);
    return m->tree->notes && m->tree->nodes && m->tree->cut && m->open && m->links && m->by_name && m->keys &&
           m->ordered && m->place;
}

static void make(making *m, const sw__cycles *cycles)
{
    for (uint32_t cycle = 0; cycle < cycles->kept_count; cycle++) {
        const uint32_t record = sw__cycle_record(cycle);
        if (record < m->record_end)
            m->tree->notes[record].cycle = cycle;
    }
    sw__sections_add_cut(m->tree->cut, m->record_end);
    m->open_count = sw__sections_open_here(m->open);
    mark_used(m);
    add_nodes(m);
    add_running(m);
    for (uint32_t node = 1; node < m->tree->count; node++)
        sum_up(m->tree, &m->tree->nodes[node]);
    link_siblings(m);
    put_in_order(m);
}

bool sw__section_tree_take(sw__section_tree *tree, const sw__reading *reading, const sw__cycles *cycles)
{
    *tree = (sw__section_tree){.reading = reading};
    making m = {.tree = tree, .record_end = reading->snapshot.record_end};
    const bool reserved = reserve(&m);
    if (reserved)
        make(&m, cycles);
    free(m.open);
    free(m.links);
    free(m.by_name);
    free(m.keys);
    free(m.ordered);
    free(m.place);
    return reserved;
}

void sw__section_tree_free(sw__section_tree *tree)
{
    free(tree->nodes);
    free(tree->notes);
    free(tree->cut);
    *tree = (sw__section_tree){0};
}

sw__section_sums sw__section_in_cycle(const sw__section_tree *tree, const sw__section_node *node, uint32_t cycle)
{
    uint32_t record = node->record;
    while (record && tree->notes[record].cycle != cycle)
        record = tree->notes[record].next;
    return (sw__section_sums){
        .row = sw__row_of(&tree->reading->snapshot, &record, 1, tree->reading->clock.ns_per_tick),
        .inside_ns = tree->notes[record].inside_ns,
        .unfinished = tree->cut[record],
    };
}
