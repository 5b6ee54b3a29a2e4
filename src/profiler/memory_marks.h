// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How far the memory that a thread allocates, less what it frees, rose in each section and op above what it was at their
// begin. A stack of watermarks goes along with the stack of what is open, so that what lies inside raises the mark of what it
// lies in, and never lowers it.
//
// Only entries in which memory came or went have a mark: they have SW__HAS_MEMORY, and so have all those below them.

#ifndef SW_PROFILER_MEMORY_MARKS_H
#define SW_PROFILER_MEMORY_MARKS_H

#include "profiler/sections.h"

extern sw__lane_part sw__memory_marks_part;

// With the lane entered, once it has come to a cycle.

/// Memory was allocated in what is open, or, negative, freed.
void sw__memory_marks_move(sw__lane *lane, int64_t bytes);

/// An entry that has SW__HAS_MEMORY is about to leave the stack, and may have others above it. Its peak goes into the
/// statistics of its record.
void sw__memory_marks_end(sw__lane *lane, const sw__section *section);

#endif
