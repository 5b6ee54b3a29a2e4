// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "open_table.h"

#include <stdlib.h>

#include "profiler/call_path.h"
#include "profiler/call_tree.h"
#include "profiler/section_counts.h"

// What is open at a node, or was.
typedef struct open {
    uint32_t running;
    uint64_t since; ///< ticks, of the outermost of those that are running
    uint64_t unfinished;
    const char *path;
} open;

typedef struct making {
    const sw__reading *reading;
    uint32_t record_end;
    sw__open_section *sections; ///< that are open on the calling thread
    size_t section_count;
    uint64_t *cut;  ///< by record
    uint32_t *what; ///< the same: what it is a case of, if it has to be in the tree
    sw__call_tree *tree;
    open *nodes;
} making;

// Ops are told apart by their names alone.
static void choose(making *m, uint32_t record)
{
    if (record < m->record_end && sw__record_nests(record))
        m->what[record] =
            sw__record_name(record) | (sw__record_at(record)->kind == SW__KIND_OP ? SW__SECTION_IS_OP : 0);
}

// A record is newer than the one that it lies in.
static void choose_open(making *m)
{
    for (size_t i = 0; i < m->section_count; i++)
        choose(m, m->sections[i].record);
    for (uint32_t record = m->record_end; record-- > 1;) {
        if (m->cut[record])
            choose(m, record);
        if (m->what[record])
            choose(m, sw__record_at(record)->parent);
    }
}

static void count_open(making *m)
{
    for (uint32_t record = 1; record < m->record_end; record++)
        if (m->what[record])
            m->nodes[m->tree->node_of[record]].unfinished += m->cut[record];
    for (size_t i = 0; i < m->section_count; i++) {
        const sw__open_section *section = &m->sections[i];
        open *node = &m->nodes[section->record < m->record_end ? m->tree->node_of[section->record] : 0];
        if (!node->running++)
            node->since = section->start;
    }
}

static void make_paths(const making *m, sw__report *report)
{
    for (uint32_t node = 1; node < m->tree->end; node++) {
        const sw__call_node *of = &m->tree->nodes[node];
        const char *name = sw__name_text(of->what & ~SW__SECTION_IS_OP);
        m->nodes[node].path = sw__call_path(report, name, m->nodes[of->parent].path);
    }
}

// The counters of two processors may differ by a tick.
static sw__cell running_for(const making *m, const open *node)
{
    const uint64_t now = m->reading->now;
    const uint64_t ticks = now > node->since ? now - node->since : 0;
    return sw__number((double)ticks * m->reading->clock.ns_per_tick);
}

static sw__open_totals add_rows(sw__table *table, const making *m)
{
    sw__open_totals totals = {0};
    for (uint32_t i = 1; i < m->tree->end; i++) {
        const open *node = &m->nodes[i];
        totals.running |= node->running;
        totals.unfinished += node->unfinished;
        sw__cell *cells = node->running || node->unfinished ? sw__table_add_row(table) : NULL;
        if (!cells)
            continue;
        cells[0] = sw__text(node->path);
        cells[1] = sw__count(node->running);
        if (node->running)
            cells[2] = running_for(m, node);
        cells[3] = sw__count(node->unfinished);
    }
    return totals;
}

// There are no more nodes than records.
static bool reserve(making *m)
{
    m->sections = calloc(SW__SECTION_DEPTH, sizeof *m->sections);
    m->cut = calloc(m->record_end, sizeof *m->cut);
    m->what = calloc(m->record_end, sizeof *m->what);
    m->nodes = calloc(m->record_end, sizeof *m->nodes);
    return m->sections && m->cut && m->what && m->nodes;
}

static bool make(making *m, sw__report *report)
{
    if (!reserve(m))
        return false;
    m->section_count = sw__sections_open_here(m->sections);
    sw__sections_add_cut(m->cut, m->record_end);
    choose_open(m);
    if (!sw__call_tree_take(m->tree, m->what, m->record_end))
        return false;
    count_open(m);
    make_paths(m, report);
    return true;
}

sw__open_totals sw__open_table(sw__report *report, const sw__reading *reading)
{
    static const sw__column columns[] = {
        {"section", SW__CELL_TEXT, "path"},
        {"running", SW__CELL_COUNT, "running"},
        {"for", SW__CELL_DURATION, "running_ns"},
        {"unfinished", SW__CELL_COUNT, "unfinished"},
    };
    sw__table table = {
        .title = "Sections begun and not ended", .key = "open_sections", .columns = columns, .column_count = 4};
    sw__open_totals totals = {0};
    sw__call_tree tree = {0};
    making m = {.reading = reading, .tree = &tree, .record_end = reading->snapshot.record_end};
    if (make(&m, report))
        totals = add_rows(&table, &m);
    else
        report->failed = true;
    sw__report_add_table(report, &table);
    sw__call_tree_free(&tree);
    free(m.sections);
    free(m.cut);
    free(m.what);
    free(m.nodes);
    return totals;
}
