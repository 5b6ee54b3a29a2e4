// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Python as a reader of what the library writes: its parsers are somebody else's.

#ifndef TESTS_PYTHON_H
#define TESTS_PYTHON_H

/// Runs the script with `argument` as sys.argv[1] and checks that it ends well; what it complains about is shown. Without
/// python3 it only says that this was skipped.
void python_check(const char *script, const char *argument);

#endif
