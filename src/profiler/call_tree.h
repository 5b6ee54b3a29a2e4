// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Call paths as a tree: nodes are sections, and ops where they are wanted, by what they lie in. Records that are the same to
// a reader, such as those of several cycles, share a node.

#ifndef SW_PROFILER_CALL_TREE_H
#define SW_PROFILER_CALL_TREE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct sw__call_node {
    uint32_t what;
    uint32_t parent; ///< the node that it lies in; 0: none
    uint32_t depth;  ///< 0: outermost
    uint32_t record; ///< the first of its records
} sw__call_node;

typedef struct sw__call_tree {
    sw__call_node *nodes; ///< from 1 on, each behind the one that it lies in
    uint32_t end;
    uint32_t *node_of; ///< by record: the one that it belongs to or, if it is passed over, lies in; 0: none
    uint32_t *next;    ///< by record: the next one of the same node; 0: none
} sw__call_tree;

/// Takes the tree of the records that `what` has a number for, by record up to `record_end`; those of one number that lie in
/// the same node make one node, and those of 0 are passed over. False: no memory. Free it in any case.
bool sw__call_tree_take(sw__call_tree *tree, const uint32_t *what, uint32_t record_end);
void sw__call_tree_free(sw__call_tree *tree);

/// Fills in `order`, for `end - 1` nodes: each before those inside it, siblings by `keys`, the greatest first. False: no
/// memory.
bool sw__call_tree_order(const sw__call_tree *tree, const double *keys, uint32_t *order);

#endif
