// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The measurements of scopes.

#ifndef SW_STOPWATCH_TIMER_SCOPES_H
#define SW_STOPWATCH_TIMER_SCOPES_H

#include <stepwatch/scope.h>

#include "base/lanes.h"

/// For scopes, with the lane entered: starts the timer of `name` unless it runs, and returns its start; 0: it was running.
/// `captured` is what the wait for the GPU gave, which came before.
uint64_t sw__timer_scope_begin(sw__lane *lane, uint32_t name, bool captured);

/// Ends the timer that sw__timer_scope_begin() started, if it still runs.
void sw__timer_scope_end(sw__lane *lane, uint32_t name, uint64_t started, uint64_t now);

/// The same for the common case of a scope that is a measurement only: nothing has changed since the thread's last call, and
/// the name is one that it used before. False: nothing was done.
bool sw__timer_scope_begin_at_once(sw_scope *scope, const char *name);
bool sw__timer_scope_end_at_once(const sw_scope *scope);

#endif
