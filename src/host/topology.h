// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the machine is made of, and where on it this process runs. All functions take a topology, so that they can be asked
// about machines that are not there.

#ifndef SW_HOST_TOPOLOGY_H
#define SW_HOST_TOPOLOGY_H

#include <hwloc.h>

/// This machine's topology, loaded at the first call, which takes milliseconds: not for a hot path. NULL if that fails.
/// It lives as long as the process, and nothing changes it. Any thread.
hwloc_topology_t sw__topology(void);

enum { SW__UNKNOWN = -1 };

/// Counts and numbers are SW__UNKNOWN where the topology does not tell.
typedef struct sw__machine {
    char model[96]; ///< of the processor; "": unknown
    int packages;
    int cores;
    int units; ///< processing units: hardware threads
    int nodes; ///< of memory (NUMA)
    int cpu;   ///< the processing unit asked for, by the system's number, and what it is part of
    int core;
    int package;
    int node;
} sw__machine;

/// `topology` may be NULL; `cpu` may be SW__UNKNOWN.
sw__machine sw__machine_of(hwloc_topology_t topology, int cpu);

/// The CPU on which the process's main thread ran last, by the system's number.
int sw__main_thread_cpu(hwloc_topology_t topology);

/// On how many CPUs some thread of this process may run; SW__UNKNOWN with no topology.
int sw__affinity_count(hwloc_topology_t topology);

// Around fork(). What was loaded stays good in the child.
void sw__topology_lock(void);
void sw__topology_unlock(void);

#endif
