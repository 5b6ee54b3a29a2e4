// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CPU time of the process and of the machine, against loads of known size.

#include "cpu_load.h"
#include "host/cpu_time.h"
#include "host/machine_ticks.h"
#include "support_recording.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

// A sanitizer's own threads, with what it does at the begin and end of others, and the test's frame use some CPU time, too.
static const double SLACK_NS = SANITIZED ? 60e6 : 15e6;

static void test_busy_thread_counts_what_it_burnt(void)
{
    wait_until_idle();
    const sw__cpu_clock begin = sw__cpu_clock_now();
    burn_cpu(MILLISECONDS(60));
    const sw__cpu_clock end = sw__cpu_clock_now();
    CHECK_NEAR(end.cpu_ns - begin.cpu_ns, 60e6, SLACK_NS);
    CU_ASSERT_TRUE(end.wall_ns - begin.wall_ns >= MILLISECONDS(60));
}

static void test_threads_add_up(void)
{
    wait_until_idle();
    const sw__cpu_clock begin = sw__cpu_clock_now();
    burn_cpu_on_threads(3, MILLISECONDS(40));
    CHECK_NEAR(sw__cpu_clock_now().cpu_ns - begin.cpu_ns, 120e6, SLACK_NS);
}

static void test_sleeping_is_wall_time_only(void)
{
    wait_until_idle();
    const sw__cpu_clock begin = sw__cpu_clock_now();
    sleep_for(MILLISECONDS(40));
    const sw__cpu_clock end = sw__cpu_clock_now();
    CU_ASSERT_TRUE(end.wall_ns - begin.wall_ns >= MILLISECONDS(40));
    CHECK_NEAR(end.cpu_ns - begin.cpu_ns, 0, SLACK_NS);
}

static void test_split_adds_up_to_the_whole(void)
{
    wait_until_idle();
    const uint64_t cpu_begin = process_cpu_now();
    const sw__cpu_split begin = sw__cpu_split_now();
    burn_cpu(MILLISECONDS(60));
    const sw__cpu_split end = sw__cpu_split_now();
    const double cpu_ns = (double)(process_cpu_now() - cpu_begin);
    CHECK_NEAR(end.user_ns - begin.user_ns + end.system_ns - begin.system_ns, cpu_ns, SLACK_NS);
}

static void test_child_counts_apart_once_it_was_waited_for(void)
{
    wait_until_idle();
    const sw__cpu_clock clock_begin = sw__cpu_clock_now();
    const sw__cpu_split begin = sw__cpu_split_now();
    burn_cpu_in_child(MILLISECONDS(100));
    const sw__cpu_split end = sw__cpu_split_now();
    CHECK_NEAR(end.children_ns - begin.children_ns, 100e6, 3 * SLACK_NS);
    CHECK_NEAR(sw__cpu_clock_now().cpu_ns - clock_begin.cpu_ns, 0, 2 * SLACK_NS);
}

static uint64_t total_of_proc_stat(void)
{
    unsigned long long fields[8] = {0};
    uint64_t total = 0;
    FILE *file = fopen("/proc/stat", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(fscanf(file, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &fields[0], &fields[1], &fields[2],
                       &fields[3], &fields[4], &fields[5], &fields[6], &fields[7]),
                8);
    fclose(file);
    for (int i = 0; i < 8; i++)
        total += fields[i];
    return total;
}

static void test_machine_ticks_are_those_of_proc_stat(void)
{
    sw__machine_ticks_open();
    const uint64_t before = total_of_proc_stat();
    const sw__machine_ticks ticks = sw__machine_ticks_now();
    const uint64_t after = total_of_proc_stat();
    CU_ASSERT_TRUE(ticks.total >= before && ticks.total <= after);
    CU_ASSERT_TRUE(ticks.busy + ticks.iowait <= ticks.total);
    sw__machine_ticks_close();
}

// All in less than a second, for which libproc2's simplest call repeats its answer.
static void test_machine_ticks_are_fresh(void)
{
    sw__machine_ticks_open();
    const sw__machine_ticks begin = sw__machine_ticks_now();
    burn_cpu(MILLISECONDS(100));
    const sw__machine_ticks end = sw__machine_ticks_now();
    CU_ASSERT_TRUE(end.total > begin.total);
    // Of ticks of 10 ms, the load has about 10.
    CU_ASSERT_TRUE(end.busy - begin.busy >= 5);
    sw__machine_ticks_close();
}

static void test_closed_ticks_are_absent(void)
{
    sw__machine_ticks_open();
    sw__machine_ticks_close();
    CHECK_EQUAL(sw__machine_ticks_now().total, 0);
    CHECK_EQUAL(sw__machine_ticks_descriptor(), -1);
}

static void test_descriptor_is_closed_on_exec(void)
{
    sw__machine_ticks_open();
    const int descriptor = sw__machine_ticks_descriptor();
    CU_ASSERT_TRUE(descriptor >= 0);
    CHECK_EQUAL(fcntl(descriptor, F_GETFD), FD_CLOEXEC);
    sw__machine_ticks_close();
    CHECK_EQUAL(fcntl(descriptor, F_GETFD), -1);
}

static int inherited;

static void check_child_has_it_closed(void)
{
    sw__machine_ticks_after_fork();
    CHECK_EQUAL(fcntl(inherited, F_GETFD), -1);
    CHECK_EQUAL(sw__machine_ticks_now().total, 0);
    sw__machine_ticks_open();
    CU_ASSERT_TRUE(sw__machine_ticks_now().total > 0);
}

static void test_fork_leaves_the_parents_reading_alone(void)
{
    sw__machine_ticks_open();
    inherited = sw__machine_ticks_descriptor();
    const uint64_t before = sw__machine_ticks_now().total;
    check_in_child(check_child_has_it_closed);
    CU_ASSERT_TRUE(sw__machine_ticks_now().total >= before);
    sw__machine_ticks_close();
}

static void *read_many(void *argument)
{
    uint64_t *backwards = argument;
    uint64_t last = 0;
    for (int i = 0; i < 200; i++) {
        const uint64_t total = sw__machine_ticks_now().total;
        *backwards += total == 0 || total + 100 < last;
        last = total;
    }
    return NULL;
}

static void test_threads_may_read_at_once(void)
{
    uint64_t backwards[4] = {0};
    sw__machine_ticks_open();
    run_on_threads(4, read_many, backwards, sizeof *backwards);
    CHECK_EQUAL(backwards[0] + backwards[1] + backwards[2] + backwards[3], 0);
    sw__machine_ticks_close();
}

CU_TestInfo cpu_time_tests[] = {
    {"a busy thread counts what it burnt", test_busy_thread_counts_what_it_burnt},
    {"the CPU time of threads adds up", test_threads_add_up},
    {"sleeping is wall time and no CPU time", test_sleeping_is_wall_time_only},
    {"user and system add up to the whole", test_split_adds_up_to_the_whole},
    {"a child counts apart, once it was waited for", test_child_counts_apart_once_it_was_waited_for},
    {"the machine's ticks are those of /proc/stat", test_machine_ticks_are_those_of_proc_stat},
    {"the machine's ticks are read anew each time", test_machine_ticks_are_fresh},
    {"closed, the machine's ticks are absent", test_closed_ticks_are_absent},
    {"the descriptor is closed on exec, and at the close", test_descriptor_is_closed_on_exec},
    {"a forked child has it closed, the parent reads on", test_fork_leaves_the_parents_reading_alone},
    {"threads may read at once", test_threads_may_read_at_once},
    CU_TEST_INFO_NULL,
};
