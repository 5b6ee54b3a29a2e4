// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Every public header compiles by itself, as C and as C++, with SW_DISABLE and without, and without a warning; the headers
// need three standard headers at most.

#include "compilers.h"
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

// The file is included by an empty one: a header that is a main file would be warned about for its unused inlines.
static void check_compiles_as(const compiler *c, const char *variant, const char *file)
{
    const char *const argv[] = {c->command,
                                c->standard,
                                variant,
                                "-Werror",
                                "-Wall",
                                "-Wextra",
                                "-Wpedantic",
                                "-Wshadow",
                                "-Wconversion",
                                "-Wsign-conversion",
                                "-Wcast-qual",
                                compiler_is_cxx(c) ? "-Wold-style-cast" : "-Wstrict-prototypes",
                                "-fsyntax-only",
                                "-Iinclude",
                                "-include",
                                file,
                                "-x",
                                c->language,
                                "/dev/null",
                                NULL};
    process_result result = process_run(argv, NULL, TIMEOUT_SECONDS);
    if (result.exit_status != 0)
        FAIL("%s %s %s %s:\n%s", c->command, c->standard, variant, file, result.err);
    process_free(&result);
}

static void check_compiles(const compiler *c, const char *file)
{
    check_compiles_as(c, "-USW_DISABLE", file);
    check_compiles_as(c, "-DSW_DISABLE", file);
}

static void check_headers(const compiler *c)
{
    glob_t headers = public_headers();
    for (size_t i = 0; i < headers.gl_pathc; i++)
        check_compiles(c, headers.gl_pathv[i]);
    globfree(&headers);
}

static void check_c(const compiler *c)
{
    if (compiler_is_there(c))
        check_headers(c);
}

// Macros are warned about where they are used: in a program that uses all of them.
static void check_cxx(const compiler *c)
{
    if (!compiler_is_there(c))
        return;
    check_headers(c);
    check_compiles(c, "include/stepwatch/stepwatch.hpp");
    check_compiles(c, "tests/programs/header_cxx.cpp");
}

static void test_gcc_c17(void)
{
    check_c(&(compiler){"gcc", "c", "-std=c17"});
}

static void test_clang_c17(void)
{
    check_c(&(compiler){"clang", "c", "-std=c17"});
}

static void test_gcc_cxx17(void)
{
    check_cxx(&(compiler){"g++", "c++", "-std=c++17"});
}

static void test_clang_cxx17(void)
{
    check_cxx(&(compiler){"clang++", "c++", "-std=c++17"});
}

static void test_gcc_cxx20(void)
{
    check_cxx(&(compiler){"g++", "c++", "-std=c++20"});
}

static void test_clang_cxx20(void)
{
    check_cxx(&(compiler){"clang++", "c++", "-std=c++20"});
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
    glob("include/stepwatch/*/*.h", GLOB_APPEND, NULL, &headers);
    glob("include/stepwatch/*.hpp", GLOB_APPEND, NULL, &headers);
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
    {"each header compiles alone as C17 with gcc", test_gcc_c17},
    {"each header compiles alone as C17 with clang", test_clang_c17},
    {"headers and macros compile as C++17 with g++", test_gcc_cxx17},
    {"headers and macros compile as C++17 with clang++", test_clang_cxx17},
    {"headers and macros compile as C++20 with g++", test_gcc_cxx20},
    {"headers and macros compile as C++20 with clang++", test_clang_cxx20},
    {"the headers need three standard headers at most", test_headers_need_little},
    {"a C++ program calls everything, and is not heard while all is off", test_cxx_program_runs},
    CU_TEST_INFO_NULL,
};
