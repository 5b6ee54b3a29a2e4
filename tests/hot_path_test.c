// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a pair of start and end must not do: take a lock, allocate, call the system. And what it costs while off.

#include "process.h"
#include "support_recording.h"
#include "test.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "record/span_log.h"

enum { PAIRS = 1000000, OFF_NS = 10, NO_FILTER = 77 };

static const char *const name = "hot";
static const char *const long_name = "hot, and longer than what is compared at once, by far";

static void test_pairs_take_no_lock_and_no_memory(void)
{
    const char *const argv[] = {BUILD_DIR "/tests/programs/hot_path_calls", NULL};
    if (leave_out(SANITIZED, "a sanitizer has its own malloc"))
        return;
    process_result result = process_run(argv, NULL, 120);
    CHECK_EQUAL(result.exit_status, 0);
    CHECK_TEXT(result.out, "a new name: counted\n"
                           "off, by name: 0\n"
                           "off, by long name: 0\n"
                           "off, by handle: 0\n"
                           "off, by scope: 0\n"
                           "off, across: 0\n"
                           "off, ranges: 0\n"
                           "off, sections: 0\n"
                           "on, by name: 0\n"
                           "on, by long name: 0\n"
                           "on, by handle: 0\n"
                           "on, by scope: 0\n"
                           "on, across: 0\n"
                           "on, ranges: 0\n"
                           "on, sections: 0\n"
                           "recorded, by scope: 0\n"
                           "recorded, sections: 0\n"
                           "paused, by name: 0\n"
                           "paused, by long name: 0\n"
                           "paused, by handle: 0\n"
                           "paused, by scope: 0\n"
                           "paused, across: 0\n"
                           "paused, ranges: 0\n"
                           "paused, sections: 0\n");
    process_free(&result);
}

// From here on this process is killed for any system call but the end of its thread. (The strict mode of seccomp would
// take the time-stamp counter away, too.)
static bool forbid_system_calls(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_exit, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    };
    const struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void make_scopes(const char *text, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        SW_SCOPE(text);
    }
}

static void make_crossing_pairs(const char *text, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        sw_start_meas(text);
        sw_start_meas("hot crossing");
        sw_end_meas(text);
        sw_end_meas("hot crossing");
    }
}

static void make_sections(const char *text, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        sw_section_begin(text);
        sw_section_begin("hot inner");
        sw_section_end(NULL);
        sw_section_end(text);
    }
}

typedef void (*work)(const char *text, uint64_t count);

static const work works[] = {make_pairs, make_pairs_by_handle, make_scopes, make_crossing_pairs, make_sections};
enum { WORKS = sizeof works / sizeof *works };

// Runs in a child with one thread, and ends it. Each kind of work fills the log, and so drains it, many times.
static void work_without_system_calls(work one)
{
    const char *const texts[] = {name, long_name};
    sw_stopwatch_enable(NULL);
    if (one == make_sections)
        sw_profiler_enable(NULL);
    for (int i = 0; i < 2; i++)
        one(texts[i], 2 * SW__LOG_CAP);
    if (!forbid_system_calls())
        _exit(NO_FILTER);
    for (int i = 0; i < 2; i++)
        one(texts[i], PAIRS);
    syscall(SYS_exit, 0);
}

static void call_the_system(const char *text, uint64_t count)
{
    (void)text;
    (void)count;
    getppid();
}

static int status_of_child(work one)
{
    const pid_t child = fork();
    if (child == 0)
        work_without_system_calls(one);
    int status = -1;
    waitpid(child, &status, 0);
    return status;
}

static bool can_forbid_system_calls(void)
{
    const int status = status_of_child(call_the_system);
    return !(WIFEXITED(status) && WEXITSTATUS(status) == NO_FILTER);
}

static void test_pairs_make_no_system_call(void)
{
    sw__clock_start(SW_CLOCK_AUTO);
    if (leave_out(SANITIZED, "a sanitizer calls the system") ||
        leave_out(!sw__clock_counts_cycles, "the clock is not the counter") ||
        leave_out(!can_forbid_system_calls(), "no filter for system calls here"))
        return;
    // The guard itself: it ends a process that calls the system.
    CU_ASSERT_TRUE(WIFSIGNALED(status_of_child(call_the_system)));
    for (int i = 0; i < WORKS; i++)
        CHECK_EQUAL(status_of_child(works[i]), 0);
}

static double ns_per_pair(work one)
{
    double best = 1e9;
    for (int i = 0; i < 10; i++) {
        const uint64_t begin = monotonic_now();
        one(name, PAIRS / 100);
        const double ns = (double)(monotonic_now() - begin) / (PAIRS / 100);
        best = ns < best ? ns : best;
    }
    return best;
}

static void test_a_pair_costs_next_to_nothing_while_off(void)
{
    if (leave_out(SANITIZED, "a sanitizer takes its time"))
        return;
    for (int i = 0; i < WORKS; i++) {
        const double ns = ns_per_pair(works[i]);
        if (ns >= OFF_NS)
            FAIL("a pair of kind %d takes %.1f ns", i, ns);
    }
}

static void test_calls_while_off_leave_no_trace(void)
{
    CHECK_EQUAL(sw_start_meas("hot while off"), SW_OK);
    session_open(0);
    CHECK_EQUAL(sw_end_meas("hot while off"), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(stats_of_meas("hot while off").count, 0);
    session_close();
}

CU_TestInfo hot_path_tests[] = {
    {"pairs take no lock and no memory", test_pairs_take_no_lock_and_no_memory},
    {"pairs make no system call", test_pairs_make_no_system_call},
    {"a pair costs next to nothing while off", test_a_pair_costs_next_to_nothing_while_off},
    {"calls while off leave no trace", test_calls_while_off_leave_no_trace},
    CU_TEST_INFO_NULL,
};
