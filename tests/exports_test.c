// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the shared library exports is what tests/exports.txt lists and the public headers declare, and nothing else.

#include "process.h"
#include "test.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1024, MOST_NAMES = 1000, TIMEOUT_SECONDS = 60 };

typedef struct name_list {
    size_t count;
    char *names[MOST_NAMES];
} name_list;

static void add_name(name_list *list, const char *name, size_t length)
{
    CU_ASSERT_FATAL(list->count < MOST_NAMES);
    list->names[list->count++] = strndup(name, length);
}

static bool has_name(const name_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0)
            return true;
    return false;
}

static void free_names(name_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    list->count = 0;
}

static void check_all_in(const name_list *list, const name_list *other, const char *complaint)
{
    for (size_t i = 0; i < list->count; i++)
        if (!has_name(other, list->names[i]))
            FAIL("%s %s", list->names[i], complaint);
}

static name_list listed_names(void)
{
    name_list list = {0};
    FILE *file = fopen("tests/exports.txt", "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[LONGEST_LINE];
    while (fgets(line, sizeof line, file))
        add_name(&list, line, strcspn(line, "\n"));
    fclose(file);
    return list;
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
            add_name(&list, name, strlen(name));
    process_free(&result);
    return list;
}

// The name that a line of a header declares: `SW_API int name(...`, `SW_API int(name)(...` or `SW_API extern int name;`.
static void add_declared_name(name_list *list, const char *line)
{
    const char *end = strstr(line, ")(");
    if (!end)
        end = line + strcspn(line, "(;");
    const char *begin = end;
    while (begin > line && !strchr(" *(", begin[-1]))
        begin--;
    add_name(list, begin, (size_t)(end - begin));
}

static name_list declared_names(void)
{
    name_list list = {0};
    glob_t headers = {0};
    glob("include/stepwatch/*.h", 0, NULL, &headers);
    for (size_t i = 0; i < headers.gl_pathc; i++) {
        FILE *file = fopen(headers.gl_pathv[i], "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(file);
        char line[LONGEST_LINE];
        while (fgets(line, sizeof line, file))
            if (strncmp(line, "SW_API ", strlen("SW_API ")) == 0)
                add_declared_name(&list, line);
        fclose(file);
    }
    globfree(&headers);
    return list;
}

static void test_exports_are_listed(void)
{
    name_list listed = listed_names();
    name_list exported = exported_names();
    check_all_in(&listed, &exported, "is in tests/exports.txt, but the library does not export it");
    check_all_in(&exported, &listed, "is exported, but not in tests/exports.txt");
    free_names(&listed);
    free_names(&exported);
}

static void test_exports_are_declared(void)
{
    name_list listed = listed_names();
    name_list declared = declared_names();
    check_all_in(&listed, &declared, "is in tests/exports.txt, but no public header declares it");
    check_all_in(&declared, &listed, "is declared by a public header, but not in tests/exports.txt");
    free_names(&listed);
    free_names(&declared);
}

static void test_list_is_sorted(void)
{
    name_list listed = listed_names();
    for (size_t i = 1; i < listed.count; i++)
        if (strcmp(listed.names[i - 1], listed.names[i]) >= 0)
            FAIL("%s stands before %s", listed.names[i - 1], listed.names[i]);
    free_names(&listed);
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
