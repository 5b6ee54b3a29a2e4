// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of the profiler: a row for each recorded iteration, and what is in it.

#include "session_support.h"

#include <stdlib.h>

#include "csv_support.h"
#include "iteration_support.h"
#include "metrics_file_support.h"
#include "python.h"

static void test_row_has_the_metrics_of_its_iteration(void)
{
    remove_folder(FOLDER);
    open_metrics((sw_profiler_options){.warmup = 2, .active = 2, .save_file = true});
    iterate(2);
    sw_begin_iter();
    tick_section("gradient");
    iterate_with("denoise");
    check_iterations(PATH, 1, "2"); // before the session ends
    iterate(3);
    session_close();
    CHECK_EQUAL(messages_count(), 0);
    python_check(
        "import csv, sys\n"
        "first, second = csv.DictReader(open(sys.argv[1], encoding='utf-8', newline=''))\n"
        "assert list(first) == ['iter', 'cycle', 'total_time_sec', 'unattributed_sec', 'max_host_mb',\n"
        "    'max_gpu_mb', 'gradient_time_sec', 'gradient_self_sec', 'gradient_count', 'gradient_max_gpu_mb',\n"
        "    'denoise_time_sec', 'denoise_self_sec', 'denoise_count', 'denoise_max_gpu_mb'], first\n"
        "assert (first['iter'], first['cycle'], second['iter']) == ('2', '0', '3'), (first, second)\n"
        "assert float(first['total_time_sec']) == 3 and float(first['unattributed_sec']) == 1, first\n"
        "assert float(first['gradient_time_sec']) == 1 and first['denoise_count'] == '1', first\n"
        "assert float(first['max_host_mb']) > 1, first\n"
        "assert first['max_gpu_mb'] == first['gradient_max_gpu_mb'] == '0', first\n"
        "assert float(second['total_time_sec']) == 2 and second['gradient_time_sec'] == '', second\n",
        PATH);
    remove_folder(FOLDER);
}

static void compare_cell(const char *name, double value, void *user)
{
    CHECK_NEAR(strtod(csv_cell(user, 0, name), NULL), value, 0);
}

static void test_cells_are_the_metrics_to_the_last_digit(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    at(1.0 / 3);
    tick_section("gradient");
    finish_at(2);
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(sw_for_each_metric(compare_cell, &file), SW_OK);
    csv_free(&file);
    session_close();
    remove_folder(FOLDER);
}

static void test_section_that_comes_up_late(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    iterate(5);
    iterate_with("polish");
    iterate(1);
    session_close();
    csv_file file = csv_read(PATH);
    CU_ASSERT_TRUE(file.rectangular);
    CHECK_EQUAL(file.line_count, 8);
    for (size_t i = 0; i < 7; i++)
        CHECK_TEXT(csv_cell(&file, i, "polish_count"), i == 5 ? "1" : "");
    CHECK_TEXT(csv_cell(&file, 5, "denoise_count"), "");
    CHECK_TEXT(csv_cell(&file, 6, "denoise_count"), "1");
    csv_free(&file);
    remove_folder(FOLDER);
}

static void check_nothing_is_made(sw_profiler_options options)
{
    remove_folder(FOLDER);
    open_metrics(options);
    for (unsigned i = 0; i < 3; i++)
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_nothing_is_made_without_a_recorded_iteration(void)
{
    check_nothing_is_made((sw_profiler_options){.warmup = 3, .save_file = true});
    check_nothing_is_made((sw_profiler_options){.mode = SW_PROFILER_NULL, .save_file = true});
}

static void test_metrics_need_no_file(void)
{
    double seconds = 0;
    remove_folder(FOLDER);
    open_metrics((sw_profiler_options){.save_file = false});
    iterate(1);
    CHECK_EQUAL(sw_get_metric("denoise_time_sec", &seconds), SW_OK);
    CHECK_NEAR(seconds, 1, 0);
    session_close();
    CHECK_EQUAL(files_like(FOLDER), 0);
}

static void test_iteration_that_is_cut_short_has_no_row(void)
{
    remove_folder(FOLDER);
    open_metrics((sw_profiler_options){.active = 4, .save_file = true});
    iterate(2);
    tick_section("denoise");
    session_close();
    check_iterations(PATH, 2, "0");
    remove_folder(FOLDER);
}

static void test_custom_and_nvidia_write_rows_of_iterations(void)
{
    static const sw_profiler_mode modes[] = {SW_PROFILER_CUSTOM, SW_PROFILER_NVIDIA};
    for (size_t i = 0; i < 2; i++) {
        remove_folder(FOLDER);
        open_metrics((sw_profiler_options){.mode = modes[i], .save_file = true});
        iterate(2);
        session_close();
        check_iterations(PATH, 2, "0");
    }
    remove_folder(FOLDER);
}

static void look_at_rows(const sw_cycle *cycle, void *user)
{
    check_iterations(PATH, cycle->iterations, "0");
    ++*(unsigned *)user;
}

static void test_rows_are_there_when_their_cycle_ends(void)
{
    unsigned cycles = 0;
    remove_folder(FOLDER);
    sw_set_cycle_handler(look_at_rows, &cycles);
    open_metrics((sw_profiler_options){.active = 3, .save_file = true});
    iterate(4);
    session_close();
    sw_set_cycle_handler(NULL, NULL);
    CHECK_EQUAL(cycles, 1);
    remove_folder(FOLDER);
}

static void test_names_of_any_kind(void)
{
    remove_folder(FOLDER);
    open_saving_metrics();
    iterate_with("a\"b, c");
    iterate_with("line\nbreak");
    iterate_with("\x01 \xff \xc3\xa9");
    session_close();
    python_check("import csv, sys\n"
                 "rows = list(csv.DictReader(open(sys.argv[1], encoding='utf-8', newline='')))\n"
                 "names = ['a\"b, c', 'line\\nbreak', '\\x01 \\ufffd \\xe9']\n"
                 "for i in range(3):\n"
                 "    found = [rows[i][name + '_count'] for name in names]\n"
                 "    assert found == ['1' if k == i else '' for k in range(3)], found\n",
                 PATH);
    remove_folder(FOLDER);
}

static void test_failure_is_told_once_and_the_run_goes_on(void)
{
    double seconds = 0;
    open_metrics((sw_profiler_options){.save_file = true, .csv = "/proc/no/such/%run%.csv"});
    iterate(3);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_ERR_WRITE);
    CHECK_TEXT(messages_last(),
               "profiler: /proc/no/such/blur.csv: no more rows are written: No such file or directory");
    CHECK_EQUAL(sw_get_metric("total_time_sec", &seconds), SW_OK);
    session_close();
    CHECK_EQUAL(messages_count(), 2);
    CHECK_TEXT(messages_last(), "profiler: /proc/no/such/blur.csv: rows that were not written: 3");
}

CU_TestInfo metrics_file_tests[] = {
    {"a row has the metrics of its iteration", test_row_has_the_metrics_of_its_iteration},
    {"the cells are the metrics to the last digit", test_cells_are_the_metrics_to_the_last_digit},
    {"a section that comes up late leaves earlier fields empty", test_section_that_comes_up_late},
    {"nothing is made without a recorded iteration", test_nothing_is_made_without_a_recorded_iteration},
    {"metrics need no file", test_metrics_need_no_file},
    {"an iteration that is cut short has no row", test_iteration_that_is_cut_short_has_no_row},
    {"custom and nvidia write rows of iterations", test_custom_and_nvidia_write_rows_of_iterations},
    {"the rows are there when their cycle ends", test_rows_are_there_when_their_cycle_ends},
    {"names of any kind are read by python", test_names_of_any_kind},
    {"a failure is told once, and the run goes on", test_failure_is_told_once_and_the_run_goes_on},
    CU_TEST_INFO_NULL,
};
