// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How many CPUs a process may use: fake files of cgroups, and a real affinity.

#include "host/cgroup_quota.h"
#include "host/cpu_limit.h"
#include "session_support.h"

#include <dirent.h>
#include <ftw.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Ends each list of what to write.
#define END NULL

static const char v2_mount[] = "31 23 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
static const char v1_mount[] = "24 20 0:22 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n";

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    return remove(path);
}

static void make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

static void write_file(const char *root, const char *name, const char *text)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", root, name);
    make_folders(path);
    FILE *file = fopen(path, "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    fputs(text, file);
    fclose(file);
}

// What a system with these files, pairs of name and text up to END, and `topology` allows.
static sw__cpu_limit limit_with(hwloc_topology_t topology, const char *const *files)
{
    char root[] = BUILD_DIR "/cgroups_XXXXXX";
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(root));
    for (; *files; files += 2)
        write_file(root, files[0], files[1]);
    const sw__cpu_limit limit = sw__cpu_limit_of(topology, root);
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return limit;
}

static double quota_with(const char *const *files)
{
    return limit_with(NULL, files).quota;
}

#define CHECK_QUOTA(expected, ...) CHECK_NEAR(quota_with((const char *const[]){__VA_ARGS__, END}), expected, 1e-9)
#define CHECK_NO_QUOTA(...) CU_ASSERT_TRUE(isinf(quota_with((const char *const[]){__VA_ARGS__, END})))
#define V2(group) "proc/self/cgroup", "0::" group "\n", "proc/self/mountinfo", v2_mount
#define V1(group)                                                                                                      \
    "proc/self/cgroup", "5:memory:/elsewhere\n4:cpu,cpuacct:" group "\n0::/\n", "proc/self/mountinfo", v1_mount

static void test_v2_quota_keeps_its_fraction(void)
{
    CHECK_QUOTA(1.5, V2("/job"), "sys/fs/cgroup/job/cpu.max", "150000 100000\n");
}

static void test_v2_max_is_no_quota(void)
{
    CHECK_NO_QUOTA(V2("/job"), "sys/fs/cgroup/job/cpu.max", "max 100000\n");
}

static void test_v2_least_of_the_ancestors_holds(void)
{
    CHECK_QUOTA(0.5, V2("/a/b/c"), "sys/fs/cgroup/a/b/c/cpu.max", "400000 100000\n", "sys/fs/cgroup/a/b/cpu.max",
                "max 100000\n", "sys/fs/cgroup/a/cpu.max", "25000 50000\n");
}

static void test_v2_root_of_a_namespace_counts(void)
{
    CHECK_QUOTA(2, V2("/"), "sys/fs/cgroup/cpu.max", "200000 100000\n");
}

static void test_v2_group_beside_is_not_ours(void)
{
    CHECK_NO_QUOTA(V2("/job"), "sys/fs/cgroup/job2/cpu.max", "100000 100000\n");
}

static void test_v1_quota_keeps_its_fraction(void)
{
    CHECK_QUOTA(1.5, V1("/job"), "sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "150000\n",
                "sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
}

static void test_v1_minus_one_is_no_quota(void)
{
    CHECK_NO_QUOTA(V1("/job"), "sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1\n",
                   "sys/fs/cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000\n");
}

static void test_v1_least_of_the_ancestors_holds(void)
{
    CHECK_QUOTA(0.75, V1("/a/b"), "sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "300000\n",
                "sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n",
                "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "75000\n",
                "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
}

// In a container that sees the host's paths, the group itself is what is mounted.
static void test_mounted_subgroup_is_found(void)
{
    CHECK_QUOTA(2.5, "proc/self/cgroup", "0::/docker/abc/job\n", "proc/self/mountinfo",
                "31 23 0:27 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n", "sys/fs/cgroup/job/cpu.max",
                "max 100000\n", "sys/fs/cgroup/cpu.max", "250000 100000\n");
}

static void test_mount_point_may_have_blanks(void)
{
    CHECK_QUOTA(3, "proc/self/cgroup", "0::/job\n", "proc/self/mountinfo",
                "31 23 0:27 / /my\\040groups rw - cgroup2 cgroup2 rw\n", "my groups/job/cpu.max", "300000 100000\n");
}

static void test_cpuset_hierarchy_is_not_the_cpu_hierarchy(void)
{
    CHECK_NO_QUOTA("proc/self/cgroup", "4:cpuset:/job\n", "proc/self/mountinfo",
                   "24 20 0:22 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n",
                   "sys/fs/cgroup/cpuset/job/cpu.cfs_quota_us", "100000\n",
                   "sys/fs/cgroup/cpuset/job/cpu.cfs_period_us", "100000\n");
}

static void test_odd_files_are_no_quota(void)
{
    CHECK_NO_QUOTA("proc/self/cgroup", "no colons\n", "proc/self/mountinfo", "short line\n\n- - -\n");
    CHECK_NO_QUOTA(V2("/job"), "sys/fs/cgroup/job/cpu.max", "150000 0\n");
    CHECK_NO_QUOTA(V2("/job"), "sys/fs/cgroup/job/cpu.max", "");
    CHECK_NO_QUOTA("proc/unrelated", "");
}

static hwloc_topology_t machine_with_4_units(void)
{
    hwloc_topology_t topology;
    CHECK_EQUAL(hwloc_topology_init(&topology), 0);
    CHECK_EQUAL(hwloc_topology_set_synthetic(topology, "pack:1 core:4 pu:1"), 0);
    CHECK_EQUAL(hwloc_topology_load(topology), 0);
    return topology;
}

static void test_lesser_of_affinity_and_quota_is_allowed(void)
{
    hwloc_topology_t topology = machine_with_4_units();
    const char *const small[] = {V2("/job"), "sys/fs/cgroup/job/cpu.max", "150000 100000\n", END};
    const char *const large[] = {V2("/job"), "sys/fs/cgroup/job/cpu.max", "800000 100000\n", END};
    CHECK_NEAR(limit_with(topology, small).allowed, 1.5, 1e-9);
    CHECK_NEAR(limit_with(topology, small).affinity, 4, 1e-9);
    CHECK_NEAR(limit_with(topology, large).allowed, 4, 1e-9);
    hwloc_topology_destroy(topology);
}

static void test_without_a_topology_the_limit_is_unknown(void)
{
    const char *const files[] = {V2("/job"), "sys/fs/cgroup/job/cpu.max", "150000 100000\n", END};
    CHECK_NEAR(limit_with(NULL, files).allowed, 0, 0);
}

// All threads, as a sanitizer may have one of its own.
static void bind_process_to(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    DIR *tasks = opendir("/proc/self/task");
    CU_ASSERT_PTR_NOT_NULL_FATAL(tasks);
    for (struct dirent *task; (task = readdir(tasks));)
        if (atoi(task->d_name))
            CHECK_EQUAL(sched_setaffinity(atoi(task->d_name), sizeof set, &set), 0);
    closedir(tasks);
}

static void check_affinity_is_seen(void)
{
    cpu_set_t before;
    CHECK_EQUAL(sched_getaffinity(0, sizeof before, &before), 0);
    CHECK_EQUAL(sw__affinity_count(sw__topology()), CPU_COUNT(&before));
    int cpu = 0;
    while (!CPU_ISSET(cpu, &before))
        cpu++;
    // After the topology was loaded: it is asked for anew each time.
    bind_process_to(cpu);
    CHECK_EQUAL(sw__affinity_count(sw__topology()), 1);
    CU_ASSERT_TRUE(sw__cpu_limit_now().allowed <= 1);
}

static void test_restricted_affinity_is_seen(void)
{
    check_in_child(check_affinity_is_seen);
}

CU_TestInfo cpu_limit_tests[] = {
    {"a quota of version 2 keeps its fraction", test_v2_quota_keeps_its_fraction},
    {"max is no quota", test_v2_max_is_no_quota},
    {"the least quota of the ancestors holds", test_v2_least_of_the_ancestors_holds},
    {"the root of a namespace counts", test_v2_root_of_a_namespace_counts},
    {"a group beside is not ours", test_v2_group_beside_is_not_ours},
    {"a quota of version 1 keeps its fraction", test_v1_quota_keeps_its_fraction},
    {"-1 is no quota", test_v1_minus_one_is_no_quota},
    {"the least quota of the ancestors holds in version 1", test_v1_least_of_the_ancestors_holds},
    {"a group that is mounted itself is found", test_mounted_subgroup_is_found},
    {"a mount point may have blanks", test_mount_point_may_have_blanks},
    {"another controller's hierarchy is left alone", test_cpuset_hierarchy_is_not_the_cpu_hierarchy},
    {"odd or missing files are no quota", test_odd_files_are_no_quota},
    {"the lesser of affinity and quota is allowed", test_lesser_of_affinity_and_quota_is_allowed},
    {"without a topology the limit is unknown", test_without_a_topology_the_limit_is_unknown},
    {"a restricted affinity is seen", test_restricted_affinity_is_seen},
    CU_TEST_INFO_NULL,
};
