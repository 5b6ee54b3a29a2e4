// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the shared library exports is what tests/exports.txt lists and the public headers declare, and nothing else.

#include "process.h"
#include "public_names.h"
#include "test.h"

#include <string.h>

enum { TIMEOUT_SECONDS = 60 };

static void check_all_in(const name_list *list, const name_list *other, const char *complaint)
{
    for (size_t i = 0; i < list->count; i++)
        if (!names_have(other, list->names[i]))
            FAIL("%s %s", list->names[i], complaint);
}

static name_list exported_names(void)
{
    static const char *const nm[] = {"nm", "-D", "--defined-only", "-j", BUILD_DIR "/lib/libstepwatch.so", NULL};
    name_list list = {0};
    process_result result = process_run(nm, NULL, TIMEOUT_SECONDS);
    CHECK_EQUAL(result.exit_status, 0);
    char *rest = NULL;
    for (char *name = strtok_r(result.out, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest))
        // The address sanitizer exports a mark beside every variable.
        if (strncmp(name, "__odr_asan", strlen("__odr_asan")) != 0)
            names_add(&list, name, strlen(name));
    process_free(&result);
    return list;
}

static void test_exports_are_listed(void)
{
    name_list listed = names_listed();
    name_list exported = exported_names();
    check_all_in(&listed, &exported, "is in tests/exports.txt, but the library does not export it");
    check_all_in(&exported, &listed, "is exported, but not in tests/exports.txt");
    names_free(&listed);
    names_free(&exported);
}

static void test_exports_are_declared(void)
{
    name_list listed = names_listed();
    name_list declared = names_declared();
    check_all_in(&listed, &declared, "is in tests/exports.txt, but no public header declares it");
    check_all_in(&declared, &listed, "is declared by a public header, but not in tests/exports.txt");
    names_free(&listed);
    names_free(&declared);
}

static void test_list_is_sorted(void)
{
    name_list listed = names_listed();
    for (size_t i = 1; i < listed.count; i++)
        if (strcmp(listed.names[i - 1], listed.names[i]) >= 0)
            FAIL("%s stands before %s", listed.names[i - 1], listed.names[i]);
    names_free(&listed);
}

static void test_non_pic_program_sees_the_state(void)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/non_pic", NULL};
    process_result result = process_run(program, NULL, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "off 0, on 1, counted 1\n");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

CU_TestInfo exports_tests[] = {
    {"the library exports what tests/exports.txt lists", test_exports_are_listed},
    {"the headers declare what tests/exports.txt lists", test_exports_are_declared},
    {"tests/exports.txt is sorted", test_list_is_sorted},
    {"a program that is not position-independent sees the state word", test_non_pic_program_sees_the_state},
    CU_TEST_INFO_NULL,
};
