// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Python as a reader of what the library writes, whose parsers are somebody else's, and as a language that uses it.

#ifndef TESTS_PYTHON_H
#define TESTS_PYTHON_H

/// The python3 that the tests use; NULL if there is none with what they import: says so behind the test's name.
const char *python_command(void);

/// Runs the script with `argument` as sys.argv[1] and checks that it ends well; what it complains about is shown. Without
/// python3 it only says that this was skipped.
void python_check(const char *script, const char *argument);

#endif
