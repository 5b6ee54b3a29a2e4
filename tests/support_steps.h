// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Interrupts a piece of work by a signal, exactly once, behind any chosen one of its instructions.

#ifndef TESTS_SUPPORT_STEPS_H
#define TESTS_SUPPORT_STEPS_H

#include <stdbool.h>

/// Whether this machine and this build can do it.
bool can_step(void);

/// Runs `work` and, from a signal handler behind its instruction number `at`, counted from 0, `action`. False, without the
/// action, if the work has no more than `at` instructions.
bool interrupt_at(unsigned at, void (*work)(void), void (*action)(void));

/// The instruction to try next: the one behind, or, where there are very many before it, one of the next few.
unsigned next_instruction(unsigned at);

#endif
