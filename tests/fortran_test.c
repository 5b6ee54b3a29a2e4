// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// bindings/stepwatch.f90, in a program that makes every call.

#include "process.h"
#include "session_support.h"
#include "support_recording.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PROGRAM BUILD_DIR "/tests/programs/fortran_steps"

enum { TIMEOUT_SECONDS = 60 };

static process_result run(const char *setting)
{
    static const char *const argv[] = {PROGRAM, NULL};
    const char *const environment[] = {"STEPWATCH_CONFIG", "STEPWATCH_PROFILE", setting, NULL};
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    return result;
}

static process_result run_with_all_on(void)
{
    return run("STEPWATCH_SET=stopwatch.enable=true;nvtx_range_wrapper.enable=true;profiler.mode=custom");
}

static bool can_run(void)
{
    return !leave_out(access(PROGRAM, X_OK) != 0, "there is no compiler for Fortran");
}

// A row begins with the name, and what follows there has the count at its end.
static void check_counted(const char *summary, const char *name, const char *count)
{
    char end[64];
    snprintf(end, sizeof end, " %s 1", count);
    const char *row = row_of(summary, "Time of an iteration", name);
    if (strlen(row) < strlen(end) || strcmp(row + strlen(row) - strlen(end), end) != 0)
        FAIL("the row of %s is \"%s\" in\n%s", name, row, summary);
}

static void test_measurements_are_counted(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    check_counted(result.err, "iteration", "10");
    check_counted(result.err, "assemble", "10");
    check_counted(result.err, "inner", "10");
    check_counted(result.err, "on another machine", "10");
    CHECK_HAS(row_of(result.err, "One-time measurements", "set-up"), "set-up ");
    CHECK_HAS(row_of(result.err, "Values", "residual"), "residual 10 0.1 0.292897 ");
    CHECK_HAS(row_of(result.err, "Values", "residual in single precision"), " 10 0.1 0.292897 ");
    process_free(&result);
}

static void test_scopes_are_both(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    check_counted(result.err, "solve", "10");
    check_counted(result.err, "update", "10");
    CHECK_TEXT(row_of(result.err, "Ranges", "solve"), "solve 11 0 0 0 2");
    CHECK_TEXT(row_of(result.err, "Ranges", "update"), "update 10 0 0 0 1");
    process_free(&result);
}

static void test_ranges_are_counted(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    CHECK_TEXT(row_of(result.err, "Ranges", "ranged"), "ranged 1 0 0 0 1");
    CHECK_TEXT(row_of(result.err, "Ranges", "across"), "across 0 1 0 0 --");
    CHECK_TEXT(row_of(result.err, "Ranges", "mark"), "mark 0 0 1 0 --");
    process_free(&result);
}

static void test_sections_are_counted(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    // Of the last iteration: a section by handle, and one of a scope.
    CHECK_HAS(result.out, "sections T T 1.0 2.0\nmetric: success\n");
    process_free(&result);
}

static void test_names_end_before_their_blanks(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    check_counted(result.err, "padded", "1");
    CHECK_HAS(result.out, "handle of solve\n");
    CHECK_HAS(result.out, "long name: success\n");
    CHECK_HAS(result.out, "blank name: the name is NULL or empty\n");
    process_free(&result);
}

static void test_statuses_are_those_of_c(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    CHECK_HAS(result.out, "pop of a range that is not open: no range is open on this thread\n"
                          "end without a start: nothing of this name was ever started\n"
                          "last error: nothing of this name was ever started\n");
    CHECK_HAS(result.out, "negative time: an argument is not usable\n");
    CHECK_HAS(result.err, ": sw_end_meas(\"never started\"): nothing of this name was ever started\n");
    process_free(&result);
}

static void test_getters_read_what_c_wrote(void)
{
    if (!can_run())
        return;
    char size[32];
    snprintf(size, sizeof size, "size %zu\n", sizeof(sw_meas_stats));
    process_result result = run_with_all_on();
    CHECK_HAS(result.out, "enabled T T\n"
                          "iterations 10\n"
                          "statistics 10 20000.0 2000.0 0\n"
                          "statistics: success\n"
                          "value 10.0\n");
    CHECK_HAS(result.out, size);
    process_free(&result);
}

static void test_prints_go_to_a_unit_of_fortran(void)
{
    if (!can_run())
        return;
    process_result result = run_with_all_on();
    const char *before = strstr(result.out, "value 10.0\n");
    const char *table = strstr(result.out, "\nTime of an iteration\n");
    const char *after = strstr(result.out, "printed: success\n");
    CU_ASSERT_TRUE(before && table && after && before < table && table < after);
    process_free(&result);
}

static void test_nothing_is_heard_while_all_is_off(void)
{
    if (!can_run())
        return;
    process_result result = run("STEPWATCH_SET");
    CHECK_TEXT(result.err, "");
    CHECK_HAS(result.out, "end without a start: success\n");
    CHECK_HAS(result.out, "negative time: success\n");
    CHECK_HAS(result.out, "sections F F -1.0 -1.0\nmetric: there is no value: nothing was recorded\n");
    CHECK_HAS(result.out, "statistics 0 .0 .0 0\nstatistics: there is no value: nothing was recorded\n");
    process_free(&result);
}

CU_TestInfo fortran_tests[] = {
    {"measurements are counted", test_measurements_are_counted},
    {"scopes are measurements and ranges", test_scopes_are_both},
    {"ranges are counted", test_ranges_are_counted},
    {"sections are counted", test_sections_are_counted},
    {"names end before their blanks", test_names_end_before_their_blanks},
    {"statuses are those of C", test_statuses_are_those_of_c},
    {"getters read what C wrote", test_getters_read_what_c_wrote},
    {"prints go to a unit of Fortran, in their place", test_prints_go_to_a_unit_of_fortran},
    {"nothing is heard while all is off", test_nothing_is_heard_while_all_is_off},
    CU_TEST_INFO_NULL,
};
