// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The command line.

#ifndef PNP_ARGUMENTS_H
#define PNP_ARGUMENTS_H

#include "profiled_run.h"

struct arguments {
    const char *config;  ///< NULL: no file
    const char *profile; ///< NULL: STEPWATCH_PROFILE, or else the config file, decides
    bool asks_profiler;  ///< an option of the profiler was given
    struct problem_options problem;
    const char *observed_path; ///< of the blurred image; NULL: it is not written
    struct run_options run;
};

/// Exits with a message where they are wrong, and after showing the help.
struct arguments arguments_parse(int argc, char **argv);

#endif
