// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Several copies of the library in one process: one has the session, the others stay off and say so. The objects that
// have the library in them, and the programs that load them, are in tests/copies.

#include "process.h"
#include "session_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER BUILD_DIR "/tests/copies/"
#define HIDDEN FOLDER "hidden_a.so " FOLDER "hidden_b.so "

enum { TIMEOUT_SECONDS = 60, MOST_ARGUMENTS = 24, STEPS_SIZE = 1024 };

// Runs a program with the objects and the steps of `arguments`, which are set apart by single spaces.
static process_result run_with(const char *program, const char *arguments, const char *set)
{
    char path[256];
    char words[STEPS_SIZE];
    const char *argv[MOST_ARGUMENTS + 1] = {path};
    // Copies that share their exported variables are what the address sanitizer would complain about.
    const char *const environment[] = {set, "ASAN_OPTIONS=detect_odr_violation=0", "STEPWATCH_CONFIG", NULL};
    snprintf(path, sizeof path, FOLDER "%s", program);
    snprintf(words, sizeof words, "%s", arguments);
    char *rest = words;
    for (size_t i = 1; i < MOST_ARGUMENTS && rest; i++)
        argv[i] = strsep(&rest, " ");
    process_result result = process_run(argv, environment, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s %s ended with %d, signal %d: %s", program, arguments, result.exit_status, result.signal, result.err);
    return result;
}

static process_result run(const char *program, const char *arguments)
{
    return run_with(program, arguments, "STEPWATCH_SET=stopwatch.enable=true; nvtx_range_wrapper.enable=true");
}

static void check_message(const process_result *result, const char *first, const char *second)
{
    char expected[1024];
    snprintf(
        expected, sizeof expected,
        "stepwatch: there are two copies of stepwatch in this process: the one in %s has the session, the one in %s "
        "stays off; link everything with libstepwatch.so instead of libstepwatch.a\n",
        first, second);
    CHECK_HAS(result->err, expected);
    CHECK_EQUAL(times_in(result->err, "stepwatch: "), 1);
}

// Two objects, the second of which does what it likes while the first has the session.
static void check_second_stays_off(const char *program, const char *first, const char *second)
{
    char arguments[STEPS_SIZE];
    snprintf(arguments, sizeof arguments,
             "%s %s 0:init 1:init 0:measure 1:measure 0:iterate 1:iterate 1:finalize 0:measure 0:iterate 0:finalize",
             first, second);
    process_result result = run(program, arguments);
    CHECK_HAS(result.out, "0:init 0\n1:init -27\n");
    check_message(&result, *first ? first : FOLDER "load_static", second);
    CHECK_EQUAL(times_in(result.err, "Time of an iteration\n"), 1);
    CHECK_HAS(result.err, "  iterations  2 counted");
    CHECK_TEXT(row_of(result.err, "Ranges", "scope 0"), "scope 0 2 0 0 0 1");
    CHECK_EQUAL(times_in(result.err, "scope 1"), 0);
    process_free(&result);
}

static void test_however_they_were_linked(void)
{
    static const char *const kinds[] = {"plain", "hidden", "symbolic", "functions", "stripped"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char first[128];
        char second[128];
        snprintf(first, sizeof first, FOLDER "%s_a.so", kinds[i]);
        snprintf(second, sizeof second, FOLDER "%s_b.so", kinds[i]);
        check_second_stays_off("load_none", first, second);
    }
}

static void test_beside_the_shared_library(void)
{
    process_result result =
        run("load_none", FOLDER "shared_a.so " FOLDER "stripped_b.so 0:init 1:init 1:measure 0:measure 0:finalize");
    CHECK_TEXT(result.out, "0:init 0\n1:init -27\n1:measure 0\n0:measure 0\n0:finalize 0\n");
    CHECK_HAS(result.err, "/lib/libstepwatch.so.0 has the session, the one in " FOLDER "stripped_b.so stays off;");
    CHECK_EQUAL(times_in(result.err, "scope 1"), 0);
    process_free(&result);
}

static void test_in_the_program_itself(void)
{
    check_second_stays_off("load_static", "", FOLDER "hidden_b.so");
}

static void test_linked_at_once(void)
{
    process_result result = run("load_hidden", HIDDEN "0:init 1:init 1:measure 0:measure 0:finalize 1:init 1:finalize");
    CHECK_HAS(result.out, "0:init 0\n1:init -27\n1:measure 0\n");
    CHECK_HAS(result.out, "0:finalize 0\n1:init 0\n1:finalize 0\n");
    CHECK_EQUAL(times_in(result.err, "there are two copies"), 1);
    process_free(&result);
}

// The loader lets both find the functions of the first.
static void test_linked_at_once_without_hiding_they_are_one(void)
{
    process_result result =
        run("load_plain", FOLDER "plain_a.so " FOLDER "plain_b.so 1:init 0:init 0:measure 1:measure 0:finalize");
    CHECK_TEXT(result.out, "1:init 0\n0:init -1\n0:measure 0\n1:measure 0\n0:finalize 0\n");
    CHECK_TEXT(row_of(result.err, "Ranges", "scope 0"), "scope 0 1 0 0 0 1");
    CHECK_TEXT(row_of(result.err, "Ranges", "scope 1"), "scope 1 1 0 0 0 1");
    process_free(&result);
}

// Their functions are their own, but both read the state word of the first.
static void test_that_share_the_state_word(void)
{
    static const char objects[] = FOLDER "functions_a.so " FOLDER "functions_b.so ";
    char arguments[STEPS_SIZE];
    snprintf(arguments, sizeof arguments,
             "%s0:init 1:init 1:measure 0:iterate 1:iterate 0:measure 0:iterate 0:finalize", objects);
    process_result result = run("load_functions", arguments);
    CHECK_HAS(result.out, "0:init 0\n1:init -27\n");
    check_message(&result, FOLDER "functions_a.so", FOLDER "functions_b.so");
    CHECK_HAS(result.err, "  iterations  2 counted");
    CHECK_TEXT(row_of(result.err, "Ranges", "scope 0"), "scope 0 1 0 0 0 1");
    process_free(&result);
}

static void test_second_has_its_session_after_the_first(void)
{
    process_result result =
        run("load_none", HIDDEN "0:init 1:init 0:finalize 0:measure 1:init 1:measure 0:init 1:finalize");
    CHECK_TEXT(result.out, "0:init 0\n1:init -27\n0:finalize 0\n0:measure 0\n1:init 0\n1:measure 0\n0:init -27\n"
                           "1:finalize 0\n");
    CHECK_HAS(result.err, "hidden_a.so has the session, the one in " FOLDER "hidden_b.so stays off");
    CHECK_HAS(result.err, "hidden_b.so has the session, the one in " FOLDER "hidden_a.so stays off");
    CHECK_TEXT(row_of(result.err, "Ranges", "scope 1"), "scope 1 1 0 0 0 1");
    process_free(&result);
}

static void test_message_comes_once(void)
{
    process_result result = run("load_none", HIDDEN "0:init 1:init 1:enable 1:init 0:finalize");
    CHECK_TEXT(result.out, "0:init 0\n1:init -27\n1:enable -27\n1:init -27\n0:finalize 0\n");
    check_message(&result, FOLDER "hidden_a.so", FOLDER "hidden_b.so");
    process_free(&result);
}

static void test_with_all_off_nobody_is_in_the_way(void)
{
    process_result result =
        run_with("load_none", HIDDEN "0:init 1:init 1:enable 0:enable 1:finalize 0:enable 0:finalize", "STEPWATCH_SET");
    CHECK_TEXT(result.out, "0:init 0\n1:init 0\n1:enable 0\n0:enable -27\n1:finalize 0\n0:enable 0\n0:finalize 0\n");
    check_message(&result, FOLDER "hidden_b.so", FOLDER "hidden_a.so");
    process_free(&result);
}

static void test_refused_enable_opens_no_session(void)
{
    process_result result =
        run_with("load_none", HIDDEN "0:enable 1:enable 0:finalize 1:init 1:enable 1:finalize", "STEPWATCH_SET");
    CHECK_TEXT(result.out, "0:enable 0\n1:enable -27\n0:finalize 0\n1:init 0\n1:enable 0\n1:finalize 0\n");
    process_free(&result);
}

static void test_of_several_at_once_exactly_one_wins(void)
{
    // Of the ranks of a run only the first prints, and this would print often.
    setenv("RANK", "1", 1);
    process_result result = run_with("load_none", HIDDEN FOLDER "stripped_a.so race", "STEPWATCH_SET");
    unsetenv("RANK");
    CHECK_TEXT(result.out, "race 100 of 100\n");
    process_free(&result);
}

static void test_child_of_a_fork_is_free_for_any(void)
{
    process_result result = run("load_none", HIDDEN "0:init fork 1:init 1:measure 0:init 1:finalize");
    CHECK_TEXT(result.out, "0:init 0\n1:init 0\n1:measure 0\n0:init -27\n1:finalize 0\n");
    check_message(&result, FOLDER "hidden_b.so", FOLDER "hidden_a.so");
    process_free(&result);
}

CU_TestInfo only_copy_tests[] = {
    {"a second copy stays off, however it was linked", test_however_they_were_linked},
    {"a second copy stays off beside the shared library", test_beside_the_shared_library},
    {"a second copy stays off beside one in the program itself", test_in_the_program_itself},
    {"a second copy stays off where a program is linked with both", test_linked_at_once},
    {"copies with the same functions are one", test_linked_at_once_without_hiding_they_are_one},
    {"a second copy that shares the state word stays off", test_that_share_the_state_word},
    {"the second copy has its session after the first", test_second_has_its_session_after_the_first},
    {"the message comes once", test_message_comes_once},
    {"copies with nothing on are in nobody's way", test_with_all_off_nobody_is_in_the_way},
    {"an enable that was refused opens no session", test_refused_enable_opens_no_session},
    {"of copies that open at once exactly one wins", test_of_several_at_once_exactly_one_wins},
    {"after a fork any copy can have the child's session", test_child_of_a_fork_is_free_for_any},
    CU_TEST_INFO_NULL,
};
