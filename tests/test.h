// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What every test file needs: CUnit, and checks that show both values when they fail.

#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include <CUnit/Basic.h>
#include <CUnit/CUnit.h>
#include <CUnit/TestDB.h>

/// The texts are equal; NULL equals only NULL. Both are printed if not.
#define CHECK_TEXT(actual, expected) check_text((actual), (expected), #actual, __FILE__, __LINE__)

/// `text` has `part` in it. The whole text is printed if not.
#define CHECK_HAS(text, part) check_has((text), (part), #text, __FILE__, __LINE__)

/// The whole numbers are equal. Both are printed if not.
#define CHECK_EQUAL(actual, expected)                                                                                  \
    check_equal((long long)(actual), (long long)(expected), #actual, __FILE__, __LINE__)

void check_text(const char *actual, const char *expected, const char *what, const char *file, unsigned line);
void check_has(const char *text, const char *part, const char *what, const char *file, unsigned line);
void check_equal(long long actual, long long expected, const char *what, const char *file, unsigned line);

/// Fails the running test, with a printf-like message that says why.
void fail_test(const char *file, unsigned line, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define FAIL(...) fail_test(__FILE__, __LINE__, __VA_ARGS__)

#endif
