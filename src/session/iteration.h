// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of an iteration, for all modules.

#ifndef SW_SESSION_ITERATION_H
#define SW_SESSION_ITERATION_H

/// In the child of a fork(): no thread is in sw_finish_iter().
void sw__finish_iter_after_fork(void);

#endif
