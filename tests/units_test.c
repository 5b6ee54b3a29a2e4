// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "process.h"
#include "test.h"

#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/units.h"

typedef void (*format_function)(char text[SW__UNIT_TEXT], double value);

typedef struct example {
    double value;
    const char *text;
} example;

static void check_examples(format_function format, const example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[SW__UNIT_TEXT];
        format(text, examples[i].value);
        CHECK_TEXT(text, examples[i].text);
    }
}

#define CHECK_EXAMPLES(format, examples) check_examples(format, examples, sizeof examples / sizeof *examples)

static void test_duration_picks_its_unit(void)
{
    static const example examples[] = {
        {0, "0 ns"},         {1, "1.00 ns"},      {12.34, "12.3 ns"}, {999, "999 ns"},     {1e3, "1.00 µs"},
        {4.56e6, "4.56 ms"}, {1e9, "1.00 s"},     {65.4e9, "65.4 s"}, {119e9, "119 s"},    {120e9, "2.00 min"},
        {738e9, "12.3 min"}, {7140e9, "119 min"}, {7200e9, "2.00 h"}, {16416e9, "4.56 h"}, {3.6e15, "1,000 h"},
    };
    CHECK_EXAMPLES(sw__format_duration, examples);
}

static void test_duration_rounds_into_the_next_unit(void)
{
    static const example examples[] = {
        {9.994, "9.99 ns"},     {9.996, "10.0 ns"},   {99.96, "100 ns"},   {999.4, "999 ns"},  {999.5, "1.00 µs"},
        {999.96, "1.00 µs"},    {999.5e3, "1.00 ms"}, {999.5e6, "1.00 s"}, {99.96e9, "100 s"}, {119.4e9, "119 s"},
        {119.96e9, "2.00 min"}, {7169e9, "119 min"},  {7198e9, "2.00 h"},
    };
    CHECK_EXAMPLES(sw__format_duration, examples);
}

static void test_duration_below_a_nanosecond(void)
{
    static const example examples[] = {
        {0.25, "0.250 ns"}, {0.0123, "0.012 ns"}, {0.9996, "1.00 ns"}, {0.0004, "<0.001 ns"}, {5e-324, "<0.001 ns"},
    };
    CHECK_EXAMPLES(sw__format_duration, examples);
}

static void test_duration_of_any_double(void)
{
    static const example examples[] = {
        {18446744073709551615.0, "5,124,096 h"},
        {3.6e24, "1e+12 h"},
        {DBL_MAX, "4.99359e+295 h"},
        {-1.5e6, "-1.50 ms"},
        {-1e-9, "-<0.001 ns"},
        {-0.0, "0 ns"},
        {(double)NAN, "--"},
        {(double)INFINITY, "--"},
    };
    CHECK_EXAMPLES(sw__format_duration, examples);
}

static void test_percent(void)
{
    static const example examples[] = {
        {0, "0 %"},        {0.123, "12.3 %"}, {0.0004, "0.04 %"},  {0.0001, "0.01 %"}, {0.000099, "<0.01 %"},
        {1, "100 %"},      {0.9996, "100 %"}, {0.09996, "10.0 %"}, {0.0999, "9.99 %"}, {12.34, "1,234 %"},
        {-0.5, "-50.0 %"}, {1e20, "1e+22 %"}, {(double)NAN, "--"},
    };
    CHECK_EXAMPLES(sw__format_percent, examples);
}

static void test_number(void)
{
    static const example examples[] = {
        {0, "0"},   {-0.0, "0"},        {3.14159265, "3.14159"},  {1e-9, "1e-09"},     {-2.5e12, "-2.5e+12"},
        {42, "42"}, {123456, "123456"}, {1234567, "1.23457e+06"}, {(double)NAN, "--"}, {-(double)INFINITY, "--"},
    };
    CHECK_EXAMPLES(sw__format_number, examples);
}

static void test_count(void)
{
    static const struct {
        uint64_t count;
        const char *text;
    } examples[] = {{0, "0"},          {999, "999"},           {1000, "1,000"},
                    {12345, "12,345"}, {1234567, "1,234,567"}, {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        sw__format_count(text, examples[i].count);
        CHECK_TEXT(text, examples[i].text);
    }
}

// Makes a locale that writes 1,5 for one and a half, from a source of our own: few machines have one installed.
static locale_t locale_with_comma(void)
{
    // The categories that the source has not are warned about, in the exit status too; -c goes on all the same.
    static const char *const localedef[] = {
        "localedef", "-c", "-i", "tests/data/comma_locale", "-f", "ANSI_X3.4-1968", BUILD_DIR "/tests/comma_locale",
        NULL};
    process_result result = process_run(localedef, NULL, 60);
    process_free(&result);
    char folder[PATH_MAX];
    setenv("LOCPATH", realpath(BUILD_DIR "/tests", folder) ? folder : "", 1);
    return newlocale(LC_NUMERIC_MASK, "comma_locale", (locale_t)0);
}

static void write_numbers(int out)
{
    char number[SW__UNIT_TEXT], duration[SW__UNIT_TEXT], percent[SW__UNIT_TEXT];
    sw__format_number(number, -1.5e-7);
    sw__format_duration(duration, 1.5);
    sw__format_percent(percent, 0.015);
    dprintf(out, "%.1f: %s, %s, %s", 1.5, number, duration, percent);
}

// In a child process, which takes with it what the C library never frees of a locale.
static void write_numbers_with_comma(int out)
{
    const locale_t comma = locale_with_comma();
    if (comma) {
        uselocale(comma);
        write_numbers(out);
    }
    _exit(0);
}

static void test_point_in_a_locale_with_comma(void)
{
    int ends[2];
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0)
        write_numbers_with_comma(ends[1]);
    close(ends[1]);
    char text[256] = "";
    const ssize_t length = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    waitpid(child, NULL, 0);
    if (length > 0)
        CHECK_TEXT(text, "1,5: -1.5e-07, 1.50 ns, 1.50 %");
    else
        printf("(skipped: localedef made no locale with a decimal comma) ");
}

CU_TestInfo units_tests[] = {
    {"a duration picks the unit that suits it", test_duration_picks_its_unit},
    {"a duration that rounds up to the next unit is shown in it", test_duration_rounds_into_the_next_unit},
    {"a duration below a nanosecond is not shown as zero", test_duration_below_a_nanosecond},
    {"a duration may be any double", test_duration_of_any_double},
    {"a fraction is shown in percent", test_percent},
    {"a number has six significant digits", test_number},
    {"a count has separators", test_count},
    {"the decimal point is a point in a locale with a comma", test_point_in_a_locale_with_comma},
    CU_TEST_INFO_NULL,
};
