// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Every public header compiles by itself, as C and as C++, without a warning, and needs three standard headers at most.

#include "process.h"
#include "test.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST_LINE = 1024, TIMEOUT_SECONDS = 60 };

static glob_t public_headers(void)
{
    glob_t headers = {0};
    glob("include/stepwatch/*.h", 0, NULL, &headers);
    CU_ASSERT_TRUE(headers.gl_pathc >= 7);
    return headers;
}

static bool is_there(const char *compiler)
{
    const char *const argv[] = {compiler, "--version", NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    const bool found = result.exit_status == 0;
    process_free(&result);
    return found;
}

// The header is included by an empty file: as a main file it would be warned about for its unused inlines.
static void check_compiles(const char *compiler, const char *language, const char *standard, const char *header)
{
    const char *const argv[] = {compiler,       standard,  "-Wall",         "-Wextra",   "-Wpedantic", "-Wshadow",
                                "-Wconversion", "-Werror", "-fsyntax-only", "-Iinclude", "-include",   header,
                                "-x",           language,  "/dev/null",     NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s %s %s:\n%s", compiler, standard, header, result.err);
    process_free(&result);
}

static void check_all_compile(const char *compiler, const char *language, const char *standard)
{
    if (!is_there(compiler)) {
        printf("(skipped: there is no %s) ", compiler);
        return;
    }
    glob_t headers = public_headers();
    for (size_t i = 0; i < headers.gl_pathc; i++)
        check_compiles(compiler, language, standard, headers.gl_pathv[i]);
    globfree(&headers);
}

static void test_gcc_c(void)
{
    check_all_compile("gcc", "c", "-std=c17");
}

static void test_clang_c(void)
{
    check_all_compile("clang", "c", "-std=c17");
}

static void test_gcc_cxx(void)
{
    check_all_compile("g++", "c++", "-std=c++17");
}

static void test_clang_cxx(void)
{
    check_all_compile("clang++", "c++", "-std=c++17");
}

static bool is_allowed(const char *included)
{
    static const char *const allowed[] = {"<stdbool.h>", "<stdint.h>", "<stdio.h>", "<stepwatch/"};
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strncmp(included, allowed[i], strlen(allowed[i])) == 0)
            return true;
    return false;
}

static void check_needs(const char *header)
{
    static const char include[] = "#include ";
    FILE *file = fopen(header, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    char line[LONGEST_LINE];
    while (fgets(line, sizeof line, file))
        if (strncmp(line, include, strlen(include)) == 0 && !is_allowed(line + strlen(include)))
            FAIL("%s has %s", header, line);
    fclose(file);
}

static void test_headers_need_little(void)
{
    glob_t headers = public_headers();
    for (size_t i = 0; i < headers.gl_pathc; i++)
        check_needs(headers.gl_pathv[i]);
    globfree(&headers);
}

static void test_cxx_program_runs(void)
{
    static const char *const program[] = {BUILD_DIR "/tests/programs/header_cxx", NULL};
    process_result result = process_run(program, NULL, TIMEOUT_SECONDS);
    CHECK_TEXT(result.out, "0 surprises, not seen, a\n");
    CHECK_TEXT(result.err, "");
    CHECK_EQUAL(result.exit_status, 0);
    process_free(&result);
}

CU_TestInfo headers_tests[] = {
    {"each header compiles alone as C17 with gcc", test_gcc_c},
    {"each header compiles alone as C17 with clang", test_clang_c},
    {"each header compiles alone as C++17 with g++", test_gcc_cxx},
    {"each header compiles alone as C++17 with clang++", test_clang_cxx},
    {"the headers need three standard headers at most", test_headers_need_little},
    {"a C++ program calls everything, and is not heard while all is off", test_cxx_program_runs},
    CU_TEST_INFO_NULL,
};
