// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is wrong on a command line, and the numbers on it.

#ifndef DEMOS_COMMAND_LINE_H
#define DEMOS_COMMAND_LINE_H

#include <stdint.h>

enum { EXIT_USAGE = 2 };

/// Says what is wrong and exits with EXIT_USAGE.
_Noreturn void command_line_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// After getopt_long() has said what is wrong.
_Noreturn void command_line_fail_option(void);

/// The whole number that an option has; exits with a message if it is none, or not within the limits.
uint64_t command_line_number(const char *option, const char *text, uint64_t minimum, uint64_t maximum);

/// The same for any number.
double command_line_real(const char *option, const char *text, double minimum, double maximum);

#endif
