// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A user of the installed library: somebody else's folder, compilers and build tools.

#ifndef TESTS_INSTALL_SUPPORT_H
#define TESTS_INSTALL_SUPPORT_H

#include <stdbool.h>

#include "process.h"

/// Runs shell commands in the user's folder. Before the first ones the library is installed, and the folder filled: with
/// tests/outside/, and with the README's program as train.c and train.cpp. tests/user_environment.sh has what the commands
/// may use. They end at the first one that fails. Free the result.
process_result user_runs(const char *commands);

/// The same; unless they succeed, the test ends there, and what they printed is shown.
void user_does(const char *commands);

/// Runs a program of the user with the run profile `evaluation`: it exits with 0, and its summary has 20 counted iterations
/// and so many intervals of that measurement.
void user_measures(const char *command, const char *measurement, unsigned intervals);

/// Whether there is such a program; if not, says that the test is skipped.
bool user_has(const char *program);

/// Whether the library was built with gcc's sanitizers, which what that compiler makes cannot be linked with; if so, says that
/// the test is skipped.
bool sanitizers_exclude(const char *compiler);

#endif
