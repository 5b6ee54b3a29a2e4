// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Why a part of the run could not do its work, as a sentence for the user.

#ifndef DEMOS_FAILURE_H
#define DEMOS_FAILURE_H

#include <stdbool.h>

/// Room for the longest path and what is said about it.
struct failure {
    char text[4352];
};

/// Stores the sentence and returns false, so that a function can leave with `return failure_set(...)`.
bool failure_set(struct failure *failure, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
