// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The compilers of users, as far as they are on this machine.

#ifndef TESTS_COMPILERS_H
#define TESTS_COMPILERS_H

#include <stdbool.h>

typedef struct compiler {
    const char *command;
    const char *language; ///< as -x takes it
    const char *standard; ///< the option
} compiler;

/// Whether it is there; says so if not, behind the test's name.
bool compiler_is_there(const compiler *c);

bool compiler_is_cxx(const compiler *c);

#endif
