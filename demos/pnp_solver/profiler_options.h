// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler's parameters as options of a command line, by the names that the solvers' users know.
//
// They lie on top of the run profile, and win over it one by one: each goes into STEPWATCH_SET, behind what the user has
// there, before sw_init() reads it. So `--profiler-warmup 5` changes the warm-up of the profile that is chosen, and
// switches a profiler on, with the defaults, where it has none. Without these options the profile alone decides.

#ifndef PNP_PROFILER_OPTIONS_H
#define PNP_PROFILER_OPTIONS_H

#include <getopt.h>

enum { PROFILER_OPTIONS = 8 };

/// Those of getopt_long(), with values from `first_value`.
void profiler_options_add(struct option options[PROFILER_OPTIONS], int first_value);

/// Option number `index` of them was given. Exits with a message if `value` is wrong; NULL: there is none.
void profiler_options_take(int index, const char *value);

/// Their part of the help text.
void profiler_options_help(void);

#endif
