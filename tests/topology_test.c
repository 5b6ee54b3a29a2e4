// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The line about the machine, on machines that are not there and on this one.

#include "host/topology.h"
#include "session/machine_line.h"
#include "support_recording.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static hwloc_topology_t synthetic(const char *description)
{
    hwloc_topology_t topology;
    CHECK_EQUAL(hwloc_topology_init(&topology), 0);
    CHECK_EQUAL(hwloc_topology_set_synthetic(topology, description), 0);
    CHECK_EQUAL(hwloc_topology_load(topology), 0);
    return topology;
}

static void check_line(const sw__machine *machine, const sw__cpu_limit *limit, const char *expected)
{
    sw__buffer line = {0};
    sw__machine_line(&line, machine, limit);
    CHECK_TEXT(line.text, expected);
    sw__buffer_free(&line);
}

static void test_parts_of_a_large_machine_are_counted(void)
{
    hwloc_topology_t topology = synthetic("pack:2 numa:2 core:16 pu:2");
    const sw__machine machine = sw__machine_of(topology, 67);
    const sw__cpu_limit limit = {.allowed = 128, .affinity = 128, .quota = INFINITY};
    check_line(
        &machine, &limit,
        "  machine     --, 2 packages, 64 cores, 128 processing units, 4 NUMA nodes; may use 128 CPUs; main thread on"
        " CPU 67, core 33, package 1, node 2\n");
    hwloc_topology_destroy(topology);
}

static void test_one_of_each_is_no_plural(void)
{
    hwloc_topology_t topology = synthetic("pack:1 core:1 pu:1");
    const sw__machine machine = sw__machine_of(topology, 0);
    const sw__cpu_limit limit = {.allowed = 1, .affinity = 1, .quota = INFINITY};
    check_line(
        &machine, &limit,
        "  machine     --, 1 package, 1 core, 1 processing unit, 1 NUMA node; may use 1 CPU; main thread on CPU 0,"
        " core 0, package 0, node 0\n");
    hwloc_topology_destroy(topology);
}

static void test_quota_is_named_with_its_fraction(void)
{
    hwloc_topology_t topology = synthetic("pack:1 core:4 pu:1");
    const sw__machine machine = sw__machine_of(topology, SW__UNKNOWN);
    const sw__cpu_limit limit = {.allowed = 1.5, .affinity = 4, .quota = 1.5};
    check_line(
        &machine, &limit,
        "  machine     --, 1 package, 4 cores, 4 processing units, 1 NUMA node; may use 1.5 CPUs (a quota; the affinity"
        " has 4); main thread on CPU --\n");
    hwloc_topology_destroy(topology);
}

static void test_without_a_topology_all_is_absent(void)
{
    const sw__machine machine = sw__machine_of(NULL, 3);
    const sw__cpu_limit limit = {.quota = INFINITY};
    check_line(
        &machine, &limit,
        "  machine     --, -- packages, -- cores, -- processing units, -- NUMA nodes; may use -- CPUs; main thread on"
        " CPU --\n");
    CHECK_EQUAL(sw__main_thread_cpu(NULL), SW__UNKNOWN);
    CHECK_EQUAL(sw__affinity_count(NULL), SW__UNKNOWN);
}

static void test_model_is_shown(void)
{
    hwloc_topology_t topology = synthetic("pack:1 core:1 pu:1");
    hwloc_obj_add_info(hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0), "CPUModel", "Model\tT");
    const sw__machine machine = sw__machine_of(topology, 0);
    sw__buffer line = {0};
    sw__machine_line(&line, &machine, &(sw__cpu_limit){0});
    CHECK_HAS(line.text, "  machine     Model\\tT, 1 package");
    sw__buffer_free(&line);
    hwloc_topology_destroy(topology);
}

static void test_cpu_that_the_machine_lacks_is_nowhere(void)
{
    hwloc_topology_t topology = synthetic("pack:1 core:2 pu:1");
    CHECK_EQUAL(sw__machine_of(topology, 99).cpu, SW__UNKNOWN);
    hwloc_topology_destroy(topology);
}

static void test_main_thread_of_another_machine_is_nowhere(void)
{
    hwloc_topology_t topology = synthetic("pack:1 core:2 pu:1");
    CHECK_EQUAL(sw__main_thread_cpu(topology), SW__UNKNOWN);
    hwloc_topology_destroy(topology);
}

static void *load_topology(void *argument)
{
    *(hwloc_topology_t *)argument = sw__topology();
    return NULL;
}

static void check_loading_at_once(void)
{
    hwloc_topology_t seen[4] = {NULL};
    run_on_threads(4, load_topology, seen, sizeof *seen);
    for (int i = 0; i < 4; i++)
        CU_ASSERT_TRUE(seen[i] && seen[i] == sw__topology());
}

// In a child, as the first load of this process may be over.
static void test_threads_get_the_same_topology(void)
{
    check_in_child(check_loading_at_once);
}

static void test_this_machine_has_its_cpus(void)
{
    const int cpu = sw__main_thread_cpu(sw__topology());
    CU_ASSERT_TRUE(cpu >= 0 && cpu < sysconf(_SC_NPROCESSORS_CONF));
    const sw__machine machine = sw__machine_of(sw__topology(), cpu);
    CHECK_EQUAL(machine.units, sysconf(_SC_NPROCESSORS_ONLN));
    CHECK_EQUAL(machine.cpu, cpu);
}

static void test_header_of_the_summary_has_the_line(void)
{
    session_open(0);
    measure("with a machine", 0, 1);
    char *summary = session_close_printing();
    CHECK_EQUAL(times_in(summary, "\n  machine     "), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(summary, "; may use "));
    free(summary);
}

CU_TestInfo topology_tests[] = {
    {"the parts of a large machine are counted", test_parts_of_a_large_machine_are_counted},
    {"one of each is no plural", test_one_of_each_is_no_plural},
    {"a quota is named, with its fraction", test_quota_is_named_with_its_fraction},
    {"without a topology all is absent", test_without_a_topology_all_is_absent},
    {"the processor's model is shown, made printable", test_model_is_shown},
    {"a CPU that the machine lacks is nowhere", test_cpu_that_the_machine_lacks_is_nowhere},
    {"a main thread is nowhere on another machine", test_main_thread_of_another_machine_is_nowhere},
    {"threads get the same topology", test_threads_get_the_same_topology},
    {"this machine has the CPUs that the system says", test_this_machine_has_its_cpus},
    {"the header of the summary has the line", test_header_of_the_summary_has_the_line},
    CU_TEST_INFO_NULL,
};
