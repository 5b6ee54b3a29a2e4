// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The one function of an object that has the library in it.

#ifndef TESTS_COPIES_COPY_H
#define TESTS_COPIES_COPY_H

enum { COPY_NO_STEP = 1 };

/// Makes the calls of a step, measuring under `name`, and returns the status of the last one.
__attribute__((visibility("default"))) int copy_do(const char *step, const char *name);

#endif
