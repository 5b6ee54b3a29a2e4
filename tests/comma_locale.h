// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A locale with a decimal comma, as in much of Europe, which must not show in any number that the library writes.

#ifndef TESTS_COMMA_LOCALE_H
#define TESTS_COMMA_LOCALE_H

/// Makes the locale of a source in tests/data, as few machines have it installed, in the folder LOCPATH=BUILD_DIR/tests.
void locale_make(const char *name);

/// Runs `write` in a child process whose locale has a decimal comma, and checks what it writes to the descriptor that it
/// is given. Says that this was skipped where no such locale can be made.
void check_with_decimal_comma(void (*write)(int out), const char *expected);

#endif
