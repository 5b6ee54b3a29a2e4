// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "comma_locale.h"
#include "report/exact_number.h"
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

static void test_bytes(void)
{
    static const example examples[] = {
        {0, "0 B"},
        {-0.0, "0 B"},
        {1, "1 B"},
        {492, "492 B"},
        {12.5, "12.5 B"},
        {1023, "1,023 B"},
        {1023.7, "1.00 KiB"},
        {1024, "1.00 KiB"},
        {20000, "19.5 KiB"},
        {1000 * 1024, "1,000 KiB"},
        {1000000, "977 KiB"},
        {1048570, "1.00 MiB"},
        {1048576, "1.00 MiB"},
        {-1048576, "-1.00 MiB"},
        {99457434, "94.9 MiB"},
        {0x1p30, "1.00 GiB"},
        {0x1.8p40, "1.50 TiB"},
        {0x1p50, "1.00 PiB"},
        {0x1p73, "8,192 EiB"},
        {(double)NAN, "--"},
        {(double)INFINITY, "--"},
    };
    CHECK_EXAMPLES(sw__format_bytes, examples);
}

static void test_flops(void)
{
    static const example examples[] = {
        {0, "0 FLOP"},
        {12, "12 FLOP"},
        {999, "999 FLOP"},
        {2.5, "2.50 FLOP"},
        {641520, "642 kFLOP"},
        {999600, "1.00 MFLOP"},
        {5.12e6, "5.12 MFLOP"},
        {18.1e9, "18.1 GFLOP"},
        {1e12, "1.00 TFLOP"},
        {3.3e15, "3.30 PFLOP"},
        {4.2e18, "4.20 EFLOP"},
        {1234e18, "1,234 EFLOP"},
        {DBL_MAX, "1.79769e+290 EFLOP"},
        {(double)NAN, "--"},
    };
    CHECK_EXAMPLES(sw__format_flops, examples);
}

static void test_flop_rate(void)
{
    static const example examples[] = {
        {0, "0 FLOP/s"},           {0.25, "0.250 FLOP/s"},   {1e-9, "<0.001 FLOP/s"},
        {12.34e9, "12.3 GFLOP/s"}, {989e12, "989 TFLOP/s"},  {-DBL_MAX, "-1.79769e+290 EFLOP/s"},
        {(double)NAN, "--"},       {(double)INFINITY, "--"},
    };
    CHECK_EXAMPLES(sw__format_flop_rate, examples);
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

static void test_rate(void)
{
    static const struct {
        double rate;
        const char *text;
    } examples[] = {{0, "0"}, {0.4, "0.4"}, {41.66, "41.7"}, {999.6, "1,000"}, {1234567, "1,230,000"}, {1e18, "1e+18"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        sw__format_rate(text, examples[i].rate);
        CHECK_TEXT(text, examples[i].text);
    }
}

static void test_error_is_rounded_up(void)
{
    static const struct {
        double error;
        const char *text;
    } examples[] = {{2.1e-7, "0.3"}, {1.9e-5, "20"}, {3e-6, "3"}, {1e-9, "0.001"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        sw__format_ppm(text, examples[i].error);
        CHECK_TEXT(text, examples[i].text);
    }
}

static void test_change_has_its_sign(void)
{
    static const struct {
        double change;
        const char *text;
    } examples[] = {{0.123, "+12.3 %"}, {-0.5, "-50.0 %"}, {0, "0 %"}, {0.00001, "+<0.01 %"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        sw__format_change(text, examples[i].change);
        CHECK_TEXT(text, examples[i].text);
    }
}

static void test_exact_number(void)
{
    static const struct {
        double number;
        const char *text;
    } examples[] = {
        {0, "0"},
        {-0.0, "0"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {12345678.901, "12345678.901"},
        {1e-9, "1e-09"},
        {3.6e15, "3.6e+15"},
        {10, "10"},
        {9007199254740993.0, "9007199254740992"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        sw__exact_number(text, examples[i].number);
        CHECK_TEXT(text, examples[i].text);
        CU_ASSERT_EQUAL(strtod(text, NULL), examples[i].number);
    }
}

static void test_exact_cells_of_what_is_counted_have_no_exponent(void)
{
    static const struct {
        sw__cell_kind kind;
        double number;
        const char *text;
    } examples[] = {
        {SW__CELL_BYTES, -1048576, "-1048576"},
        {SW__CELL_BYTES, -0.0, "0"},
        {SW__CELL_FLOPS, 641520, "641520"},
        {SW__CELL_FLOPS, 0x1p63, "9223372036854775808"},
        {SW__CELL_FLOPS, 1e22, "1e+22"},
        {SW__CELL_FLOP_RATE, 3.6e15, "3600000000000000"},
        {SW__CELL_FLOP_RATE, 1e9 / 3, "333333333.3333333"},
        {SW__CELL_DURATION, 3.6e15, "3.6e+15"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char text[SW__UNIT_TEXT];
        const sw__cell cell = sw__number(examples[i].number);
        CU_ASSERT_TRUE(sw__exact_cell(text, examples[i].kind, &cell));
        CHECK_TEXT(text, examples[i].text);
        CU_ASSERT_EQUAL(strtod(text, NULL), examples[i].number);
    }
}

static void write_numbers(int out)
{
    char number[SW__UNIT_TEXT], duration[SW__UNIT_TEXT], percent[SW__UNIT_TEXT], exact[SW__UNIT_TEXT];
    sw__format_number(number, -1.5e-7);
    sw__format_duration(duration, 1.5);
    sw__format_percent(percent, 0.015);
    sw__exact_number(exact, 1.0 / 3);
    dprintf(out, "%s, %s, %s, %s", number, duration, percent, exact);
}

static void test_point_in_a_locale_with_comma(void)
{
    check_with_decimal_comma(write_numbers, "-1.5e-07, 1.50 ns, 1.50 %, 0.3333333333333333");
}

CU_TestInfo units_tests[] = {
    {"a duration picks the unit that suits it", test_duration_picks_its_unit},
    {"a duration that rounds up to the next unit is shown in it", test_duration_rounds_into_the_next_unit},
    {"a duration below a nanosecond is not shown as zero", test_duration_below_a_nanosecond},
    {"a duration may be any double", test_duration_of_any_double},
    {"bytes have binary units, and are exact below 1 KiB", test_bytes},
    {"floating-point operations have decimal units", test_flops},
    {"so many of them a second have them, too", test_flop_rate},
    {"a fraction is shown in percent", test_percent},
    {"a number has six significant digits", test_number},
    {"a count has separators", test_count},
    {"a rate has three significant digits", test_rate},
    {"an error is rounded up", test_error_is_rounded_up},
    {"a change has its sign", test_change_has_its_sign},
    {"an exact number reads back and is short", test_exact_number},
    {"what is counted has all its digits for programs", test_exact_cells_of_what_is_counted_have_no_exponent},
    {"the decimal point is a point in a locale with a comma", test_point_in_a_locale_with_comma},
    CU_TEST_INFO_NULL,
};
