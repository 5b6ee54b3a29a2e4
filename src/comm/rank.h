// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Which of the processes of a parallel run this one is, as its launcher says: known before MPI is, and without it.

#ifndef SW_COMM_RANK_H
#define SW_COMM_RANK_H

#include <stdbool.h>
#include <stdint.h>

/// What the launcher of the program says of this process, in its environment.
typedef struct sw__rank {
    bool known;      ///< a launcher is there
    uint64_t number; ///< 0 without one
    bool alone;      ///< there is one rank, or no launcher
} sw__rank;

/// Of Open MPI, MPICH and those that follow it, PMIx, Slurm, torchrun; the first that is set.
sw__rank sw__rank_now(void);

#endif
