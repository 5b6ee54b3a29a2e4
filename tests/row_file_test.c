// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CSV files that grow by rows: what is in them, what happens when new columns come up, and which file the rows go to.

#include "row_file_support.h"

#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "comma_locale.h"
#include "csv_support.h"
#include "python.h"
#include "session_support.h"

static void test_nothing_is_made_without_a_row(void)
{
    begin_rows();
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "*"), 0);
    CHECK_EQUAL(news_count, 0);
    end_rows();
}

static void test_rows_are_there_at_once(void)
{
    begin_rows();
    ADD(PATH, count_in("iter", 5), {"x_sec", SW__CELL_NUMBER, sw__number(1.0 / 3)},
        {"y", SW__CELL_NUMBER, sw__absent()});
    check_file(PATH, "iter,x_sec,y\r\n5,0.3333333333333333,\r\n");
    ADD(PATH, count_in("iter", 6), {"x_sec", SW__CELL_NUMBER, sw__number(1e-9)},
        {"y", SW__CELL_NUMBER, sw__number(NAN)});
    check_file(PATH, "iter,x_sec,y\r\n5,0.3333333333333333,\r\n6,1e-09,\r\n");
    end_rows();
    CHECK_EQUAL(news_count, 0);
}

static void test_columns_keep_their_places(void)
{
    begin_rows();
    ADD(PATH, count_in("a", 1), count_in("b", 2), count_in("c", 3));
    ADD(PATH, count_in("c", 6), count_in("a", 4));
    ADD(PATH, count_in("b", 7), count_in("b", 8));
    check_file(PATH, "a,b,c\r\n1,2,3\r\n4,,6\r\n,7,\r\n");
    end_rows();
}

static void test_late_column_leaves_earlier_fields_empty(void)
{
    begin_rows();
    ADD(PATH, text_in("a", "1\r\n\"2\",3"), text_in("b", ""));
    ADD(PATH, text_in("a", "4"), text_in("b", "5"));
    ADD(PATH, text_in("late", "6"), text_in("a", "7"), text_in("later", "8"));
    check_file(PATH, "a,b,late,later\r\n\"1\r\n\"\"2\"\",3\",\"\",,\r\n4,5,,\r\n7,,6,8\r\n");
    ADD(PATH, text_in("a", "9"));
    CHECK_EQUAL(files_like(FOLDER "/a/.*.tmp"), 0);
    end_rows();
    CHECK_EQUAL(news_count, 0);
}

static void test_late_column_of_a_long_file(void)
{
    enum { ROWS = 5000 };
    begin_rows();
    for (uint64_t i = 0; i < ROWS; i++)
        ADD(PATH, count_in("number", i), text_in("text", i % 7 ? "plain" : "a\r\n\"b\""));
    ADD(PATH, count_in("number", ROWS), count_in("late", 1));
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, ROWS + 2);
    CHECK_EQUAL(file.column_count, 3);
    unsigned wrong = 0;
    for (size_t i = 0; i < ROWS; i++)
        wrong += (size_t)atoi(csv_cell(&file, i, "number")) != i || *csv_cell(&file, i, "late") != '\0' ||
                 strcmp(csv_cell(&file, i, "text"), i % 7 ? "plain" : "a\r\n\"b\"") != 0;
    CHECK_EQUAL(wrong, 0);
    CHECK_TEXT(csv_cell(&file, ROWS, "late"), "1");
    csv_free(&file);
    end_rows();
}

static void test_columns_that_never_end_are_left_out(void)
{
    static char names[105][16];
    begin_rows();
    for (uint64_t i = 0; i < 105; i++) {
        snprintf(names[i], sizeof names[i], "c%ju", (uintmax_t)i);
        ADD(PATH, count_in("number", i), count_in(names[i], i));
    }
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, 106);
    CHECK_TEXT(csv_cell(&file, 100, "c100"), "100");
    CU_ASSERT_FALSE(csv_has(&file, "c101"));
    CHECK_TEXT(csv_cell(&file, 104, "number"), "104");
    csv_free(&file);
    CHECK_EQUAL(news_count, 1);
    CHECK_TEXT(news,
               PATH ": the column 'c101', and what else comes up later, is left out: new columns came up in 100 rows");
    end_rows();
}

static void test_names_of_any_kind(void)
{
    begin_rows();
    ADD(PATH, count_in("a\"b, c", 1), count_in("line\r\nbreak", 2), count_in("\x01\x7f", 3),
        count_in("bad \xff\xc3", 4), count_in(" \xc3\xa9 ", 5));
    ADD(PATH, count_in("late,\n\"", 6));
    python_check("import csv, sys\n"
                 "first, *rest = csv.reader(open(sys.argv[1], encoding='utf-8', newline=''))\n"
                 "assert first == ['a\"b, c', 'line\\r\\nbreak', '\\x01\\x7f', 'bad \\ufffd\\ufffd', ' \\xe9 ', "
                 "'late,\\n\"'], first\n"
                 "assert rest == [['1', '2', '3', '4', '5', ''], ['', '', '', '', '', '6']], rest\n",
                 PATH);
    end_rows();
}

static void test_file_that_is_there_is_left_alone(void)
{
    begin_rows();
    for (uint64_t run = 1; run <= 3; run++) {
        ADD(PATH, count_in("run", run));
        ADD(PATH, count_in("run", run), count_in("late", run));
        close_rows();
    }
    check_file(PATH, "run,late\r\n1,\r\n1,1\r\n");
    check_file(FOLDER "/a/run.2.csv", "run,late\r\n2,\r\n2,2\r\n");
    check_file(FOLDER "/a/run.3.csv", "run,late\r\n3,\r\n3,3\r\n");
    CHECK_EQUAL(news_count, 2);
    CHECK_TEXT(news, PATH " is there already: the rows go to " FOLDER "/a/run.3.csv");
    CHECK_EQUAL(news_status, SW_OK);
    end_rows();
}

static void test_new_path_is_a_new_file(void)
{
    begin_rows();
    ADD(FOLDER "/1.csv", count_in("a", 1));
    ADD(FOLDER "/2.csv", count_in("b", 2));
    ADD(FOLDER "/2.csv", count_in("b", 3));
    check_file(FOLDER "/1.csv", "a\r\n1\r\n");
    check_file(FOLDER "/2.csv", "b\r\n2\r\n3\r\n");
    close_rows();
    ADD(FOLDER "/1.csv", count_in("a", 4));
    ADD(FOLDER "/2.csv", count_in("b", 5));
    CHECK_EQUAL(news_count, 1); // not for each file
    end_rows();
}

static void move_about(void)
{
    char *home = realpath(BUILD_DIR, NULL);
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
    CHECK_EQUAL(chdir(FOLDER), 0);
    ADD("b/run.csv", count_in("a", 1));
    CHECK_EQUAL(chdir("/"), 0);
    ADD("b/run.csv", count_in("a", 2), count_in("late", 3));
    close_rows();
    CHECK_EQUAL(news_count, 0);
    CHECK_EQUAL(chdir(home), 0);
    free(home);
    check_file("row_file/b/run.csv", "a,late\r\n1,\r\n2,3\r\n");
}

static void test_working_directory_may_change(void)
{
    begin_rows();
    check_in_child(move_about);
    end_rows();
}

static void check_pipe(int reader, const char *expected)
{
    char text[256] = "";
    CU_ASSERT(read(reader, text, sizeof text - 1) >= 0);
    CHECK_TEXT(text, expected);
}

static void test_pipe_gets_the_columns_again(void)
{
    begin_rows();
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
    CHECK_EQUAL(mkfifo(FOLDER "/pipe", 0600), 0);
    const int reader = open(FOLDER "/pipe", O_RDONLY | O_NONBLOCK);
    ADD(FOLDER "/pipe", count_in("a", 1));
    ADD(FOLDER "/pipe", count_in("a", 2), count_in("b", 3));
    ADD(FOLDER "/pipe", count_in("a", 4));
    check_pipe(reader, "a\r\n1\r\na,b\r\n2,3\r\n4,\r\n");
    close(reader);
    ADD(FOLDER "/pipe", count_in("a", 5));
    CHECK_TEXT(news, FOLDER "/pipe: no more rows are written: Broken pipe");
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "/pipe"), 1);
    end_rows();
}

static void test_descriptor_is_written_into(void)
{
    int ends[2];
    char path[64];
    begin_rows();
    CHECK_EQUAL(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    ADD(path, count_in("a", 1));
    close_rows();
    ADD(path, count_in("a", 2));
    close_rows();
    check_pipe(ends[0], "a\r\n1\r\na\r\n2\r\n");
    close(ends[0]);
    close(ends[1]);
    end_rows();
}

static void write_numbers(int out)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", out);
    ADD(path, {"x", SW__CELL_NUMBER, sw__number(1234.5)}, {"y", SW__CELL_NUMBER, sw__number(1e-9)});
}

static void test_locale_changes_nothing(void)
{
    begin_rows();
    check_with_decimal_comma(write_numbers, "x,y\r\n1234.5,1e-09\r\n");
    end_rows();
}

CU_TestInfo row_file_tests[] = {
    {"nothing is made without a row", test_nothing_is_made_without_a_row},
    {"rows are there at once, with all digits", test_rows_are_there_at_once},
    {"columns keep their places", test_columns_keep_their_places},
    {"a late column leaves earlier fields empty", test_late_column_leaves_earlier_fields_empty},
    {"a late column of a long file", test_late_column_of_a_long_file},
    {"columns that never end are left out", test_columns_that_never_end_are_left_out},
    {"names of any kind are read by python", test_names_of_any_kind},
    {"a file that is there is left alone", test_file_that_is_there_is_left_alone},
    {"a new path is a new file", test_new_path_is_a_new_file},
    {"the working directory may change", test_working_directory_may_change},
    {"a pipe gets the columns again", test_pipe_gets_the_columns_again},
    {"a descriptor is written into", test_descriptor_is_written_into},
    {"a locale with a decimal comma changes nothing", test_locale_changes_nothing},
    CU_TEST_INFO_NULL,
};
