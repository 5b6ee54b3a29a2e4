// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the solvers have in common: all are run, scored and profiled by one loop, in profiled_run.c.

#ifndef PNP_SOLVER_H
#define PNP_SOLVER_H

#include "problem.h"

enum { SOLVER_SECTIONS = 2 };

struct solver {
    const char *name;
    const char *sections[SOLVER_SECTIONS]; ///< the parts of an iteration that it names to the profiler
    const char *loss_name;                 ///< what step() returns
    int iterations;                        ///< unless the user says how many

    /// The state of a solver at its start, which reads the problem as long as it lives. NULL when memory is out.
    void *(*init)(const struct problem *problem);

    /// One iteration.
    double (*step)(void *state);

    /// The image as it is restored so far. Valid until the next call.
    const struct image *(*restore)(void *state);

    void (*free)(void *state);
};

extern const struct solver plug_and_play_solver;
extern const struct solver unrolled_solver;

#endif
