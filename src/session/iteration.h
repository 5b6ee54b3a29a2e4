// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of an iteration, for all modules.

#ifndef SW_SESSION_ITERATION_H
#define SW_SESSION_ITERATION_H

#include <stdbool.h>

/// Before the session's lock is taken to open or to close something that the end of an iteration looks at: waits until no
/// other thread is in sw_finish_iter(), and keeps them out. Gives up after a second, as that thread may hang in a handler or
/// a pipe. Pass on what it returns.
bool sw__finish_iter_keep_out(void);
void sw__finish_iter_let_in(bool kept_out);

/// In the child of a fork(): no thread is in sw_finish_iter().
void sw__finish_iter_after_fork(void);

#endif
