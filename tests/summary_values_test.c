// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The run in ten numbers.

#include "session_support.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "comma_locale.h"

static char *printed_summary(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_print_summary(file), SW_OK);
    fclose(file);
    return text;
}

// Two counted iterations of 2 s with 3 items each, half of which is "forward", and one misuse.
static void measure_a_run(void)
{
    session_open(1);
    finish_at(1);
    for (int i = 0; i < 2; i++) {
        measure("forward", 1 + 2 * i, 2 + 2 * i);
        measure("optimizer", 2 + 2 * i, 2.5 + 2 * i);
        at(3 + 2 * i);
        CHECK_EQUAL(sw_finish_iter_items(3), SW_OK);
    }
    CHECK_EQUAL(sw_end_meas("forward"), SW_ERR_NOT_RUNNING);
}

static const char all[] = "iterations 2\n"
                          "wall_time_s 4\n"
                          "iterations_per_s 0.5\n"
                          "items_per_s 1.5\n"
                          "iteration_mean_ms 2000\n"
                          "iteration_p50_ms 2000\n"
                          "iteration_p99_ms 2000\n"
                          "top_share_percent 50\n"
                          "misuse 1\n";

static void test_ten_lines(void)
{
    measure_a_run();
    char *text = printed_summary();
    CHECK_TEXT(text, all); // the clock of the tests costs nothing, so the tenth is absent
    free(text);
    session_close();
}

static void test_cost_is_known_on_a_real_clock(void)
{
    double percent = -1;
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    sw_begin_iter();
    sw_start_meas("a");
    sw_end_meas("a");
    sw_finish_iter();
    CHECK_EQUAL(sw_get_summary_value("own_cost_percent", &percent), SW_OK);
    CU_ASSERT_TRUE(percent > 0);
    char *text = printed_summary();
    CHECK_HAS(text, "\nown_cost_percent ");
    free(text);
    session_close();
}

static void test_absent_has_no_line(void)
{
    session_open(1);
    char *text = printed_summary();
    CHECK_TEXT(text, "iterations 0\nmisuse 0\n");
    free(text);
    session_close();
}

static void test_one_value(void)
{
    double value = -1;
    measure_a_run();
    CHECK_EQUAL(sw_get_summary_value("items_per_s", &value), SW_OK);
    CHECK_NEAR(value, 1.5, 0);
    CHECK_EQUAL(sw_get_summary_value("top_share_percent", &value), SW_OK);
    CHECK_NEAR(value, 50, 0);
    session_close();
}

static void test_value_that_is_none_is_a_status(void)
{
    double value = -1;
    CHECK_EQUAL(sw_get_summary_value("iterations", &value), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_print_summary(stdout), SW_NOT_RECORDED);
    session_open(1);
    CHECK_EQUAL(sw_get_summary_value("wall_time_s", &value), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_last_error(), SW_NOT_RECORDED);
    CHECK_EQUAL(sw_get_summary_value("wall", &value), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_get_summary_value(NULL, &value), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_get_summary_value("iterations", NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_print_summary(NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(value, -1);
    session_close();
}

static void test_write_error(void)
{
    session_open(0);
    FILE *file = fopen("/dev/full", "w");
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_print_summary(file), SW_ERR_WRITE);
    CHECK_EQUAL(errno, ENOSPC);
    fclose(file);
    session_close();
}

static void write_summary(int out)
{
    char *text = printed_summary();
    CHECK_EQUAL(write(out, text, strlen(text)), strlen(text));
    free(text);
}

// The child of the fork has no session; what it opens is its own.
static void measure_and_write(int out)
{
    measure_a_run();
    write_summary(out);
}

static void test_locale_changes_nothing(void)
{
    check_with_decimal_comma(measure_and_write, all);
}

CU_TestInfo summary_values_tests[] = {
    {"the run is ten lines of a name and a number", test_ten_lines},
    {"the own cost is known on a real clock", test_cost_is_known_on_a_real_clock},
    {"what is absent has no line", test_absent_has_no_line},
    {"a single value can be asked for", test_one_value},
    {"a value that is none is a status", test_value_that_is_none_is_a_status},
    {"a summary that cannot be written is an error", test_write_error},
    {"a locale with a decimal comma changes nothing", test_locale_changes_nothing},
    CU_TEST_INFO_NULL,
};
