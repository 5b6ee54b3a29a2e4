// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// bindings/stepwatch.py, in programs that run under the system's python3.

#include "process.h"
#include "python.h"
#include "session_support.h"
#include "support_recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY BUILD_DIR "/lib/libstepwatch.so"
#define PROGRAM "tests/programs/python_steps.py"
#define ALL_ON                                                                                                         \
    "STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true;"                                              \
    "nvtx_range_wrapper.keep_track_of_range_order=true"

enum { TIMEOUT_SECONDS = 60 };

static bool can_run(void)
{
    return !leave_out(SANITIZED, "python3 has not the sanitizer that the library needs") && python_command();
}

// `argv` ends with a NULL, and `environment` has up to three additions.
static process_result run_as(const char *const *argv, const char *first, const char *second, const char *third)
{
    const char *const environment[] = {
        "STEPWATCH_CONFIG", "STEPWATCH_PROFILE", "PYTHONDONTWRITEBYTECODE=1", first, second, third, NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s ended with %d, signal %d, and said\n%s%s", argv[2], result.exit_status, result.signal, result.out,
             result.err);
    return result;
}

static process_result run(const char *scenario, const char *setting)
{
    const char *const argv[] = {python_command(), PROGRAM, scenario, NULL};
    return run_as(argv, "PYTHONPATH=bindings", "STEPWATCH_LIBRARY=" LIBRARY, setting);
}

static void check_range(const char *summary, const char *row)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(row, " "), row);
    CHECK_TEXT(row_of(summary, "Ranges", name), row);
}

static void test_blocks_and_calls_are_counted(void)
{
    if (!can_run())
        return;
    process_result result = run("blocks", ALL_ON);
    CHECK_TEXT(result.out, "init 0\n"
                           "result function Its own.\n"
                           "scope: 2 measured, 0 running\n"
                           "measured: 2 measured, 0 running\n"
                           "ranged: None\n"
                           "function: 1 measured, 0 running\n"
                           "kept: 2 measured, 0 running\n"
                           "by hand: 1 measured, 0 running\n"
                           "in a pause: None\n"
                           "nothing: None\n"
                           "2 True True\n");
    check_range(result.err, "scope 2 0 0 0 1");
    check_range(result.err, "ranged 2 0 0 0 2");
    check_range(result.err, "function 3 0 0 0 3");
    check_range(result.err, "kept 3 0 0 0 2");
    check_range(result.err, "pushed 1 0 0 0 1");
    check_range(result.err, "across 0 1 0 0 --");
    check_range(result.err, "mark 0 0 1 0 --");
    CHECK_HAS(row_of(result.err, "One-time measurements", "set-up"), "set-up ");
    CHECK_TEXT(row_of(result.err, "Values", "loss"), "loss 1 0.25 0.25 -- 0.25 0.25");
    process_free(&result);
}

static void test_statistics_are_those_of_c(void)
{
    if (!can_run())
        return;
    char expected[128];
    snprintf(expected, sizeof expected, "init 0\n2 6000.0 2000.0 4000.0 1 0\nsize %zu\n", sizeof(sw_meas_stats));
    process_result result = run("statistics", ALL_ON);
    CHECK_TEXT(result.out, expected);
    process_free(&result);
}

static void test_exceptions_close_blocks(void)
{
    if (!can_run())
        return;
    process_result result = run("exceptions", ALL_ON);
    CHECK_TEXT(result.out, "init 0\n"
                           "outer: 3 measured, 0 running\n"
                           "inner: 3 measured, 0 running\n"
                           "decorated: 3 measured, 0 running\n"
                           "no range is open on this thread\n"
                           "this measurement is not running\n");
    process_free(&result);
}

static void test_sections_are_counted(void)
{
    if (!can_run())
        return;
    process_result result = run("sections", "STEPWATCH_SET=profiler.mode=custom;profiler.skip_first=1");
    CHECK_TEXT(result.out,
               "init 0\n"
               "False\n"
               "[] False\n"
               "True\n"
               "[('by hand_count', 1.0), ('scope_count', 1.0), ('section_count', 1.0), ('unnamed_count', 1.0)] "
               "True\n"
               "True\n");
    process_free(&result);
}

static void test_decorated_function_may_run_on_any_thread(void)
{
    if (!can_run())
        return;
    process_result result = run("threads", ALL_ON);
    CHECK_TEXT(result.out, "init 0\nfunction: 400 measured, 0 running\nthreads 4\n");
    process_free(&result);
}

static int number_after(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    return found ? atoi(found + strlen(part)) : -1;
}

static void test_messages_name_file_and_line(void)
{
    if (!can_run())
        return;
    char place[128];
    process_result result = run("mistakes", ALL_ON);
    snprintf(place, sizeof place, "python_steps.py:%d: SW_SCOPE(\"leaking\"): ", number_after(result.out, "leak "));
    CHECK_HAS(result.err, place);
    snprintf(place, sizeof place,
             "python_steps.py:%d: sw_end_meas(\"never started\"): ", number_after(result.out, "end "));
    CHECK_HAS(result.err, place);
    CHECK_HAS(result.err, "\"made at run time\" (made/at/run/time.py:1)");
    process_free(&result);
}

static void test_names_of_all_kinds_are_taken(void)
{
    if (!can_run())
        return;
    process_result result = run("names", "STEPWATCH_SET=stopwatch.enable=true");
    CHECK_TEXT(result.out, "init 0\numläut: 1 measured, 0 running\n42: 1 measured, 0 running\n");
    CHECK_HAS(result.err, "SW_SCOPE(): the name is NULL or empty");
    process_free(&result);
}

static void test_mistakes_are_told_and_raise_nothing(void)
{
    if (!can_run())
        return;
    process_result result = run("mistakes", ALL_ON);
    CHECK_HAS(result.out, " nothing of this name was ever started\n"
                          "nothing of this name was ever started\n"
                          "no range of this name is open on this thread\n"
                          "-2 -2 -2\n"
                          "0 1000\n");
    CHECK_HAS(result.err, ": sw_value(\"loss\"): an argument is not usable");
    process_free(&result);
}

static void test_decorator_refuses_what_it_cannot_measure(void)
{
    if (!can_run())
        return;
    process_result result = run("decorations", ALL_ON);
    CHECK_TEXT(result.out, "init 0\n"
                           "generator is left and entered again, maybe by another thread: measure what it calls\n"
                           "coroutine is left and entered again, maybe by another thread: measure what it calls\n"
                           "a name is missing: write @scope(\"name\")\n"
                           "3\n");
    process_free(&result);
}

static void test_prints_go_to_files_of_python(void)
{
    if (!can_run())
        return;
    process_result result = run("printing", "STEPWATCH_SET=stopwatch.enable=true");
    CHECK_HAS(result.out, "init 0\n0 True\nbefore\n# The settings in effect.");
    CHECK_HAS(result.out, "\n0\n['iteration_mean_ms', 'iteration_p50_ms'] 1.0\n");
    process_free(&result);
}

static const char silent[] = "init 0\n"
                             "result function Its own.\n"
                             "scope: None\n"
                             "measured: None\n"
                             "ranged: None\n"
                             "function: None\n"
                             "kept: None\n"
                             "by hand: None\n"
                             "in a pause: None\n"
                             "nothing: None\n"
                             "0 False False\n"
                             "0 0 0 0 0 0\n";

static void test_nothing_is_heard_while_all_is_off(void)
{
    if (!can_run())
        return;
    process_result result = run("off", "STEPWATCH_SET");
    CHECK_HAS(result.out, silent);
    CHECK_HAS(result.out, "{} -23 there is no value: nothing was recorded\n0 0 False False {}\n");
    CHECK_TEXT(result.err, "");
    process_free(&result);
}

static void test_program_runs_without_the_library(void)
{
    if (!can_run())
        return;
    const char *const argv[] = {python_command(), PROGRAM, "off", NULL};
    process_result result = run_as(argv, "PYTHONPATH=bindings", "STEPWATCH_LIBRARY=/no/library.so", ALL_ON);
    CHECK_HAS(result.out, silent);
    CHECK_HAS(result.err, "stepwatch: there is no library, so nothing is measured: /no/library.so: ");
    CHECK_EQUAL(times_in(result.err, "\n"), 1);
    process_free(&result);
}

static void test_library_of_the_process_is_taken(void)
{
    if (!can_run())
        return;
    const char *const argv[] = {python_command(), PROGRAM, "shared", LIBRARY, NULL};
    process_result result = run_as(argv, "PYTHONPATH=bindings", "STEPWATCH_LIBRARY", ALL_ON);
    CHECK_TEXT(result.out, "init 0\nkernel: 2 measured, 0 running\n");
    // It was left to the exit handler.
    CHECK_HAS(result.err, "Time of an iteration\n");
    process_free(&result);
}

static void copy_file(const char *from, const char *to)
{
    const char *const argv[] = {"cp", "-L", from, to, NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

static void test_library_beside_the_module_is_found(void)
{
    char folder[] = "/tmp/stepwatch_XXXXXX", module[64], library[64], path[64];
    if (!can_run())
        return;
    CU_ASSERT_PTR_NOT_NULL_FATAL(mkdtemp(folder));
    snprintf(path, sizeof path, "PYTHONPATH=%s", folder);
    snprintf(module, sizeof module, "%s/stepwatch.py", folder);
    snprintf(library, sizeof library, "%s/libstepwatch.so", folder);
    copy_file("bindings/stepwatch.py", module);
    copy_file(LIBRARY, library);
    const char *const argv[] = {python_command(), PROGRAM, "statistics", NULL};
    process_result result = run_as(argv, path, "STEPWATCH_LIBRARY", ALL_ON);
    CHECK_HAS(result.out, "2 6000.0 2000.0 4000.0 1 0\n");
    process_free(&result);
    CHECK_EQUAL(unlink(module) + unlink(library) + rmdir(folder), 0);
}

static void test_library_is_found_as_the_loader_finds_it(void)
{
    if (!can_run())
        return;
    const char *const argv[] = {"env", "STEPWATCH_LIBRARY=", python_command(), PROGRAM, "statistics", NULL};
    process_result result = run_as(argv, "PYTHONPATH=bindings", "LD_LIBRARY_PATH=" BUILD_DIR "/lib", ALL_ON);
    CHECK_HAS(result.out, "2 6000.0 2000.0 4000.0 1 0\n");
    process_free(&result);
}

static void test_threads_run_during_a_wait_for_the_gpu(void)
{
    if (!can_run())
        return;
    const char *const argv[] = {
        "env", "STEPWATCH_LIBRARY=" LIBRARY, "FAKE_CUDART_WAIT=100", python_command(), PROGRAM, "waiting", NULL};
    process_result result = run_as(argv, "PYTHONPATH=bindings", "LD_LIBRARY_PATH=" BUILD_DIR "/tests/fake_runtime",
                                   "STEPWATCH_SET=stopwatch.enable=true;stopwatch.do_cuda_sync=true");
    CHECK_HAS(result.out, "cudaDeviceSynchronize\n");
    CHECK_HAS(result.out, "counted during the wait: True\n");
    process_free(&result);
}

CU_TestInfo python_binding_tests[] = {
    {"blocks and calls are counted", test_blocks_and_calls_are_counted},
    {"statistics are those of C", test_statistics_are_those_of_c},
    {"sections are counted", test_sections_are_counted},
    {"exceptions close blocks", test_exceptions_close_blocks},
    {"a decorated function may run on any thread", test_decorated_function_may_run_on_any_thread},
    {"messages name file and line", test_messages_name_file_and_line},
    {"mistakes are told, and raise nothing", test_mistakes_are_told_and_raise_nothing},
    {"names of all kinds are taken", test_names_of_all_kinds_are_taken},
    {"a decorator refuses what it cannot measure", test_decorator_refuses_what_it_cannot_measure},
    {"prints go to files of Python", test_prints_go_to_files_of_python},
    {"nothing is heard while all is off", test_nothing_is_heard_while_all_is_off},
    {"a program runs without the library", test_program_runs_without_the_library},
    {"the library of the process is taken", test_library_of_the_process_is_taken},
    {"the library beside the module is found", test_library_beside_the_module_is_found},
    {"the library is found as the loader finds it", test_library_is_found_as_the_loader_finds_it},
    {"threads run during a wait for the GPU", test_threads_run_during_a_wait_for_the_gpu},
    CU_TEST_INFO_NULL,
};
