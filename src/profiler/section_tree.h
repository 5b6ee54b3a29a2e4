// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The sections of the run as a tree: of each, what it took in the run and in each cycle. A section is known by its name and
// by the sections that it lies in; ops between them are passed over. It has records for each cycle.

#ifndef SW_PROFILER_SECTION_TREE_H
#define SW_PROFILER_SECTION_TREE_H

#include "aggregate/reading.h"
#include "aggregate/rows.h"
#include "profiler/call_tree.h"
#include "profiler/cycles.h"

/// What a section took in the run, or in a cycle of it.
typedef struct sw__section_sums {
    sw__row row;
    double inside_ns;    ///< the total of the sections right inside
    uint64_t unfinished; ///< times that it was cut off
} sw__section_sums;

#define SW__OUTERMOST UINT32_MAX ///< `parent` of a section that lies in no other

typedef struct sw__section_node {
    uint32_t name;
    uint32_t parent; ///< its place in the tree
    uint32_t depth;  ///< 0: outermost
    uint32_t record; ///< the first of its records
    sw__section_sums run;
} sw__section_node;

typedef struct sw__section_tree {
    sw__section_node *nodes; ///< each before those inside it; of siblings the one with the greatest total first
    uint32_t count;
    sw__call_tree calls;
    struct sw__record_note *notes; ///< by record
    uint32_t *scratch;             ///< room for the records of a node
    const sw__reading *reading;
} sw__section_tree;

/// Takes the tree of the sections that were recorded in some cycles. False: no memory. Free it in any case, before the
/// reading.
bool sw__section_tree_take(sw__section_tree *tree, const sw__reading *reading, const sw__cycles *cycles);
void sw__section_tree_free(sw__section_tree *tree);

/// What a section took in a cycle, which is known by its place among those that are kept.
sw__section_sums sw__section_in_cycle(const sw__section_tree *tree, const sw__section_node *node, uint32_t cycle);

#endif
