// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Runs the tests: all of them, a suite, or one test.
//     run_tests [suite [test]]

#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

// The Makefile defines SUITES(X) as X(<topic>) for each file tests/<topic>_test.c, so that none can be forgotten. Such a
// file holds its tests in an array `<topic>_tests`.
#define DECLARE_SUITE(name) extern CU_TestInfo name##_tests[];
SUITES(DECLARE_SUITE)

// A test that hangs ends the whole run instead of blocking it. Its name is the last one that was printed.
enum { TEST_TIMEOUT_SECONDS = 300 };

static void start_watchdog(void)
{
    alarm(TEST_TIMEOUT_SECONDS);
}

static void stop_watchdog(void)
{
    alarm(0);
}

#define SUITE(name) {#name, NULL, NULL, start_watchdog, stop_watchdog, name##_tests},
static CU_SuiteInfo suites[] = {SUITES(SUITE) CU_SUITE_INFO_NULL};

static int list_suites(const char *unknown)
{
    fprintf(stderr, "There is no suite \"%s\". The suites are:\n", unknown);
    for (const CU_SuiteInfo *suite = suites; suite->pName; suite++)
        fprintf(stderr, "    %s\n", suite->pName);
    return 2;
}

static int list_tests(CU_pSuite suite, const char *unknown)
{
    fprintf(stderr, "There is no test \"%s\" in the suite \"%s\". Its tests are:\n", unknown, suite->pName);
    for (CU_pTest test = suite->pTest; test; test = test->pNext)
        fprintf(stderr, "    %s\n", test->pName);
    return 2;
}

// CUnit's own return values say whether the tests were run, not whether they passed.
static int closing_line(void)
{
    const unsigned run = CU_get_number_of_tests_run();
    const unsigned failed = CU_get_number_of_tests_failed();
    printf("\n%u passed, %u failed\n", run - failed, failed);
    const bool all_passed = run > 0 && failed == 0 && CU_get_number_of_failures() == 0 &&
                            CU_get_number_of_failure_records() == 0 && CU_get_number_of_suites_failed() == 0;
    return all_passed ? 0 : 1;
}

static int run(int argc, char **argv)
{
    if (argc == 1) {
        CU_basic_run_tests();
        return closing_line();
    }
    CU_pSuite suite = CU_get_suite_by_name(argv[1], CU_get_registry());
    if (!suite)
        return list_suites(argv[1]);
    if (argc == 2) {
        CU_basic_run_suite(suite);
        return closing_line();
    }
    CU_pTest test = CU_get_test_by_name(argv[2], suite);
    if (!test)
        return list_tests(suite, argv[2]);
    CU_basic_run_test(suite, test);
    return closing_line();
}

int main(int argc, char **argv)
{
    // Unbuffered, so that a test that forks has nothing of ours to flush, and that messages on stderr fall in place.
    setvbuf(stdout, NULL, _IONBF, 0);
    if (argc > 3) {
        fprintf(stderr, "usage: run_tests [suite [test]]\n");
        return 2;
    }
    if (CU_initialize_registry() != CUE_SUCCESS || CU_register_suites(suites) != CUE_SUCCESS) {
        fprintf(stderr, "CUnit: %s\n", CU_get_error_msg());
        return 2;
    }
    CU_basic_set_mode(CU_BRM_VERBOSE);
    const int status = run(argc, argv);
    CU_cleanup_registry();
    return status;
}
