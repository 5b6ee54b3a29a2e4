// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Iterations of known length, for sessions on the clock that stands still.

#ifndef TESTS_ITERATION_SUPPORT_H
#define TESTS_ITERATION_SUPPORT_H

/// A section of a second; checks that both calls succeed.
void tick_section(const char *name);

/// One iteration, of two seconds, with one section.
void iterate_with(const char *name);

/// Such iterations, with the section "denoise".
void iterate(unsigned count);

#endif
