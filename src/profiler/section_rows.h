// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The rows of sections in tables, of the run and of its cycles.

#ifndef SW_PROFILER_SECTION_ROWS_H
#define SW_PROFILER_SECTION_ROWS_H

#include "profiler/section_tree.h"
#include "report/report.h"

/// The names of a section.
typedef struct sw__section_text {
    const char *label; ///< its own, indented
    const char *path;  ///< with those that it lies in, set apart by "/". A "/" or "\" in a name has a "\" before it
} sw__section_text;

/// All that the tables are made from.
typedef struct sw__section_view {
    const sw__reading *reading;
    sw__cycles cycles;
    sw__recorded run; ///< all cycles together
    sw__section_tree tree;
    sw__section_text *texts; ///< by node; the report keeps them
    uint32_t first_epoch;    ///< that of the profiler's first iteration
} sw__section_view;

/// Makes the texts. False: no memory.
bool sw__section_texts_make(sw__section_view *view, sw__report *report);

/// The columns of a section's row. A person gets the spread in a table of its own; the last one is for tables of cycles.
enum { SW__SECTION_COLUMNS = 18, SW__CYCLE_SECTION_COLUMNS };
extern const sw__column sw__section_columns[SW__CYCLE_SECTION_COLUMNS];

/// Adds the row of a section that took `sums` in the iterations `of`. Returns its cells, or NULL as sw__table_add_row().
sw__cell *sw__section_row_add(sw__table *table, const sw__section_view *view, uint32_t node,
                              const sw__section_sums *sums, const sw__recorded *of);

/// The same for what those iterations took in no section. NULL also where they have no time.
sw__cell *sw__unattributed_row_add(sw__table *table, const sw__section_view *view, const sw__recorded *of);

extern const char sw__unattributed_label[];

/// What such ticks are for each iteration; absent without any.
sw__cell sw__ticks_per_iteration(const sw__section_view *view, const sw__recorded *of, uint64_t ticks);

/// The time of a section for each iteration; absent without any, or if it was never ended.
sw__cell sw__section_per_iteration(const sw__section_sums *sums, const sw__recorded *of);

#endif
