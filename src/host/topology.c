// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "topology.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock; ///< guards the loading; what was loaded is only read
    bool tried;
    hwloc_topology_t topology;
} host = {.lock = PTHREAD_MUTEX_INITIALIZER};

// CPUs that the cgroup forbids belong to the machine all the same. The topology is said to be this system's, so that
// asking for bindings is answered even if the environment makes it come from a file. By default hwloc may move the calling
// thread from CPU to CPU to look at each; a tool that measures must not.
static hwloc_topology_t load(void)
{
    const unsigned long flags = HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED | HWLOC_TOPOLOGY_FLAG_IS_THISSYSTEM |
                                HWLOC_TOPOLOGY_FLAG_DONT_CHANGE_BINDING;
    hwloc_topology_t topology;
    if (hwloc_topology_init(&topology) != 0)
        return NULL;
    if (hwloc_topology_set_flags(topology, flags) == 0 && hwloc_topology_load(topology) == 0)
        return topology;
    hwloc_topology_destroy(topology);
    return NULL;
}

hwloc_topology_t sw__topology(void)
{
    pthread_mutex_lock(&host.lock);
    if (!host.tried) {
        host.topology = load();
        host.tried = true;
    }
    hwloc_topology_t topology = host.topology;
    pthread_mutex_unlock(&host.lock);
    return topology;
}

// 0 is "none known" here: there is no machine without any.
static int count_of(hwloc_topology_t topology, hwloc_obj_type_t type)
{
    int count = hwloc_get_nbobjs_by_type(topology, type);
    return count > 0 ? count : SW__UNKNOWN;
}

static void copy_model(sw__machine *machine, hwloc_topology_t topology)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0);
    const char *model = package ? hwloc_obj_get_info_by_name(package, "CPUModel") : NULL;
    // On machines of one model some put it there.
    if (!model)
        model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
    if (model)
        snprintf(machine->model, sizeof machine->model, "%s", model);
}

static int number_of_parent(hwloc_topology_t topology, hwloc_obj_type_t type, hwloc_obj_t unit)
{
    hwloc_obj_t parent = hwloc_get_ancestor_obj_by_type(topology, type, unit);
    return parent ? (int)parent->logical_index : SW__UNKNOWN;
}

// Memory hangs beside the tree of CPUs, so it is found by its CPU set.
static int node_of(hwloc_topology_t topology, hwloc_obj_t unit)
{
    for (hwloc_obj_t node = NULL; (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node));)
        if (node->cpuset && hwloc_bitmap_isincluded(unit->cpuset, node->cpuset))
            return (int)node->os_index;
    return SW__UNKNOWN;
}

static void locate(sw__machine *machine, hwloc_topology_t topology, int cpu)
{
    hwloc_obj_t unit = cpu >= 0 ? hwloc_get_pu_obj_by_os_index(topology, (unsigned)cpu) : NULL;
    if (!unit)
        return;
    machine->cpu = cpu;
    machine->core = number_of_parent(topology, HWLOC_OBJ_CORE, unit);
    machine->package = number_of_parent(topology, HWLOC_OBJ_PACKAGE, unit);
    machine->node = node_of(topology, unit);
}

sw__machine sw__machine_of(hwloc_topology_t topology, int cpu)
{
    sw__machine machine = {"",          SW__UNKNOWN, SW__UNKNOWN, SW__UNKNOWN, SW__UNKNOWN,
                           SW__UNKNOWN, SW__UNKNOWN, SW__UNKNOWN, SW__UNKNOWN};
    if (!topology)
        return machine;
    copy_model(&machine, topology);
    machine.packages = count_of(topology, HWLOC_OBJ_PACKAGE);
    machine.cores = count_of(topology, HWLOC_OBJ_CORE);
    machine.units = count_of(topology, HWLOC_OBJ_PU);
    machine.nodes = count_of(topology, HWLOC_OBJ_NUMANODE);
    locate(&machine, topology, cpu);
    return machine;
}

int sw__main_thread_cpu(hwloc_topology_t topology)
{
    hwloc_bitmap_t set = topology ? hwloc_bitmap_alloc() : NULL;
    int cpu = SW__UNKNOWN;
    // The main thread has the number of the process. Of a machine that is not this one hwloc answers with all CPUs.
    if (set && hwloc_get_proc_last_cpu_location(topology, getpid(), set, HWLOC_CPUBIND_THREAD) == 0 &&
        hwloc_bitmap_weight(set) == 1)
        cpu = hwloc_bitmap_first(set);
    hwloc_bitmap_free(set);
    return cpu;
}

int sw__affinity_count(hwloc_topology_t topology)
{
    hwloc_bitmap_t set = topology ? hwloc_bitmap_alloc() : NULL;
    int count = SW__UNKNOWN;
    // For the process: threads that are bound one by one may together use all of their CPUs.
    if (set && hwloc_get_cpubind(topology, set, HWLOC_CPUBIND_PROCESS) == 0) {
        hwloc_bitmap_and(set, set, hwloc_topology_get_allowed_cpuset(topology));
        count = hwloc_bitmap_weight(set);
    }
    hwloc_bitmap_free(set);
    return count > 0 ? count : SW__UNKNOWN;
}

void sw__topology_lock(void)
{
    pthread_mutex_lock(&host.lock);
}

void sw__topology_unlock(void)
{
    pthread_mutex_unlock(&host.lock);
}
