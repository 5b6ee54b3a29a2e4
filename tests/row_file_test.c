// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CSV files that grow by rows: what is in them, what happens when new columns come up, and when writing fails.

#include "session_support.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "comma_locale.h"
#include "csv_support.h"
#include "python.h"
#include "report/row_file.h"

#define FOLDER BUILD_DIR "/row_file"
#define PATH FOLDER "/a/run.csv"

static sw__row_file rows;
static unsigned news_count;
static char news[1024];
static sw_status news_status;

static void begin(void)
{
    remove_folder(FOLDER);
    news_count = 0;
    news[0] = '\0';
    news_status = SW_OK;
}

static void take_news(void)
{
    sw__row_news taken = sw__row_file_take_news(&rows);
    if (taken.text.length) {
        news_count++;
        news_status = taken.status;
        snprintf(news, sizeof news, "%s", taken.text.text);
    }
    sw__buffer_free(&taken.text);
}

static void close_rows(void)
{
    sw__row_file_close(&rows);
    take_news();
}

static void end(void)
{
    close_rows();
    remove_folder(FOLDER);
}

static sw__row_value count_of(const char *column, uint64_t count)
{
    return (sw__row_value){column, SW__CELL_COUNT, sw__count(count)};
}

static sw__row_value text_of(const char *column, const char *text)
{
    return (sw__row_value){column, SW__CELL_TEXT, sw__text(text)};
}

#define ADD(path, ...)                                                                                                 \
    add((path), (const sw__row_value[]){__VA_ARGS__},                                                                  \
        sizeof((const sw__row_value[]){__VA_ARGS__}) / sizeof(sw__row_value))

static void add(const char *path, const sw__row_value *values, size_t count)
{
    sw__row_file_add(&rows, path, values, count);
    take_news();
}

static void test_nothing_is_made_without_a_row(void)
{
    begin();
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "*"), 0);
    CHECK_EQUAL(news_count, 0);
    end();
}

static void test_rows_are_there_at_once(void)
{
    begin();
    ADD(PATH, count_of("iter", 5), {"x_sec", SW__CELL_NUMBER, sw__number(1.0 / 3)},
        {"y", SW__CELL_NUMBER, sw__absent()});
    check_file(PATH, "iter,x_sec,y\r\n5,0.3333333333333333,\r\n");
    ADD(PATH, count_of("iter", 6), {"x_sec", SW__CELL_NUMBER, sw__number(1e-9)},
        {"y", SW__CELL_NUMBER, sw__number(NAN)});
    check_file(PATH, "iter,x_sec,y\r\n5,0.3333333333333333,\r\n6,1e-09,\r\n");
    end();
    CHECK_EQUAL(news_count, 0);
}

static void test_columns_keep_their_places(void)
{
    begin();
    ADD(PATH, count_of("a", 1), count_of("b", 2), count_of("c", 3));
    ADD(PATH, count_of("c", 6), count_of("a", 4));
    ADD(PATH, count_of("b", 7), count_of("b", 8));
    check_file(PATH, "a,b,c\r\n1,2,3\r\n4,,6\r\n,7,\r\n");
    end();
}

static void test_late_column_leaves_earlier_fields_empty(void)
{
    begin();
    ADD(PATH, text_of("a", "1\r\n\"2\",3"), text_of("b", ""));
    ADD(PATH, text_of("a", "4"), text_of("b", "5"));
    ADD(PATH, text_of("late", "6"), text_of("a", "7"), text_of("later", "8"));
    check_file(PATH, "a,b,late,later\r\n\"1\r\n\"\"2\"\",3\",\"\",,\r\n4,5,,\r\n7,,6,8\r\n");
    ADD(PATH, text_of("a", "9"));
    CHECK_EQUAL(files_like(FOLDER "/a/.*.tmp"), 0);
    end();
    CHECK_EQUAL(news_count, 0);
}

static void test_late_column_of_a_long_file(void)
{
    enum { ROWS = 5000 };
    begin();
    for (uint64_t i = 0; i < ROWS; i++)
        ADD(PATH, count_of("number", i), text_of("text", i % 7 ? "plain" : "a\r\n\"b\""));
    ADD(PATH, count_of("number", ROWS), count_of("late", 1));
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
    end();
}

static void test_columns_that_never_end_are_left_out(void)
{
    static char names[105][16];
    begin();
    for (uint64_t i = 0; i < 105; i++) {
        snprintf(names[i], sizeof names[i], "c%ju", (uintmax_t)i);
        ADD(PATH, count_of("number", i), count_of(names[i], i));
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
    end();
}

static void test_names_of_any_kind(void)
{
    begin();
    ADD(PATH, count_of("a\"b, c", 1), count_of("line\r\nbreak", 2), count_of("\x01\x7f", 3),
        count_of("bad \xff\xc3", 4), count_of(" \xc3\xa9 ", 5));
    ADD(PATH, count_of("late,\n\"", 6));
    python_check("import csv, sys\n"
                 "first, *rest = csv.reader(open(sys.argv[1], encoding='utf-8', newline=''))\n"
                 "assert first == ['a\"b, c', 'line\\r\\nbreak', '\\x01\\x7f', 'bad \\ufffd\\ufffd', ' \\xe9 ', "
                 "'late,\\n\"'], first\n"
                 "assert rest == [['1', '2', '3', '4', '5', ''], ['', '', '', '', '', '6']], rest\n",
                 PATH);
    end();
}

static void test_file_that_is_there_is_left_alone(void)
{
    begin();
    for (uint64_t run = 1; run <= 3; run++) {
        ADD(PATH, count_of("run", run));
        ADD(PATH, count_of("run", run), count_of("late", run));
        close_rows();
    }
    check_file(PATH, "run,late\r\n1,\r\n1,1\r\n");
    check_file(FOLDER "/a/run.2.csv", "run,late\r\n2,\r\n2,2\r\n");
    check_file(FOLDER "/a/run.3.csv", "run,late\r\n3,\r\n3,3\r\n");
    CHECK_EQUAL(news_count, 2);
    CHECK_TEXT(news, PATH " is there already: the rows go to " FOLDER "/a/run.3.csv");
    CHECK_EQUAL(news_status, SW_OK);
    end();
}

static void test_new_path_is_a_new_file(void)
{
    begin();
    ADD(FOLDER "/1.csv", count_of("a", 1));
    ADD(FOLDER "/2.csv", count_of("b", 2));
    ADD(FOLDER "/2.csv", count_of("b", 3));
    check_file(FOLDER "/1.csv", "a\r\n1\r\n");
    check_file(FOLDER "/2.csv", "b\r\n2\r\n3\r\n");
    close_rows();
    ADD(FOLDER "/1.csv", count_of("a", 4));
    ADD(FOLDER "/2.csv", count_of("b", 5));
    CHECK_EQUAL(news_count, 1); // not for each file
    end();
}

static void move_about(void)
{
    char *home = realpath(BUILD_DIR, NULL);
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
    CHECK_EQUAL(chdir(FOLDER), 0);
    ADD("b/run.csv", count_of("a", 1));
    CHECK_EQUAL(chdir("/"), 0);
    ADD("b/run.csv", count_of("a", 2), count_of("late", 3));
    close_rows();
    CHECK_EQUAL(news_count, 0);
    CHECK_EQUAL(chdir(home), 0);
    free(home);
    check_file("row_file/b/run.csv", "a,late\r\n1,\r\n2,3\r\n");
}

static void test_working_directory_may_change(void)
{
    begin();
    check_in_child(move_about);
    end();
}

static void check_pipe(int reader, const char *expected)
{
    char text[256] = "";
    CU_ASSERT(read(reader, text, sizeof text - 1) >= 0);
    CHECK_TEXT(text, expected);
}

static void test_pipe_gets_the_columns_again(void)
{
    begin();
    CHECK_EQUAL(mkdir(FOLDER, 0777), 0);
    CHECK_EQUAL(mkfifo(FOLDER "/pipe", 0600), 0);
    const int reader = open(FOLDER "/pipe", O_RDONLY | O_NONBLOCK);
    ADD(FOLDER "/pipe", count_of("a", 1));
    ADD(FOLDER "/pipe", count_of("a", 2), count_of("b", 3));
    ADD(FOLDER "/pipe", count_of("a", 4));
    check_pipe(reader, "a\r\n1\r\na,b\r\n2,3\r\n4,\r\n");
    close(reader);
    ADD(FOLDER "/pipe", count_of("a", 5));
    CHECK_TEXT(news, FOLDER "/pipe: no more rows are written: Broken pipe");
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "/pipe"), 1);
    end();
}

static void test_descriptor_is_written_into(void)
{
    int ends[2];
    char path[64];
    begin();
    CHECK_EQUAL(pipe(ends), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[1]);
    ADD(path, count_of("a", 1));
    close_rows();
    ADD(path, count_of("a", 2));
    close_rows();
    check_pipe(ends[0], "a\r\n1\r\na\r\n2\r\n");
    close(ends[0]);
    close(ends[1]);
    end();
}

static void test_failure_is_told_once_and_counted(void)
{
    begin();
    ADD(FOLDER "/file", count_of("a", 1));
    for (uint64_t i = 0; i < 3; i++)
        ADD(FOLDER "/file/b.csv", count_of("a", i));
    CHECK_EQUAL(news_count, 1);
    CHECK_EQUAL(news_status, SW_ERR_WRITE);
    CHECK_TEXT(news, FOLDER "/file/b.csv: no more rows are written: Not a directory");
    close_rows();
    CHECK_EQUAL(news_count, 2);
    CHECK_EQUAL(news_status, SW_ERR_WRITE);
    CHECK_TEXT(news, FOLDER "/file/b.csv: rows that were not written: 3");
    ADD(FOLDER "/c.csv", count_of("a", 1));
    CHECK_EQUAL(news_count, 2);
    end();
}

static void test_row_without_memory_is_missing(void)
{
    begin();
    ADD(PATH, count_of("a", 1));
    sw__row_file_add(&rows, PATH, NULL, 2);
    take_news();
    CHECK_EQUAL(news_status, SW_ERR_NO_MEMORY);
    close_rows();
    CHECK_TEXT(news, PATH ": rows that were not written: 1");
    end();
}

static void limit_file_size(rlim_t size)
{
    CHECK_EQUAL(setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, size}), 0);
}

static void fill_disk(void)
{
    limit_file_size(20);
    ADD(PATH, count_of("a", 1), count_of("b", 1000000));
    ADD(PATH, count_of("a", 2), count_of("b", 1000000));
    CHECK_TEXT(news, PATH ": no more rows are written: File too large");
    check_file(PATH, "a,b\r\n1,1000000\r\n");
    ADD(PATH, count_of("a", 3), count_of("b", 3));
    close_rows();
    CHECK_TEXT(news, PATH ": rows that were not written: 2");
    check_file(PATH, "a,b\r\n1,1000000\r\n");
}

static void test_full_disk_leaves_whole_rows(void)
{
    begin();
    check_in_child(fill_disk);
    end();
}

static void begin_on_full_disk(void)
{
    limit_file_size(10);
    ADD(PATH, count_of("a", 1), count_of("b", 1000000));
    CHECK_EQUAL(news_count, 1);
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 0);
}

static void test_full_disk_leaves_no_empty_file(void)
{
    begin();
    check_in_child(begin_on_full_disk);
    end();
}

static void widen_on_full_disk(void)
{
    limit_file_size(20);
    ADD(PATH, count_of("a", 10000));
    ADD(PATH, count_of("a", 2), count_of("a late one", 3));
    CHECK_TEXT(news, PATH ": the column 'a late one', and what else comes up later, is left out: File too large");
    ADD(PATH, count_of("a", 4), count_of("another", 5));
    CHECK_EQUAL(news_count, 1);
    check_file(PATH, "a\r\n10000\r\n2\r\n4\r\n");
    CHECK_EQUAL(files_like(FOLDER "/a/.*.tmp"), 0);
}

static void test_column_for_which_there_is_no_room_is_left_out(void)
{
    begin();
    check_in_child(widen_on_full_disk);
    end();
}

static void test_file_of_somebody_else_is_not_replaced(void)
{
    begin();
    ADD(PATH, count_of("a", 1));
    CHECK_EQUAL(unlink(PATH), 0);
    FILE *other = fopen(PATH, "w");
    fputs("of somebody else", other);
    fclose(other);
    ADD(PATH, count_of("a", 2), count_of("late", 3));
    CHECK_EQUAL(news_count, 1);
    CHECK_HAS(news, PATH ": the column 'late', and what else comes up later, is left out: ");
    check_file(PATH, "of somebody else");
    end();
}

static void write_numbers(int out)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/fd/%d", out);
    ADD(path, {"x", SW__CELL_NUMBER, sw__number(1234.5)}, {"y", SW__CELL_NUMBER, sw__number(1e-9)});
}

static void test_locale_changes_nothing(void)
{
    begin();
    check_with_decimal_comma(write_numbers, "x,y\r\n1234.5,1e-09\r\n");
    end();
}

// With a new column now and then, so that the file is sometimes being replaced; tells of each row that is written.
static void add_for_ever(int told)
{
    static char names[50][16];
    for (uint64_t i = 0;; i++) {
        char *name = names[i / 20 % 50];
        snprintf(name, sizeof names[0], "c%ju", (uintmax_t)(i / 20 % 50));
        ADD(PATH, count_of("number", i), count_of(name, i));
        if (write(told, &i, sizeof i) != sizeof i)
            _exit(EXIT_FAILURE);
    }
}

static void kill_after(pid_t child, unsigned microseconds)
{
    usleep(microseconds);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static void check_rows_until(uint64_t last_told)
{
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular);
    CU_ASSERT_TRUE(file.line_count >= last_told + 2);
    for (size_t i = 0; i <= last_told; i++)
        if ((uint64_t)atoi(csv_cell(&file, i, "number")) != i)
            FAIL("row %zu is of number %s", i, csv_cell(&file, i, "number"));
    csv_free(&file);
}

static void test_kill_loses_no_row(void)
{
    enum { KILLS = 30 };
    srandom(7);
    for (unsigned i = 0; i < KILLS; i++) {
        int ends[2];
        uint64_t last = 0, number;
        begin();
        CHECK_EQUAL(pipe(ends), 0);
        const pid_t child = fork();
        if (child == 0)
            add_for_ever(ends[1]);
        close(ends[1]);
        CHECK_EQUAL(read(ends[0], &number, sizeof number), sizeof number);
        kill_after(child, (unsigned)(random() % 10000));
        while (read(ends[0], &number, sizeof number) == sizeof number)
            last = number;
        close(ends[0]);
        check_rows_until(last);
    }
    end();
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
    {"a failure is told once, and the rows are counted", test_failure_is_told_once_and_counted},
    {"a row without memory is missing", test_row_without_memory_is_missing},
    {"a full disk leaves whole rows", test_full_disk_leaves_whole_rows},
    {"a full disk leaves no empty file", test_full_disk_leaves_no_empty_file},
    {"a column for which there is no room is left out", test_column_for_which_there_is_no_room_is_left_out},
    {"a file of somebody else is not replaced", test_file_of_somebody_else_is_not_replaced},
    {"a locale with a decimal comma changes nothing", test_locale_changes_nothing},
    {"a kill loses no row", test_kill_loses_no_row},
    CU_TEST_INFO_NULL,
};
