// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "call_tree.h"

#include <stdlib.h>

#include "base/records.h"

enum { ROOT = 0 }; // 0 stands for none, too

// What is needed while the tree is made.
typedef struct making {
    sw__call_tree *tree;
    uint32_t *last_record; ///< by node
    uint32_t *index;       ///< nodes by hash of what they are and lie in; 0: free
    uint64_t index_size;
} making;

// The node's place in the index, or the free one where it belongs.
static uint32_t *probe(const making *m, uint32_t parent, uint32_t what)
{
    const uint64_t hash = ((uint64_t)parent << 32 | what) * UINT64_C(0x9e3779b97f4a7c15);
    for (uint64_t i = (hash >> 32) % m->index_size;; i = (i + 1) % m->index_size) {
        const sw__call_node *node = &m->tree->nodes[m->index[i]];
        if (!m->index[i] || (node->parent == parent && node->what == what))
            return &m->index[i];
    }
}

static uint32_t node_in(making *m, uint32_t parent, uint32_t what)
{
    uint32_t *place = probe(m, parent, what);
    if (*place)
        return *place;
    sw__call_tree *tree = m->tree;
    const uint32_t depth = parent == ROOT ? 0 : tree->nodes[parent].depth + 1;
    tree->nodes[tree->end] = (sw__call_node){.what = what, .parent = parent, .depth = depth};
    return *place = tree->end++;
}

static void give_record(making *m, uint32_t node, uint32_t record)
{
    if (m->last_record[node])
        m->tree->next[m->last_record[node]] = record;
    else
        m->tree->nodes[node].record = record;
    m->last_record[node] = record;
}

// A record is newer than the one that it lies in.
static void make(making *m, const uint32_t *what, uint32_t record_end)
{
    m->tree->end = 1;
    for (uint32_t record = 1; record < record_end; record++) {
        const uint32_t parent = m->tree->node_of[sw__record_at(record)->parent];
        m->tree->node_of[record] = parent;
        if (!what[record])
            continue;
        m->tree->node_of[record] = node_in(m, parent, what[record]);
        give_record(m, m->tree->node_of[record], record);
    }
}

bool sw__call_tree_take(sw__call_tree *tree, const uint32_t *what, uint32_t record_end)
{
    // There are no more nodes than records.
    making m = {.tree = tree, .index_size = 2 * (uint64_t)record_end};
    tree->nodes = calloc(record_end, sizeof *tree->nodes);
    tree->node_of = calloc(record_end, sizeof *tree->node_of);
    tree->next = calloc(record_end, sizeof *tree->next);
    m.last_record = calloc(record_end, sizeof *m.last_record);
    m.index = calloc(m.index_size, sizeof *m.index);
    const bool reserved = tree->nodes && tree->node_of && tree->next && m.last_record && m.index;
    if (reserved)
        make(&m, what, record_end);
    free(m.last_record);
    free(m.index);
    return reserved;
}

void sw__call_tree_free(sw__call_tree *tree)
{
    free(tree->nodes);
    free(tree->node_of);
    free(tree->next);
    *tree = (sw__call_tree){0};
}

typedef struct sort_key {
    uint32_t node;
    uint32_t parent;
    double key;
} sort_key;

// How a node hangs together with others in their order.
typedef struct node_links {
    uint32_t first_child;
    uint32_t next_sibling;
} node_links;

// By parent; of siblings the one that comes last in the order first.
static int from_the_last(const void *a, const void *b)
{
    const sort_key *x = a;
    const sort_key *y = b;
    if (x->parent != y->parent)
        return x->parent < y->parent ? -1 : 1;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->node < y->node) - (x->node > y->node);
}

static void link_siblings(const sw__call_tree *tree, const double *keys, sort_key *sorted, node_links *links)
{
    for (uint32_t node = 1; node < tree->end; node++)
        sorted[node - 1] = (sort_key){node, tree->nodes[node].parent, keys[node]};
    qsort(sorted, tree->end - 1, sizeof *sorted, from_the_last);
    for (uint32_t i = 0; i + 1 < tree->end; i++) {
        links[sorted[i].node].next_sibling = links[sorted[i].parent].first_child;
        links[sorted[i].parent].first_child = sorted[i].node;
    }
}

// The node that comes behind another one; ROOT: none.
static uint32_t node_behind(const sw__call_tree *tree, const node_links *links, uint32_t node)
{
    if (links[node].first_child)
        return links[node].first_child;
    while (node != ROOT && !links[node].next_sibling)
        node = tree->nodes[node].parent;
    return links[node].next_sibling;
}

bool sw__call_tree_order(const sw__call_tree *tree, const double *keys, uint32_t *order)
{
    sort_key *sorted = calloc(tree->end, sizeof *sorted);
    node_links *links = calloc(tree->end, sizeof *links);
    const bool reserved = sorted && links;
    if (reserved) {
        link_siblings(tree, keys, sorted, links);
        for (uint32_t node = node_behind(tree, links, ROOT); node != ROOT; node = node_behind(tree, links, node))
            *order++ = node;
    }
    free(sorted);
    free(links);
    return reserved;
}
