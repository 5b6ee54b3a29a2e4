// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Runs the solver demo in a folder of its own.

#ifndef TESTS_PNP_RUN_H
#define TESTS_PNP_RUN_H

#include "process.h"

/// Makes the folder where the program runs: empty, so that what it leaves there shows.
void pnp_make_folder(void);

/// Fails if the program has left anything there.
void pnp_remove_folder(void);

/// Of a file there. Valid until the next call.
char *pnp_path_in(const char *name);

#define ARGUMENTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/// Runs the demo in the folder on a small phantom, with more arguments up to a NULL.
process_result pnp_run(const char *environment, const char *const *more);

/// The same; the run has to succeed.
process_result pnp_run_well(const char *environment, const char *const *more);

#endif
