// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler's mode nvidia: what an attached tool sees of it, by an NVTX tool of our own; and when CUDA's profilers are told
// to begin and to end, by a fake of CUDA's runtime.

#include "nvtx_report.h"
#include "process.h"
#include "session_support.h"
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CONSUMER BUILD_DIR "/tests/libnvtx_consumer.so"
#define REPORT BUILD_DIR "/tests/nvidia_mode_report.txt"
#define PROGRAM BUILD_DIR "/tests/programs/nvidia_mode_steps"
#define START "cudaProfilerStart\n"
#define STOP "cudaProfilerStop\n"

enum { TIMEOUT_SECONDS = 60 };

static process_result run_with(const char *scenario, const char *tool, const char *variable)
{
    const char *const argv[] = {PROGRAM, scenario, NULL};
    const char *const environment[] = {"LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime",
                                       "NVTX_CONSUMER_REPORT=" REPORT,
                                       tool,
                                       "STEPWATCH_CONFIG",
                                       "STEPWATCH_PROFILE",
                                       variable ? variable : "STEPWATCH_SET",
                                       NULL};
    unlink(REPORT);
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s", scenario, result.exit_status, result.signal, result.err);
    return result;
}

static process_result run(const char *scenario)
{
    return run_with(scenario, "NVTX_INJECTION64_PATH", NULL);
}

static void check_calls(const char *scenario, const char *calls)
{
    process_result result = run(scenario);
    CHECK_TEXT(result.out, calls);
    process_free(&result);
}

static bool is_built_with_nvtx(void)
{
    if (access(CONSUMER, R_OK) == 0)
        return true;
    printf("skipped: " CONSUMER " is not there, as it was built without NVTX ");
    return false;
}

// False: the build has no NVTX. All that was opened was closed, where it belongs, whatever the program left open.
static bool read_report(const char *scenario, const char *variable, nvtx_report *report)
{
    if (!is_built_with_nvtx())
        return false;
    process_result result = run_with(scenario, "NVTX_INJECTION64_PATH=" CONSUMER, variable);
    process_free(&result);
    CU_ASSERT_TRUE_FATAL(nvtx_report_read(report, REPORT));
    CHECK_EQUAL(report->domains, 1);
    CHECK_TEXT(report->domain, "stepwatch");
    CHECK_EQUAL(report->odd, 0);
    CHECK_EQUAL(report->open, 0);
    CHECK_EQUAL(report->ended, report->started);
    return true;
}

static void check_pushed(const nvtx_report *report, const char *name, uint64_t pushed, const char *inside)
{
    const nvtx_seen *seen = nvtx_report_find(report, name);
    if (!seen) {
        FAIL("the tool saw no \"%s\"", name);
        return;
    }
    CHECK_EQUAL(seen->pushed, pushed);
    CHECK_EQUAL(seen->registered, 1);
    CHECK_TEXT(seen->inside, inside);
    CU_ASSERT_FALSE(seen->at_several_places);
}

static bool has_iteration(const nvtx_report *report, int number)
{
    char name[32];
    snprintf(name, sizeof name, "iter_%d", number);
    const nvtx_seen *seen = nvtx_report_find(report, name);
    return seen && seen->started == 1 && seen->registered == 1 && seen->pushed == 0;
}

static void test_recorded_iterations_are_ranges(void)
{
    nvtx_report report;
    if (!read_report("window", NULL, &report))
        return;
    CHECK_EQUAL(report.started, 2);
    CU_ASSERT_TRUE(has_iteration(&report, 2));
    CU_ASSERT_TRUE(has_iteration(&report, 3));
}

static void test_iterations_of_all_cycles_are_numbered_through(void)
{
    nvtx_report report;
    if (!read_report("cycles", NULL, &report))
        return;
    CHECK_EQUAL(report.started, 3);
    CU_ASSERT_TRUE(has_iteration(&report, 1));
    CU_ASSERT_TRUE(has_iteration(&report, 3));
    CU_ASSERT_TRUE(has_iteration(&report, 5));
}

static void test_recorded_sections_are_nested_ranges(void)
{
    nvtx_report report;
    if (!read_report("window", NULL, &report))
        return;
    check_pushed(&report, "gradient", 2, "");
    check_pushed(&report, "product", 2, "gradient");
    check_pushed(&report, "denoise", 2, "");
    CHECK_EQUAL(report.name_count, 2 + 3);
}

static void test_scope_is_one_range_with_the_wrapper_on(void)
{
    nvtx_report report;
    if (!read_report("beside_the_wrapper", NULL, &report))
        return;
    check_pushed(&report, "denoise", 4, ""); // of the wrapper, which is on all the time
    check_pushed(&report, "gradient", 2, "");
    CHECK_EQUAL(report.started, 2);
}

static void test_crossing_sections_leave_the_tool_s_stack_balanced(void)
{
    nvtx_report report;
    if (!read_report("crossing", NULL, &report))
        return;
    check_pushed(&report, "c", 1, "b");
    check_pushed(&report, "d", 1, "c"); // that of "a" goes on, as the tool closes only what was opened last
    check_pushed(&report, "e", 1, "");
}

static void test_sections_left_open_are_closed_in_the_tool(void)
{
    nvtx_report report;
    if (!read_report("left_open", NULL, &report))
        return;
    CHECK_EQUAL(report.threads, 2);
    check_pushed(&report, "of a thread", 1, "");
    check_pushed(&report, "in a scope", 1, "cut off with its scope");
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "not recorded"));
}

static void test_sections_in_a_pause_are_no_ranges(void)
{
    nvtx_report report;
    if (!read_report("paused", NULL, &report))
        return;
    check_pushed(&report, "over the pause", 1, "");
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "gradient"));
}

static void test_sections_that_are_left_out_are_no_ranges(void)
{
    nvtx_report report;
    if (!read_report("left_out", "STEPWATCH_SET=only=gradient;profiler.mode=nvidia", &report))
        return;
    check_pushed(&report, "gradient", 1, "");
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "product"));
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "denoise"));
}

static void test_other_modes_make_no_ranges(void)
{
    if (!is_built_with_nvtx())
        return;
    static const char *const scenarios[] = {"custom", "null"};
    for (size_t i = 0; i < 2; i++) {
        process_result result = run_with(scenarios[i], "NVTX_INJECTION64_PATH=" CONSUMER, NULL);
        CHECK_EQUAL(times_in(result.out, "cuda"), 0);
        CHECK_EQUAL(access(REPORT, F_OK), -1); // NVTX was not even asked for its tool
        process_free(&result);
    }
}

static void test_exit_leaves_no_range_open(void)
{
    nvtx_report report;
    if (!read_report("exit", NULL, &report))
        return;
    check_pushed(&report, "left open", 1, "");
    CHECK_EQUAL(report.started, 3);
}

static void test_forked_child_makes_no_ranges(void)
{
    nvtx_report report;
    if (!read_report("fork", NULL, &report))
        return;
    check_pushed(&report, "a", 1, "");
    CU_ASSERT_PTR_NULL(nvtx_report_find(&report, "gradient"));
}

static void test_profilers_see_the_window(void)
{
    check_calls("window", "0\n1\n" START "2\n3\n" STOP "4\n5\n");
}

static void test_profilers_see_each_cycle(void)
{
    check_calls("cycles", "0\n" START "1\n" STOP "2\n" START "3\n" STOP "4\n" START "5\n" STOP "6\n7\n");
    check_calls("cycles_side_by_side", START "0\n" STOP START "1\n" STOP START "2\n" STOP "3\n");
}

static void test_profilers_are_stopped_when_the_loop_ends_early(void)
{
    check_calls("early_end", "0\n" START "1\n2\nfinalize\n" STOP);
}

static void test_profilers_are_not_stopped_from_the_exit_handler(void)
{
    check_calls("exit", START "0\n1\nexit\n");
}

static void test_profilers_are_left_alone_without_a_recorded_iteration(void)
{
    check_calls("window_never_reached", "0\n1\n");
}

static void test_profilers_are_left_alone_by_a_forked_child(void)
{
    process_result result = run("fork");
    CHECK_TEXT(result.out, START "fork\n0\n1\n2\nin the parent\n" STOP);
    CHECK_EQUAL(times_in(result.err, "CUDA:"), 0); // nor are they looked for
    process_free(&result);
}

static void test_cycle_and_calls_make_one_pair(void)
{
    check_calls("beside_the_wrapper", "0\n" START "1\n2\n" STOP "3\n");
}

static void test_wrapper_may_be_switched_on_in_a_cycle(void)
{
    check_calls("before_the_wrapper", START "0\n1\n" STOP "2\n");
}

static void test_summary_says_whether_a_tool_is_attached(void)
{
    process_result result = run("with_stopwatch");
    const char *without = access(CONSUMER, R_OK) == 0 ? "no tool attached" : "built without NVTX";
    char line[128];
    snprintf(line, sizeof line, "\n  cuda        runtime 13.0, 1 device; ranges of sections: %s; profiler starts: 1\n",
             without);
    CHECK_HAS(result.err, line);
    process_free(&result);
    if (!is_built_with_nvtx())
        return;
    result = run_with("with_stopwatch", "NVTX_INJECTION64_PATH=" CONSUMER, NULL);
    CHECK_HAS(result.err, "; ranges of sections: a tool is attached; ");
    process_free(&result);
}

static void test_next_session_does_not_mention_the_profilers(void)
{
    process_result result = run("sessions");
    const char *next = strstr(result.err, "the next session:\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(next);
    CHECK_HAS(next, "  clock ");
    CHECK_EQUAL(times_in(next, "profiler starts"), 0);
    process_free(&result);
}

CU_TestInfo nvidia_mode_tests[] = {
    {"recorded iterations are ranges", test_recorded_iterations_are_ranges},
    {"the iterations of all cycles are numbered through", test_iterations_of_all_cycles_are_numbered_through},
    {"recorded sections are nested ranges", test_recorded_sections_are_nested_ranges},
    {"a scope is one range, with the range wrapper on", test_scope_is_one_range_with_the_wrapper_on},
    {"crossing sections leave the tool's stack balanced", test_crossing_sections_leave_the_tool_s_stack_balanced},
    {"sections that are left open are closed in the tool", test_sections_left_open_are_closed_in_the_tool},
    {"sections in a pause are no ranges", test_sections_in_a_pause_are_no_ranges},
    {"sections that are left out are no ranges", test_sections_that_are_left_out_are_no_ranges},
    {"other modes make no ranges", test_other_modes_make_no_ranges},
    {"an exit leaves no range open", test_exit_leaves_no_range_open},
    {"a forked child makes no ranges", test_forked_child_makes_no_ranges},
    {"the profilers see the window", test_profilers_see_the_window},
    {"the profilers see each cycle", test_profilers_see_each_cycle},
    {"the profilers are stopped when the loop ends early", test_profilers_are_stopped_when_the_loop_ends_early},
    {"the profilers are not stopped from the exit handler", test_profilers_are_not_stopped_from_the_exit_handler},
    {"the profilers are left alone without a recorded iteration",
     test_profilers_are_left_alone_without_a_recorded_iteration},
    {"the profilers are left alone by a forked child", test_profilers_are_left_alone_by_a_forked_child},
    {"a cycle and calls make one pair", test_cycle_and_calls_make_one_pair},
    {"the range wrapper may be switched on in a cycle", test_wrapper_may_be_switched_on_in_a_cycle},
    {"the summary says whether a tool is attached", test_summary_says_whether_a_tool_is_attached},
    {"the next session does not mention the profilers", test_next_session_does_not_mention_the_profilers},
    CU_TEST_INFO_NULL,
};
