// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The printed summary: its whole text, what it says when there is little to say, and where it can be printed to.

#include "session_support.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define TITLE "\nstepwatch " SW_VERSION_STRING "\n"
#define MACHINE "  machine     "
#define CLOCK "  clock       manual, wall time without waiting for a GPU\n" MACHINE "\n"

// Every machine has another line.
static void empty_machine_line(char *summary)
{
    char *machine = strstr(summary, MACHINE);
    char *text = machine ? machine + strlen(MACHINE) : NULL;
    if (text)
        memmove(text, text + strcspn(text, "\n"), strlen(text) - strcspn(text, "\n") + 1);
}

static void check_summary(const char *expected)
{
    char *summary = session_close_printing();
    empty_machine_line(summary);
    CHECK_TEXT(summary, expected);
    free(summary);
}

static void test_nothing_measured_at_all(void)
{
    session_open(0);
    check_summary(TITLE "  iterations  none was finished\n" CLOCK);
}

static void test_warmup_without_an_iteration(void)
{
    session_open(3);
    check_summary(TITLE "  iterations  the warm-up is not finished: 0 of 3 iterations\n" CLOCK);
}

static void test_warmup_not_finished(void)
{
    session_open(3);
    measure("step", 0, 1);
    finish_at(1);
    finish_at(2);
    check_summary(TITLE "  iterations  the warm-up is not finished: 2 of 3 iterations\n" CLOCK "\n"
                        "Time of an iteration\n"
                        "measurement  per iteration  share  per interval  total  count  threads\n"
                        "-----------  -------------  -----  ------------  -----  -----  -------\n"
                        "step                    --     --            --     --      0       --\n"
                        "Per iteration: of the finished ones; per interval: total / count; "
                        "share: of wall time x threads.\n"
                        "Rows may lie within one another: they do not add up.\n");
}

static void test_warmup_finished_and_no_iteration(void)
{
    session_open(1);
    finish_at(1);
    check_summary(TITLE "  iterations  none was finished since the warm-up\n" CLOCK);
}

static void test_intervals_without_a_finished_iteration(void)
{
    session_open(0);
    measure("step", 0, 2);
    check_summary(TITLE "  iterations  none was finished\n" CLOCK "\n"
                        "Time of an iteration\n"
                        "measurement  per iteration  share  per interval   total  count  threads\n"
                        "-----------  -------------  -----  ------------  ------  -----  -------\n"
                        "step                    --     --        2.00 s  2.00 s      1        1\n"
                        "Per iteration: of the finished ones; per interval: total / count; "
                        "share: of wall time x threads.\n"
                        "Rows may lie within one another: they do not add up.\n"
                        "\n"
                        "Spread of the intervals\n"
                        "measurement     min     p50     p90     p99     max  in iteration  deviation\n"
                        "-----------  ------  ------  ------  ------  ------  ------------  ---------\n"
                        "step         2.00 s  2.00 s  2.00 s  2.00 s  2.00 s             0         --\n");
}

static void measure_a_whole_run(void)
{
    session_open(1);
    sw_start_one_time_measurement("training");
    for (int i = 0; i < 4; i++) {
        measure("load", i, i + 0.1 + 0.001 * i);
        measure("step", i + 0.2, i + 1);
        sw_value("loss", 4 - i);
        at(i + 1);
        sw_finish_iter_items(32);
    }
    measure("step", 4, 4.5);
    sw_start_meas("save");
    sw_end_meas("misspelt");
    at(6);
}

static void test_whole_run(void)
{
    measure_a_whole_run();
    check_summary(TITLE "  iterations  3 counted, 1 of warm-up left out, 1 not finished\n"
                        "  wall time   3.00 s, 1.00 s an iteration, 1 iterations/s, 32 items/s\n" CLOCK "\n"
                        "Time of an iteration\n"
                        "measurement  per iteration   share  per interval    total  count  threads\n"
                        "-----------  -------------  ------  ------------  -------  -----  -------\n"
                        "iteration          1.00 s    100 %       1.00 s   3.00 s       3        1\n"
                        "step                800 ms  80.0 %        725 ms  2.90 s       4        1\n"
                        "load                102 ms  10.2 %        102 ms   306 ms      3        1\n"
                        "save                    --      --            --       --      0       --\n"
                        "Per iteration: of the finished ones; per interval: total / count; "
                        "share: of wall time x threads.\n"
                        "Rows may lie within one another: they do not add up.\n"
                        "\n"
                        "Spread of the intervals\n"
                        "measurement      min      p50      p90      p99      max  in iteration  deviation\n"
                        "-----------  -------  -------  -------  -------  -------  ------------  ---------\n"
                        "iteration    1.00 s   1.00 s   1.00 s   1.00 s   1.00 s              1       0 ns\n"
                        "step          500 ms   800 ms   800 ms   800 ms   800 ms             1     130 ms\n"
                        "load          101 ms   102 ms   103 ms   103 ms   103 ms             3     816 µs\n"
                        "\n"
                        "Started and not ended\n"
                        "measurement  running     for  unfinished\n"
                        "-----------  -------  ------  ----------\n"
                        "save               1  1.50 s           0\n"
                        "\n"
                        "One-time measurements\n"
                        "measurement    time\n"
                        "-----------  ------  -------\n"
                        "training     6.00 s  running\n"
                        "\n"
                        "Values\n"
                        "value  count  last  mean  deviation  min  max\n"
                        "-----  -----  ----  ----  ---------  ---  ---\n"
                        "loss       3     1     2   0.816497    1    3\n"
                        "\n"
                        "misuse: 1 x nothing of this name was ever started\n");
}

static void test_printing_early_changes_nothing(void)
{
    measure_a_whole_run();
    char *first = summary_now();
    char *second = summary_now();
    CHECK_TEXT(second, first);
    at(6.5);
    CHECK_EQUAL(sw_end_meas("save"), SW_OK);
    CHECK_EQUAL(sw_end_one_time_measurement("training"), SW_OK);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "One-time measurements", "training"), "training 6.50 s");
    CHECK_TEXT(row_of(summary, "Time of an iteration", "save"), "save 0 ns 0 % 2.00 s 2.00 s 1 1");
    CHECK_EQUAL(times_in(summary, "Started and not ended"), 0);
    free(first);
    free(second);
    free(summary);
}

static void test_rows_are_sorted_by_total(void)
{
    session_open(0);
    measure("short", 0, 1);
    measure("long", 1, 100);
    for (int i = 0; i < 5; i++)
        measure("middle", 100 + 10 * i, 110 + 10 * i);
    measure("short", 200, 201);
    char *summary = session_close_printing();
    const char *first = strstr(summary, "\nlong ");
    const char *second = strstr(summary, "\nmiddle ");
    const char *third = strstr(summary, "\nshort ");
    CU_ASSERT_TRUE(first && second && third && first < second && second < third);
    free(summary);
}

// Columns of a terminal, as a person counts them: no byte that continues a character counts.
static size_t columns_up_to(const char *line, const char *end)
{
    size_t columns = 0;
    for (; line < end; line++)
        columns += ((unsigned char)*line & 0xc0) != 0x80;
    return columns;
}

// The table's last column is a 1 in each row, right below the end of its header.
static void check_columns(const char *summary)
{
    const char *header = strstr(summary, "measurement  ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(header);
    const size_t width = columns_up_to(header, strchr(header, '\n'));
    const char *line = strchr(header, '\n') + 1;
    const char *notes = strstr(line, "\nPer iteration: ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(notes);
    for (line = strchr(line, '\n') + 1; line < notes; line = strchr(line, '\n') + 1)
        CHECK_EQUAL(columns_up_to(line, strchr(line, '\n')), width);
}

static void test_odd_names_stay_in_their_columns(void)
{
    char hundred[101];
    memset(hundred, 'h', 100);
    hundred[100] = '\0';
    const char *const names[] = {"two\nlines", "tab\there",   "größe", "schön lang: ηλεκτρόνιο",
                                 hundred,      "\x1b[31mred", "a b",   " "};
    session_open(0);
    for (int i = 0; i < 8; i++)
        measure(names[i], i, i + 1);
    char *summary = session_close_printing();
    check_columns(summary);
    CHECK_HAS(summary, "\ntwo\\nlines ");
    CHECK_HAS(summary, "\ntab\\there ");
    CHECK_HAS(summary, "\ngröße ");
    CHECK_HAS(summary, "\nschön lang: ηλεκτρόνιο ");
    CHECK_HAS(summary, "h…h");
    CU_ASSERT_PTR_NULL(strchr(summary, '\x1b'));
    free(summary);
}

static void test_print_errors(void)
{
    CHECK_EQUAL(sw_print_eval_times(NULL), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_print_eval_times(stdout), SW_NOT_RECORDED); // off: nothing is printed
    session_open(0);
    CHECK_EQUAL(sw_print_eval_times(NULL), SW_ERR_ARGUMENT);
    FILE *file = fopen("/dev/null", "r");
    errno = 0;
    CHECK_EQUAL(sw_print_eval_times(file), SW_ERR_WRITE);
    CHECK_EQUAL(errno, EBADF);
    CHECK_EQUAL(sw_last_error(), SW_ERR_WRITE);
    fclose(file);
    session_close();
}

// A file that may not grow stands for a disk that is full.
static void print_to_a_full_disk(void)
{
    session_open(0);
    measure("a", 0, 1);
    FILE *file = tmpfile();
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){16, 16});
    errno = 0;
    CHECK_EQUAL(sw_print_eval_times(file), SW_ERR_WRITE);
    CHECK_EQUAL(errno, EFBIG);
    measure("a", 1, 2);
    CHECK_EQUAL(stats_of_meas("a").count, 2);
    fclose(file);
}

static void test_full_disk_is_an_error_with_its_reason(void)
{
    check_in_child(print_to_a_full_disk);
}

// stderr may be closed: the program ends as if it were not instrumented.
static void finalize_without_stderr(void)
{
    session_open(0);
    measure("a", 0, 1);
    const int saved = dup(STDERR_FILENO);
    close(STDERR_FILENO);
    const sw_status status = sw_finalize();
    dup2(saved, STDERR_FILENO);
    CHECK_EQUAL(status, SW_OK);
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
}

static void test_finalize_without_stderr(void)
{
    check_in_child(finalize_without_stderr);
}

CU_TestInfo summary_tests[] = {
    {"nothing measured at all", test_nothing_measured_at_all},
    {"a warm-up without an iteration", test_warmup_without_an_iteration},
    {"a warm-up that is not finished", test_warmup_not_finished},
    {"a warm-up that is finished, and no iteration", test_warmup_finished_and_no_iteration},
    {"intervals without a finished iteration", test_intervals_without_a_finished_iteration},
    {"the text of a whole run", test_whole_run},
    {"printing early changes nothing", test_printing_early_changes_nothing},
    {"rows are sorted by their total", test_rows_are_sorted_by_total},
    {"odd names stay in their columns", test_odd_names_stay_in_their_columns},
    {"what cannot be printed is an error with its reason", test_print_errors},
    {"a full disk is an error with its reason", test_full_disk_is_an_error_with_its_reason},
    {"without stderr the session is closed all the same", test_finalize_without_stderr},
    CU_TEST_INFO_NULL,
};
