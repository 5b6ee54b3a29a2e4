// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tables of literal cells, against the text that a person is to see.

#include "test.h"

#include <math.h>
#include <string.h>

#include "base/printable.h"
#include "report/table.h"
#include "table_support.h"

static void add_times(sw__table *table, const char *name, sw__cell total, sw__cell count, sw__cell share)
{
    sw__cell *row = sw__table_add_row(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    row[0] = sw__text(name);
    row[1] = total;
    row[2] = count;
    row[3] = share;
}

static const sw__column time_columns[] = {
    {"measurement", SW__CELL_TEXT, NULL},
    {"total", SW__CELL_DURATION, NULL},
    {"count", SW__CELL_COUNT, NULL},
    {"share", SW__CELL_PERCENT, NULL},
};

static void test_columns_are_aligned(void)
{
    sw__table table = {.title = "Times", COLUMNS(time_columns)};
    add_times(&table, "train_step", sw__number(11.46e9), sw__count(300), sw__number(0.9931));
    add_times(&table, "load_batch", sw__number(12.9e6), sw__count(1200), sw__number(0.0011));
    add_times(&table, "save", sw__number(350), sw__count(1234567), sw__number(0.00001));
    add_times(&table, "all", sw__number(738e9), sw__count(1), sw__number(1));
    check_table(&table, "Times\n"
                        "measurement     total      count    share\n"
                        "-----------  --------  ---------  -------\n"
                        "train_step   11.5 s          300   99.3 %\n"
                        "load_batch   12.9 ms       1,200   0.11 %\n"
                        "save          350 ns   1,234,567  <0.01 %\n"
                        "all          12.3 min          1    100 %\n");
}

static void test_absent_is_not_zero(void)
{
    sw__table table = {.title = "Times", COLUMNS(time_columns)};
    add_times(&table, "never ended", sw__absent(), sw__count(0), sw__absent());
    add_times(&table, "no time", sw__number(0), sw__count(1), sw__number(0));
    add_times(&table, NULL, sw__number(NAN), sw__absent(), sw__number(INFINITY));
    CU_ASSERT_TRUE(sw__number(NAN).absent && sw__text(NULL).absent && !sw__number(0).absent && !sw__count(0).absent);
    check_table(&table, "Times\n"
                        "measurement  total  count  share\n"
                        "-----------  -----  -----  -----\n"
                        "never ended     --      0     --\n"
                        "no time       0 ns      1    0 %\n"
                        "--              --     --     --\n");
}

static void test_new_row_is_absent(void)
{
    sw__table table = {COLUMNS(time_columns)};
    for (int i = 0; i < 100; i++) {
        const sw__cell *row = sw__table_add_row(&table);
        CU_ASSERT_PTR_NOT_NULL_FATAL(row);
        CU_ASSERT_TRUE(row[0].absent && row[1].absent && row[2].absent && row[3].absent);
    }
    CHECK_EQUAL(table.row_count, 100);
    sw__table_free(&table);
    CHECK_EQUAL(table.row_count, 0);
}

static void test_numbers_share_their_right_edge(void)
{
    static const sw__column columns[] = {
        {"value", SW__CELL_TEXT, NULL}, {"last", SW__CELL_NUMBER, NULL}, {"note", SW__CELL_TEXT, NULL}};
    sw__table table = {COLUMNS(columns)};
    sw__cell *row = sw__table_add_row(&table);
    row[0] = sw__text("loss");
    row[1] = sw__number(1.25);
    row[2] = sw__text("a");
    row = sw__table_add_row(&table);
    row[0] = sw__text("learning rate");
    row[1] = sw__number(3e-4);
    row[2] = sw__text("b c");
    check_table(&table, "value            last  note\n"
                        "-------------  ------  ----\n"
                        "loss             1.25  a\n"
                        "learning rate  0.0003  b c\n");
}

static void test_empty_text_shows_nothing(void)
{
    static const sw__column columns[] = {
        {"name", SW__CELL_TEXT, NULL}, {"time", SW__CELL_DURATION, NULL}, {"", SW__CELL_TEXT, NULL}};
    sw__table table = {COLUMNS(columns)};
    sw__cell *row = sw__table_add_row(&table);
    row[0] = sw__text("load");
    row[1] = sw__number(1e6);
    row[2] = sw__text("");
    row = sw__table_add_row(&table);
    row[0] = sw__text("train");
    row[1] = sw__number(2e6);
    row[2] = sw__text("running");
    check_table(&table, "name      time\n"
                        "-----  -------  -------\n"
                        "load   1.00 ms\n"
                        "train  2.00 ms  running\n");
}

static void test_table_without_rows(void)
{
    sw__table table = {.title = "Times", COLUMNS(time_columns)};
    check_table(&table, "Times\n"
                        "measurement  total  count  share\n"
                        "-----------  -----  -----  -----\n"
                        "(none)\n");
}

static void test_missing_rows_are_said(void)
{
    static const sw__column columns[] = {{"name", SW__CELL_TEXT, NULL}};
    sw__table table = {COLUMNS(columns)};
    sw__table_add_row(&table)[0] = sw__text("first");
    table.failed = true;
    check_table(&table, "name\n"
                        "-----\n"
                        "first\n"
                        "(memory ran out: rows are missing, or not in order)\n");
}

static void test_columns_for_programs_are_not_shown(void)
{
    static const sw__column columns[] = {
        {"section", SW__CELL_TEXT, NULL}, {NULL, SW__CELL_TEXT, "path"}, {"count", SW__CELL_COUNT, "count"}};
    sw__table table = {COLUMNS(columns)};
    sw__cell *row = sw__table_add_row(&table);
    row[0] = sw__text("  matmul");
    row[1] = sw__text("forward/matmul");
    row[2] = sw__count(3);
    check_table(&table, "section   count\n"
                        "--------  -----\n"
                        "  matmul      3\n");
}

static void test_names_of_any_script_are_aligned(void)
{
    sw__table table = {COLUMNS(time_columns)};
    add_times(&table, "L\xc3\xb6sung", sw__number(1), sw__count(1), sw__absent());
    add_times(&table, "\xe5\x8b\xbe\xe9\x85\x8d\xe8\xa8\x88\xe7\xae\x97", sw__number(1e3), sw__count(2), sw__absent());
    add_times(&table, "e\xcc\x81tape", sw__number(1e6), sw__count(3), sw__absent());
    check_table(&table, "measurement    total  count  share\n"
                        "-----------  -------  -----  -----\n"
                        "L\xc3\xb6sung       1.00 ns      1     --\n"
                        "\xe5\x8b\xbe\xe9\x85\x8d\xe8\xa8\x88\xe7\xae\x97     1.00 \xc2\xb5s      2     --\n"
                        "e\xcc\x81tape        1.00 ms      3     --\n");
}

static void test_long_names_keep_both_ends(void)
{
    sw__table table = {COLUMNS(time_columns)};
    add_times(&table, "exactly_forty_columns_are_not_shortened_", sw__number(1), sw__count(1), sw__absent());
    add_times(&table, "encoder/layer_03/attention/softmax/forward", sw__number(1), sw__count(1), sw__absent());
    check_table(&table, "measurement                                 total  count  share\n"
                        "----------------------------------------  -------  -----  -----\n"
                        "exactly_forty_columns_are_not_shortened_  1.00 ns      1     --\n"
                        "encoder/layer_03/att\xe2\x80\xa6ion/softmax/forward  1.00 ns      1     --\n");
}

static void check_printable(const char *text, size_t max_columns, const char *expected, size_t expected_columns)
{
    sw__buffer out = {0};
    const size_t columns = sw__printable_add(&out, text, strlen(text), max_columns);
    CHECK_TEXT(out.text, expected);
    CHECK_EQUAL(columns, expected_columns);
    sw__buffer_free(&out);
}

static void test_control_characters_are_escaped(void)
{
    check_printable("a\nb\tc", 40, "a\\nb\\tc", 7);
    check_printable("\x1b[31mred\x7f", 40, "\\x1b[31mred\\x7f", 15);
    // A C1 control, and the mark that makes a terminal write from right to left.
    check_printable("\xc2\x85\xe2\x80\xae", 40, "\\xc2\\x85\\xe2\\x80\\xae", 20);
}

static void test_bytes_that_are_not_utf8_are_escaped(void)
{
    check_printable("\xff", 40, "\\xff", 4);
    check_printable("\xc3(", 40, "\\xc3(", 5);
    check_printable("end\xe2\x82", 40, "end\\xe2\\x82", 11);
    // A NUL in two bytes, and half a surrogate pair.
    check_printable("\xc0\x80", 40, "\\xc0\\x80", 8);
    check_printable("\xed\xa0\x80", 40, "\\xed\\xa0\\x80", 12);
}

static void test_shortening_splits_no_character(void)
{
    // Four wide characters in six columns: one before the mark, one behind it, and a column to spare.
    check_printable("\xe5\x8b\xbe\xe9\x85\x8d\xe8\xa8\x88\xe7\xae\x97", 6, "\xe5\x8b\xbe\xe2\x80\xa6\xe7\xae\x97", 5);
    check_printable("ab\x01\x02yz", 7, "ab\xe2\x80\xa6yz", 5);
    // The accent belongs to a letter that is left out.
    check_printable("abcdefe\xcc\x81g", 4, "ab\xe2\x80\xa6g", 4);
    check_printable("abc", 1, "\xe2\x80\xa6", 1);
}

CU_TestInfo table_tests[] = {
    {"columns are aligned, numbers and units to the right", test_columns_are_aligned},
    {"what is absent is shown as --, not as zero", test_absent_is_not_zero},
    {"a new row is absent in all cells", test_new_row_is_absent},
    {"numbers share their right edge, and a last text has no padding", test_numbers_share_their_right_edge},
    {"an empty text shows nothing", test_empty_text_shows_nothing},
    {"a table without rows says so", test_table_without_rows},
    {"rows that are missing are said to be", test_missing_rows_are_said},
    {"columns for programs are not shown", test_columns_for_programs_are_not_shown},
    {"names of any script are aligned", test_names_of_any_script_are_aligned},
    {"long names keep both ends", test_long_names_keep_both_ends},
    {"control characters are escaped", test_control_characters_are_escaped},
    {"bytes that are not UTF-8 are escaped", test_bytes_that_are_not_utf8_are_escaped},
    {"shortening splits no character", test_shortening_splits_no_character},
    CU_TEST_INFO_NULL,
};
