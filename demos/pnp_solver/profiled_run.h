// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The loop that runs a solver: iterations, scores, what the profiler has to say about each, and files.

#ifndef PNP_PROFILED_RUN_H
#define PNP_PROFILED_RUN_H

#include "solver.h"

struct run_options {
    const struct solver *solver;
    int iterations;          ///< 0: as many as the solver has of itself
    const char *output_path; ///< of the restored image; NULL: it is not written
    int save_every;          ///< write it also after so many iterations; 0: at the end only
};

/// Prints a row for each iteration to stdout, and stores the PSNR that the image has at the end. False with a failure to
/// show.
bool profiled_run(const struct run_options *options, const struct problem *problem, double *psnr,
                  struct failure *failure);

#endif
