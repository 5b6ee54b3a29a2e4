// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Tables that are large: what of their rows and columns a person sees, and what programs get.

#include "test.h"

#include <string.h>

#include "report/csv.h"
#include "report/json.h"
#include "table_support.h"

// As it comes out of a compiler for C++.
#define LONG_NAME                                                                                                      \
    "void kernels::elementwise<4, kernels::functor<float, float, kernels::multiply>>(int, kernels::functor<float>)"

static const sw__column op_columns[] = {
    {"op", SW__CELL_TEXT, "op"},
    {"calls", SW__CELL_COUNT, "calls"},
    {"memory", SW__CELL_BYTES, "mem_bytes"},
    {"FLOPs", SW__CELL_FLOPS, "flops"},
};

static void add_op(sw__table *table, const char *name, uint64_t calls, sw__cell memory, sw__cell flops)
{
    sw__cell *row = sw__table_add_row(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    row[0] = sw__text(name);
    row[1] = sw__count(calls);
    row[2] = memory;
    row[3] = flops;
}

static sw__table three_ops(void)
{
    sw__table table = {.key = "ops", COLUMNS(op_columns), .note = "Below them.\n"};
    add_op(&table, "gemm", 20, sw__absent(), sw__number(18.1e9));
    add_op(&table, "norm", 1200, sw__absent(), sw__number(641520));
    add_op(&table, "a long name", 7, sw__absent(), sw__absent());
    return table;
}

static void test_omitted_rows_are_counted(void)
{
    sw__table table = three_ops();
    table.shown_rows = 1;
    check_table(&table, "op    calls  memory       FLOPs\n"
                        "----  -----  ------  ----------\n"
                        "gemm     20      --  18.1 GFLOP\n"
                        "(2 rows omitted)\n"
                        "Below them.\n");
    table = three_ops();
    table.shown_rows = 2;
    check_table(&table, "op    calls  memory       FLOPs\n"
                        "----  -----  ------  ----------\n"
                        "gemm     20      --  18.1 GFLOP\n"
                        "norm  1,200      --   642 kFLOP\n"
                        "(1 row omitted)\n"
                        "Below them.\n");
}

static void test_limit_beyond_the_rows_omits_none(void)
{
    for (size_t limit = 3; limit < 5; limit++) {
        sw__table table = three_ops();
        table.shown_rows = limit;
        check_table(&table, "op           calls  memory       FLOPs\n"
                            "-----------  -----  ------  ----------\n"
                            "gemm            20      --  18.1 GFLOP\n"
                            "norm         1,200      --   642 kFLOP\n"
                            "a long name      7      --          --\n"
                            "Below them.\n");
    }
}

static void test_compact_table_leaves_out_absent_columns(void)
{
    sw__table table = three_ops();
    table.compact = true;
    check_table(&table, "op           calls       FLOPs\n"
                        "-----------  -----  ----------\n"
                        "gemm            20  18.1 GFLOP\n"
                        "norm         1,200   642 kFLOP\n"
                        "a long name      7          --\n"
                        "Below them.\n");
}

static void test_omitted_rows_keep_their_columns(void)
{
    sw__table table = {COLUMNS(op_columns), .compact = true, .shown_rows = 1};
    add_op(&table, NULL, 20, sw__absent(), sw__absent());
    add_op(&table, NULL, 1200, sw__number(-1048576), sw__absent());
    check_table(&table, "op  calls  memory\n"
                        "--  -----  ------\n"
                        "--     20      --\n"
                        "(1 row omitted)\n");
}

static void test_compact_table_without_rows_has_all_columns(void)
{
    sw__table table = {COLUMNS(op_columns), .compact = true};
    check_table(&table, "op  calls  memory  FLOPs\n"
                        "--  -----  ------  -----\n"
                        "(none)\n");
}

static void test_facts_stand_below_the_rows(void)
{
    sw__table table = three_ops();
    table.shown_rows = 1;
    sw__facts_add(&table.facts, "mem_bytes", SW__CELL_BYTES, sw__absent(), "\nMemory: ", NULL);
    sw__facts_add(&table.facts, "flops", SW__CELL_FLOPS, sw__number(18.1e9), "\nFLOPs in all: ", NULL);
    sw__facts_add(&table.facts, "declared", SW__CELL_COUNT, sw__count(2), ", of ", " ops");
    sw__facts_add(&table.facts, "hidden", SW__CELL_COUNT, sw__count(3), NULL, NULL);
    sw__facts_add(&table.facts, NULL, SW__CELL_TEXT, sw__text("a\nb"), "\nFrom ", NULL);
    check_table(&table, "op    calls  memory       FLOPs\n"
                        "----  -----  ------  ----------\n"
                        "gemm     20      --  18.1 GFLOP\n"
                        "(2 rows omitted)\n"
                        "FLOPs in all: 18.1 GFLOP, of 2 ops\n"
                        "From a\\nb\n"
                        "Below them.\n");
}

static void test_programs_get_all_rows_columns_and_facts(void)
{
    sw__report report = {0};
    sw__table table = three_ops();
    table.compact = true;
    table.shown_rows = 1;
    sw__facts_add(&table.facts, "flops", SW__CELL_FLOPS, sw__number(18100641520), "\nFLOPs: ", NULL);
    sw__report_add_table(&report, &table);
    sw__facts_add(&report.head, "first", SW__CELL_COUNT, sw__count(1), NULL, NULL);
    sw__facts_add(&report.foot, "last", SW__CELL_COUNT, sw__count(9), NULL, NULL);
    sw__buffer out = {0};
    sw__json_write(&out, &report);
    CHECK_HAS(out.text, "\"first\": 1,\n    \"flops\": 18100641520,\n    \"last\": 9\n");
    CHECK_HAS(out.text, "{\"op\": \"a long name\", \"calls\": 7, \"mem_bytes\": null, \"flops\": null}");
    out.length = 0;
    sw__csv_write_table(&out, &report.tables[0]);
    CHECK_TEXT(out.text, "op,calls,mem_bytes,flops\r\n"
                         "gemm,20,,18100000000\r\n"
                         "norm,1200,,641520\r\n"
                         "a long name,7,,\r\n");
    out.length = 0;
    sw__csv_write_facts(&out, &report);
    CHECK_TEXT(out.text, "first,flops,last\r\n1,18100641520,9\r\n");
    CU_ASSERT_PTR_NOT_NULL_FATAL(sw__report_fact(&report, "flops"));
    CU_ASSERT_EQUAL(sw__report_fact(&report, "flops")->cell.number, 18100641520);
    sw__buffer_free(&out);
    sw__report_free(&report);
}

static void test_lost_facts_are_a_failure(void)
{
    sw__table table = {COLUMNS(op_columns), .facts.failed = true};
    sw__buffer out = {0};
    sw__table_write_text(&out, &table);
    CU_ASSERT_TRUE(out.failed);
    sw__buffer_free(&out);
    sw__report report = {0};
    sw__report_add_table(&report, &table);
    CU_ASSERT_FALSE(sw__report_is_whole(&report));
    sw__report_free(&report);
}

static const sw__column wide_columns[] = {
    {"op", SW__CELL_TEXT, NULL},       {"shape", SW__CELL_TEXT, NULL},         {"self CPU", SW__CELL_DURATION, NULL},
    {"share", SW__CELL_PERCENT, NULL}, {"CPU total", SW__CELL_DURATION, NULL}, {"average", SW__CELL_DURATION, NULL},
    {"calls", SW__CELL_COUNT, NULL},   {"self memory", SW__CELL_BYTES, NULL},  {"memory", SW__CELL_BYTES, NULL},
    {"FLOPs", SW__CELL_FLOPS, NULL},   {"FLOP/s", SW__CELL_FLOP_RATE, NULL},   {"of peak", SW__CELL_PERCENT, NULL},
};

static void add_wide(sw__table *table, const char *name, const char *shape)
{
    sw__cell *row = sw__table_add_row(table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    const sw__cell cells[] = {
        sw__text(name),     sw__text(shape),     sw__number(24.7e6),   sw__number(.123),
        sw__number(61e6),   sw__number(5e5),     sw__count(1200),      sw__number(-1048576),
        sw__number(0x1p29), sw__number(18.1e12), sw__number(12.34e12), sw__number(.123),
    };
    memcpy(row, cells, sizeof cells);
}

static void test_names_in_a_wide_table_are_shortened_to_fit(void)
{
    sw__table table = {COLUMNS(wide_columns)};
    add_wide(&table, LONG_NAME, "128x64x64");
    add_wide(&table, "gemm", "64x64");
    check_table(&table,
                "op                        shape      self CPU   share  CPU total  average  calls  self memory   memory"
                "       FLOPs        FLOP/s  of peak\n"
                "------------------------  ---------  --------  ------  ---------  -------  -----  -----------  -------"
                "  ----------  ------------  -------\n"
                "void kernels…tor<float>)  128x64x64   24.7 ms  12.3 %    61.0 ms   500 µs  1,200    -1.00 MiB  512 MiB"
                "  18.1 TFLOP  12.3 TFLOP/s   12.3 %\n"
                "gemm                      64x64       24.7 ms  12.3 %    61.0 ms   500 µs  1,200    -1.00 MiB  512 MiB"
                "  18.1 TFLOP  12.3 TFLOP/s   12.3 %\n");
}

static void test_wide_table_shortens_its_longest_texts(void)
{
    static const sw__column columns[] = {{"op", SW__CELL_TEXT, NULL},
                                         {"place", SW__CELL_TEXT, NULL},
                                         {"shape", SW__CELL_TEXT, NULL},
                                         {"a name that is wider than what is in the column", SW__CELL_TEXT, NULL}};
    sw__table table = {COLUMNS(columns)};
    sw__cell *row = sw__table_add_row(&table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    row[0] = sw__text(LONG_NAME);
    row[1] = sw__text("src/models/language/attention/forward.c:123");
    row[2] = sw__text("128x64x64");
    row[3] = sw__text("");
    check_table(&table, "op                                   place                                shape      "
                        "a name that is wider than what is in the column\n"
                        "-----------------------------------  -----------------------------------  ---------  "
                        "-----------------------------------------------\n"
                        "void kernels::ele…::functor<float>)  src/models/langua…ion/forward.c:123  128x64x64\n");
}

static void test_last_row_that_is_kept_is_not_omitted(void)
{
    sw__table table = three_ops();
    table.shown_rows = 1;
    table.keeps_last = true;
    check_table(&table, "op           calls  memory       FLOPs\n"
                        "-----------  -----  ------  ----------\n"
                        "gemm            20      --  18.1 GFLOP\n"
                        "a long name      7      --          --\n"
                        "(1 row omitted)\n"
                        "Below them.\n");
    table = three_ops();
    table.shown_rows = 2;
    table.keeps_last = true;
    check_table(&table, "op           calls  memory       FLOPs\n"
                        "-----------  -----  ------  ----------\n"
                        "gemm            20      --  18.1 GFLOP\n"
                        "norm         1,200      --   642 kFLOP\n"
                        "a long name      7      --          --\n"
                        "Below them.\n");
}

// Of so many columns of texts, each of which is 24 wide at least.
static void check_spared(size_t columns, uint64_t spare, const char *expected)
{
    static const sw__column texts[] = {
        {"a", SW__CELL_TEXT, NULL}, {"b", SW__CELL_TEXT, NULL}, {"c", SW__CELL_TEXT, NULL}, {"d", SW__CELL_TEXT, NULL},
        {"e", SW__CELL_TEXT, NULL}, {"f", SW__CELL_TEXT, NULL}, {"g", SW__CELL_TEXT, NULL}};
    sw__table table = {.columns = texts, .column_count = columns, .spare = spare};
    sw__cell *row = sw__table_add_row(&table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    for (size_t i = 0; i < columns; i++)
        row[i] = sw__text(i == 1 ? "short" : LONG_NAME);
    sw__buffer out = {0};
    sw__table_write_text(&out, &table);
    const char *foot = strrchr(out.text, '(');
    CHECK_TEXT(foot && strncmp(foot, "(left", 5) == 0 ? foot : "", expected);
    sw__buffer_free(&out);
    sw__table_free(&table);
}

static void test_columns_that_can_be_spared_make_room(void)
{
    enum { B = 2, C = 4, E = 16, F = 32 };
    check_spared(6, 0, "");
    check_spared(5, C | E, ""); // there is room
    check_spared(6, C | E, "(left out for the width: c)\n");
    check_spared(7, B | F, "(left out for the width: b, f)\n"); // the first does not help enough
}

static void test_no_text_is_shortened_to_nothing(void)
{
    static const sw__column columns[] = {
        {"a", SW__CELL_TEXT, NULL}, {"b", SW__CELL_TEXT, NULL}, {"c", SW__CELL_TEXT, NULL}, {"d", SW__CELL_TEXT, NULL},
        {"e", SW__CELL_TEXT, NULL}, {"f", SW__CELL_TEXT, NULL}, {"g", SW__CELL_TEXT, NULL}, {"h", SW__CELL_TEXT, NULL}};
    sw__table table = {COLUMNS(columns)};
    sw__cell *row = sw__table_add_row(&table);
    CU_ASSERT_PTR_NOT_NULL_FATAL(row);
    for (size_t i = 0; i < 8; i++)
        row[i] = sw__text(LONG_NAME);
    sw__buffer out = {0};
    sw__table_write_text(&out, &table);
    CHECK_HAS(out.text, "\nvoid kernels…tor<float>)  void kernels…tor<float>)  ");
    sw__buffer_free(&out);
    sw__table_free(&table);
}

CU_TestInfo wide_table_tests[] = {
    {"rows that are omitted are counted", test_omitted_rows_are_counted},
    {"a limit beyond the rows omits none", test_limit_beyond_the_rows_omits_none},
    {"a compact table leaves out columns without a value", test_compact_table_leaves_out_absent_columns},
    {"rows that are omitted keep their columns", test_omitted_rows_keep_their_columns},
    {"a compact table without rows has all columns", test_compact_table_without_rows_has_all_columns},
    {"facts stand below the rows", test_facts_stand_below_the_rows},
    {"programs get all rows, columns and facts", test_programs_get_all_rows_columns_and_facts},
    {"facts that are lost are a failure", test_lost_facts_are_a_failure},
    {"names in a wide table are shortened to fit", test_names_in_a_wide_table_are_shortened_to_fit},
    {"a wide table shortens its longest texts first", test_wide_table_shortens_its_longest_texts},
    {"a last row that is kept is not omitted", test_last_row_that_is_kept_is_not_omitted},
    {"columns that can be spared make room", test_columns_that_can_be_spared_make_room},
    {"no text is shortened to nothing", test_no_text_is_shortened_to_nothing},
    CU_TEST_INFO_NULL,
};
