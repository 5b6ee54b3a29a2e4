// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How many CPUs this process may use: as many as its affinity has, or the fraction that its cgroups leave it.

#ifndef SW_HOST_CPU_LIMIT_H
#define SW_HOST_CPU_LIMIT_H

#include "host/topology.h"

typedef struct sw__cpu_limit {
    double allowed;  ///< the lesser of the two; 0: unknown
    double affinity; ///< 0: unknown
    double quota;    ///< INFINITY: none
} sw__cpu_limit;

/// What holds now. `topology` may be NULL; the files of the cgroups are looked for below the folder `root`, "" for the
/// machine's own. Any thread, not for a hot path.
sw__cpu_limit sw__cpu_limit_of(hwloc_topology_t topology, const char *root);

/// The same for this machine.
sw__cpu_limit sw__cpu_limit_now(void);

#endif
