// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tables of literal cells in the order of a column.

#include "test.h"

#include <math.h>
#include <time.h>

#include "report/table_sort.h"
#include "support_recording.h"
#include "table_support.h"

static const sw__column columns[] = {
    {"op", SW__CELL_TEXT, "name"},
    {"total", SW__CELL_DURATION, "total_ns"},
    {"count", SW__CELL_COUNT, "calls"},
    {"calls", SW__CELL_TEXT, NULL}, // a name that is the key of another column
};

static void add_row(sw__table *table, const char *name, sw__cell total, sw__cell count, const char *last)
{
    sw__cell *row = sw__table_add_row(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    row[0] = sw__text(name);
    row[1] = total;
    row[2] = count;
    row[3] = sw__text(last);
}

static sw__table make_table(void)
{
    sw__table table = {COLUMNS(columns)};
    add_row(&table, "gemm", sw__number(5), sw__count(3), "a");
    add_row(&table, "Softmax", sw__absent(), sw__count(UINT64_MAX), "b");
    add_row(&table, "adam", sw__number(-7), sw__count(UINT64_MAX - 1), "c");
    add_row(&table, NULL, sw__number(5), sw__absent(), "d");
    add_row(&table, "norm", sw__number(90), sw__count(0), "e");
    return table;
}

// Sorts, and checks the letters of the rows in their new order.
static void check_order(const char *by, const char *expected)
{
    sw__table table = make_table();
    char order[sizeof "abcde"] = "";
    CU_ASSERT_TRUE(sw__table_sort(&table, by));
    CHECK_EQUAL(table.row_count, 5);
    for (size_t row = 0; row < table.row_count; row++)
        order[row] = *table.cells[row * table.column_count + 3].text;
    CHECK_TEXT(order, expected);
    sw__table_free(&table);
}

static void test_numbers_descend(void)
{
    check_order("total_ns", "eadcb");
    check_order("total", "eadcb");
}

static void test_counts_are_exact(void)
{
    check_order("count", "bcaed");
}

static void test_texts_ascend(void)
{
    check_order("name", "bcaed");
}

static void test_minus_turns_the_order_but_not_what_is_absent_or_equal(void)
{
    check_order("-total_ns", "cadeb");
    check_order("-count", "eacbd");
    check_order("-op", "eacbd");
}

static void test_key_comes_before_a_name(void)
{
    check_order("calls", "bcaed");
}

static void test_rows_move_whole(void)
{
    sw__table table = make_table();
    CU_ASSERT_TRUE(sw__table_sort(&table, "total"));
    check_table(&table, "op          total                       count  calls\n"
                        "-------  --------  --------------------------  -----\n"
                        "norm      90.0 ns                           0  e\n"
                        "gemm      5.00 ns                           3  a\n"
                        "--        5.00 ns                          --  d\n"
                        "adam     -7.00 ns  18,446,744,073,709,551,614  c\n"
                        "Softmax        --  18,446,744,073,709,551,615  b\n");
}

static void test_not_a_number_is_absent(void)
{
    sw__table table = {COLUMNS(columns)};
    const double numbers[] = {NAN, 1, INFINITY, 2, -INFINITY};
    for (size_t i = 0; i < 5; i++)
        add_row(&table, "op", (sw__cell){.number = numbers[i]}, sw__count(i), "");
    CU_ASSERT_TRUE(sw__table_sort(&table, "total"));
    for (size_t i = 0; i < 5; i++)
        CHECK_EQUAL(table.cells[i * 4 + 2].count, ((const uint64_t[]){3, 1, 0, 2, 4})[i]);
    sw__table_free(&table);
}

static void test_unknown_column_moves_nothing(void)
{
    static const char *const unknown[] = {"", "-", "--total", "Total", "total_ms", " total"};
    sw__table table = make_table();
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        CU_ASSERT_FALSE(sw__table_sort(&table, unknown[i]));
    CHECK_TEXT(table.cells[0].text, "gemm");
    CHECK_TEXT(table.cells[16].text, "norm");
    sw__table_free(&table);
}

static void test_keys_are_listed(void)
{
    static const sw__column listed[] = {{"op", SW__CELL_TEXT, NULL},
                                        {NULL, SW__CELL_TEXT, "path"},
                                        {"", SW__CELL_TEXT, NULL},
                                        {"total", SW__CELL_DURATION, "total_ns"}};
    sw__table table = {COLUMNS(listed)};
    sw__buffer out = {0};
    sw__table_add_keys(&out, &table);
    CHECK_TEXT(out.text, "op, path, total_ns");
    sw__buffer_free(&out);
}

static void test_tables_of_no_and_of_one_row(void)
{
    sw__table table = {COLUMNS(columns)};
    CU_ASSERT_TRUE(sw__table_sort(&table, "total"));
    CHECK_EQUAL(table.row_count, 0);
    add_row(&table, "gemm", sw__number(5), sw__count(3), "a");
    CU_ASSERT_TRUE(sw__table_sort(&table, "total"));
    CHECK_TEXT(table.cells[0].text, "gemm");
    sw__table_free(&table);
}

static void test_sorted_table_takes_more_rows(void)
{
    sw__table table = make_table();
    CU_ASSERT_TRUE(sw__table_sort(&table, "name"));
    for (int i = 0; i < 100; i++)
        add_row(&table, "zeros", sw__number(0), sw__count(0), "z");
    CHECK_EQUAL(table.row_count, 105);
    CHECK_TEXT(table.cells[0].text, "Softmax");
    sw__table_free(&table);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum { MANY = 100000 };

static uint64_t scattered(uint64_t row)
{
    return row * 7919 % MANY;
}

static uint64_t descending(uint64_t row)
{
    return MANY - 1 - row;
}

static uint64_t ascending(uint64_t row)
{
    return row;
}

static uint64_t all_equal(uint64_t row)
{
    (void)row;
    return 0;
}

static void check_many(uint64_t (*count_of)(uint64_t row))
{
    sw__table table = {COLUMNS(columns)};
    for (uint64_t row = 0; row < MANY; row++)
        add_row(&table, "op", sw__number((double)row), sw__count(count_of(row)), "");
    const double begin = cpu_seconds();
    CU_ASSERT_TRUE(sw__table_sort(&table, "count"));
    const double seconds = cpu_seconds() - begin;
    if (seconds > (SANITIZED ? 2 : 0.1))
        FAIL("it took %.3f s", seconds);
    size_t wrong = 0;
    for (const sw__cell *row = table.cells + 4; row < table.cells + 4 * MANY; row += 4) {
        const sw__cell *before = row - 4;
        wrong +=
            before[2].count < row[2].count || (before[2].count == row[2].count && before[1].number > row[1].number);
    }
    CHECK_EQUAL(wrong, 0);
    sw__table_free(&table);
}

static void test_a_hundred_thousand_rows_take_less_than_a_tenth_of_a_second(void)
{
    check_many(scattered);
    check_many(descending);
    check_many(ascending);
    check_many(all_equal);
}

CU_TestInfo table_sort_tests[] = {
    {"numbers descend, and what is absent is last", test_numbers_descend},
    {"counts are compared exactly", test_counts_are_exact},
    {"texts ascend by their bytes", test_texts_ascend},
    {"a minus turns the order round, but not what is absent or equal",
     test_minus_turns_the_order_but_not_what_is_absent_or_equal},
    {"a column's key comes before another one's name", test_key_comes_before_a_name},
    {"rows move whole", test_rows_move_whole},
    {"a number that is none counts as absent", test_not_a_number_is_absent},
    {"an unknown column moves nothing", test_unknown_column_moves_nothing},
    {"the keys are listed for a message", test_keys_are_listed},
    {"tables of no row and of one are sorted", test_tables_of_no_and_of_one_row},
    {"a sorted table takes more rows", test_sorted_table_takes_more_rows},
    {"a hundred thousand rows take less than 0.1 s", test_a_hundred_thousand_rows_take_less_than_a_tenth_of_a_second},
    CU_TEST_INFO_NULL,
};
