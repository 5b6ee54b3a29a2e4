// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// CSV files that grow by rows: what is left of them when writing fails or the process is killed.

#include "row_file_support.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csv_support.h"
#include "session_support.h"

static void test_failure_is_told_once_and_counted(void)
{
    begin_rows();
    ADD(FOLDER "/file", count_in("a", 1));
    for (uint64_t i = 0; i < 3; i++)
        ADD(FOLDER "/file/b.csv", count_in("a", i));
    CHECK_EQUAL(news_count, 1);
    CHECK_EQUAL(news_status, SW_ERR_WRITE);
    CHECK_TEXT(news, FOLDER "/file/b.csv: no more rows are written: Not a directory");
    close_rows();
    CHECK_EQUAL(news_count, 2);
    CHECK_EQUAL(news_status, SW_ERR_WRITE);
    CHECK_TEXT(news, FOLDER "/file/b.csv: rows that were not written: 3");
    ADD(FOLDER "/c.csv", count_in("a", 1));
    CHECK_EQUAL(news_count, 2);
    end_rows();
}

static void test_row_without_memory_is_missing(void)
{
    begin_rows();
    ADD(PATH, count_in("a", 1));
    sw__row_file_add(&rows, PATH, NULL, 2);
    take_news();
    CHECK_EQUAL(news_status, SW_ERR_NO_MEMORY);
    close_rows();
    CHECK_TEXT(news, PATH ": rows that were not written: 1");
    end_rows();
}

static void limit_file_size(rlim_t size)
{
    CHECK_EQUAL(setrlimit(RLIMIT_FSIZE, &(struct rlimit){size, size}), 0);
}

static void fill_disk(void)
{
    limit_file_size(20);
    ADD(PATH, count_in("a", 1), count_in("b", 1000000));
    ADD(PATH, count_in("a", 2), count_in("b", 1000000));
    CHECK_TEXT(news, PATH ": no more rows are written: File too large");
    check_file(PATH, "a,b\r\n1,1000000\r\n");
    ADD(PATH, count_in("a", 3), count_in("b", 3));
    close_rows();
    CHECK_TEXT(news, PATH ": rows that were not written: 2");
    check_file(PATH, "a,b\r\n1,1000000\r\n");
}

static void test_full_disk_leaves_whole_rows(void)
{
    begin_rows();
    check_in_child(fill_disk);
    end_rows();
}

static void begin_on_full_disk(void)
{
    limit_file_size(10);
    ADD(PATH, count_in("a", 1), count_in("b", 1000000));
    CHECK_EQUAL(news_count, 1);
    close_rows();
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 0);
}

static void test_full_disk_leaves_no_empty_file(void)
{
    begin_rows();
    check_in_child(begin_on_full_disk);
    end_rows();
}

static void widen_on_full_disk(void)
{
    limit_file_size(20);
    ADD(PATH, count_in("a", 10000));
    ADD(PATH, count_in("a", 2), count_in("a late one", 3));
    CHECK_TEXT(news, PATH ": the column 'a late one', and what else comes up later, is left out: File too large");
    ADD(PATH, count_in("a", 4), count_in("another", 5));
    CHECK_EQUAL(news_count, 1);
    check_file(PATH, "a\r\n10000\r\n2\r\n4\r\n");
    CHECK_EQUAL(files_like(FOLDER "/a/.*.tmp"), 0);
}

static void test_column_for_which_there_is_no_room_is_left_out(void)
{
    begin_rows();
    check_in_child(widen_on_full_disk);
    end_rows();
}

static void test_file_of_somebody_else_is_not_replaced(void)
{
    begin_rows();
    ADD(PATH, count_in("a", 1));
    CHECK_EQUAL(unlink(PATH), 0);
    FILE *other = fopen(PATH, "w");
    fputs("of somebody else", other);
    fclose(other);
    ADD(PATH, count_in("a", 2), count_in("late", 3));
    CHECK_EQUAL(news_count, 1);
    CHECK_HAS(news, PATH ": the column 'late', and what else comes up later, is left out: ");
    check_file(PATH, "of somebody else");
    end_rows();
}

// With a new column now and then, so that the file is sometimes being replaced; tells of each row that is written.
static void add_for_ever(int told)
{
    static char names[50][16];
    for (uint64_t i = 0;; i++) {
        char *name = names[i / 20 % 50];
        snprintf(name, sizeof names[0], "c%ju", (uintmax_t)(i / 20 % 50));
        ADD(PATH, count_in("number", i), count_in(name, i));
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
    csv_file file = csv_read_whole_lines(PATH);
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
        begin_rows();
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
    end_rows();
}

CU_TestInfo row_file_failure_tests[] = {
    {"a failure is told once, and the rows are counted", test_failure_is_told_once_and_counted},
    {"a row without memory is missing", test_row_without_memory_is_missing},
    {"a full disk leaves whole rows", test_full_disk_leaves_whole_rows},
    {"a full disk leaves no empty file", test_full_disk_leaves_no_empty_file},
    {"a column for which there is no room is left out", test_column_for_which_there_is_no_room_is_left_out},
    {"a file of somebody else is not replaced", test_file_of_somebody_else_is_not_replaced},
    {"a kill loses no row", test_kill_loses_no_row},
    CU_TEST_INFO_NULL,
};
