// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Mode nvidia, as an attached tool sees it: a range iter_N for each recorded iteration, N counted from 0 with those that are
// not recorded, and CUDA's profilers started and stopped at the edges of each cycle.

#ifndef SW_PROFILER_CAPTURE_H
#define SW_PROFILER_CAPTURE_H

#include <stdint.h>

/// For the session, before its first cycle: loads the tool, if there is one. Until then, and after sw__capture_close(), the
/// calls below do nothing.
void sw__capture_open(void);
void sw__capture_close(void);

/// In the child of a fork(), whose tool is the parent's.
void sw__capture_after_fork(void);

// On the threads that finish iterations, one at a time. Ends that nothing began do nothing.
void sw__capture_begin_cycle(void);
void sw__capture_end_cycle(void);
void sw__capture_begin_iteration(uint64_t number);
void sw__capture_end_iteration(void);

/// What becomes of the ranges, for the head of the summary; NULL: the mode is another one.
const char *sw__capture_state(void);

#endif
