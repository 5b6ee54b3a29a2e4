// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void fail_test(const char *file, unsigned line, const char *format, ...)
{
    // CUnit keeps the text of a failure in a copy of its own, so a local buffer will do.
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    CU_assertImplementation(CU_FALSE, line, text, file, "", CU_FALSE);
}

// Counts a check that holds, so that CUnit's summary has the right number of them.
static void pass(unsigned line, const char *what, const char *file)
{
    CU_assertImplementation(CU_TRUE, line, what, file, "", CU_FALSE);
}

static const char *or_null(const char *text)
{
    return text ? text : "(null)";
}

void check_text(const char *actual, const char *expected, const char *what, const char *file, unsigned line)
{
    if (actual == expected || (actual && expected && strcmp(actual, expected) == 0))
        pass(line, what, file);
    else
        fail_test(file, line, "%s is\n|%s|\nnot\n|%s|\n", what, or_null(actual), or_null(expected));
}

void check_has(const char *text, const char *part, const char *what, const char *file, unsigned line)
{
    if (text && strstr(text, part))
        pass(line, what, file);
    else
        fail_test(file, line, "\"%s\" is not in %s, which is\n|%s|\n", part, what, or_null(text));
}

void check_equal(long long actual, long long expected, const char *what, const char *file, unsigned line)
{
    if (actual == expected)
        pass(line, what, file);
    else
        fail_test(file, line, "%s is %lld, not %lld", what, actual, expected);
}
