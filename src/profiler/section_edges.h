// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What there is to do at the edges of a section beyond reading the clock: waiting for the GPU, showing the section to an
// attached tool, and taking the GPU's memory. With SW__PROFILER_EDGES in the state word no call goes its shortest way.

#ifndef SW_PROFILER_SECTION_EDGES_H
#define SW_PROFILER_SECTION_EDGES_H

#include <stepwatch/profiler.h>

#include "profiler/sections.h"

typedef struct sw__section_work {
    sw_cuda_sync sync;
    bool ranges; ///< one of NVTX for each section
} sw__section_work;

/// While no section is recorded. Returns what goes into the state word with the profiler's bits.
uint64_t sw__section_edges_use(sw__section_work work);

/// Whether the ends of sections are to wait for the GPU.
bool sw__section_edges_wait(void);

/// Waits for the GPU, if a section that begins now is to and nothing is paused. The lane is left for it, and returned entered
/// again; NULL as by sw__lane_enter().
sw__lane *sw__section_edge_wait(sw__lane *lane);

/// Before an end is timed: waits if `section`, or NULL, is one that is recorded. The lane is left in any case. True: there
/// was a wait.
bool sw__section_edge_wait_at_end(sw__lane *lane, const sw__section *section);

/// How often a stream capture was in the way.
uint64_t sw__section_edges_captured(void);
void sw__section_edges_forget_captured(void);

/// The section was put on the stack, and its time is not read yet. `has_range`: it needs none.
void sw__section_edge_opened(sw__section *section, bool has_range);

/// Its ranges are to be closed: it leaves the stack.
void sw__section_edge_closed(const sw__section *section);

/// The session ends: closes the ranges of what is open on the calling thread, whose ends will do nothing any more.
void sw__section_edges_close_ranges(void);

/// Its end was timed.
void sw__section_edge_timed(const sw__lane *lane, const sw__section *section);

#endif
