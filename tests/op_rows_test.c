// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The CSV file of mode torch: rows of ops.

#include <stdio.h>
#include <string.h>

#include "csv_support.h"
#include "metrics_file_support.h"
#include "support_ops.h"

static const sw_op_info gemm = {.shape = {40, 33, 243}, .dtype = SW_DTYPE_FLOAT32, .flops = 641520, .bytes = 1000};

static void open_rows(sw_profiler_options options)
{
    remove_folder(FOLDER);
    options.mode = SW_PROFILER_TORCH;
    options.save_file = true;
    options.record_shapes = options.with_flops = true;
    open_metrics(options);
}

static void close_rows(csv_file *file)
{
    csv_free(file);
    remove_folder(FOLDER);
}

// forward { matmul { mm } copy }, from `begin` on, for 10 s.
static void iterate_ops(double begin)
{
    at(begin);
    sw_begin_iter();
    begin_at("forward", begin);
    begin_op_at("matmul", &gemm, begin + 1);
    op("mm", &gemm, begin + 2, begin + 5);
    end_op_at("matmul", begin + 6);
    op("copy", NULL, begin + 7, begin + 7.5);
    end_at("forward", begin + 9);
    finish_at(begin + 10);
}

static void check_cells(const csv_file *file, size_t row, const char *const cells[][2])
{
    for (size_t i = 0; cells[i][0]; i++)
        CHECK_TEXT(csv_cell(file, row, cells[i][0]), cells[i][1]);
}

static void test_the_columns_of_the_reference_come_first(void)
{
    open_rows((sw_profiler_options){0});
    iterate_ops(0);
    session_close();
    csv_file file = csv_read(PATH);
    static const char *const expected[] = {"iter",          "section", "op",          "cpu_sec", "cuda_sec",
                                           "self_cuda_sec", "mem_mb",  "self_mem_mb", "count"};
    CU_ASSERT_FATAL(file.column_count > 9);
    for (size_t i = 0; i < 9; i++)
        CHECK_TEXT(file.cells[i], expected[i]);
    CU_ASSERT_TRUE(file.rectangular);
    close_rows(&file);
}

static void test_each_op_of_an_iteration_is_a_row(void)
{
    open_rows((sw_profiler_options){0});
    iterate_ops(0);
    iterate_ops(10);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 7);
    static const char *const matmul[][2] = {{"iter", "0"},        {"section", "forward"},     {"op", "matmul"},
                                            {"cpu_sec", "5"},     {"self_cpu_sec", "2"},      {"count", "1"},
                                            {"flops", "641520"},  {"bytes", "1000"},          {"shape", "40x33x243"},
                                            {"dtype", "float32"}, {"path", "forward/matmul"}, {NULL, NULL}};
    check_cells(&file, 0, matmul);
    static const char *const mm[][2] = {{"section", "forward"},        {"op", "mm"},          {"cpu_sec", "3"},
                                        {"path", "forward/matmul/mm"}, {"self_cpu_sec", "3"}, {NULL, NULL}};
    check_cells(&file, 1, mm);
    static const char *const second[][2] = {{"iter", "1"}, {"op", "copy"}, {"cpu_sec", "0.5"}, {NULL, NULL}};
    check_cells(&file, 5, second);
    close_rows(&file);
}

static void test_what_is_not_known_is_an_empty_field(void)
{
    open_rows((sw_profiler_options){0});
    iterate_ops(0);
    session_close();
    csv_file file = csv_read(PATH);
    static const char *const copy[][2] = {{"op", "copy"},      {"cuda_sec", ""}, {"self_cuda_sec", ""}, {"mem_mb", ""},
                                          {"self_mem_mb", ""}, {"flops", ""},    {"bytes", ""},         {"shape", ""},
                                          {"dtype", ""},       {"place", ""},    {"flops_count", "0"},  {NULL, NULL}};
    check_cells(&file, 2, copy);
    close_rows(&file);
}

static void test_shapes_have_rows_of_their_own(void)
{
    const sw_op_info other = {.shape = {1, 2, 3}};
    open_rows((sw_profiler_options){0});
    op("matmul", &gemm, 0, 1);
    op("matmul", &other, 1, 3);
    op("matmul", &gemm, 3, 4);
    finish_at(5);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 3);
    static const char *const first[][2] = {{"shape", "40x33x243"}, {"count", "2"}, {"section", ""}, {NULL, NULL}};
    static const char *const second[][2] = {{"shape", "1x2x3"}, {"count", "1"}, {"cpu_sec", "2"}, {NULL, NULL}};
    check_cells(&file, 0, first);
    check_cells(&file, 1, second);
    close_rows(&file);
}

static void test_an_op_that_an_iteration_lacks_has_no_row_there(void)
{
    open_rows((sw_profiler_options){0});
    iterate_ops(0);
    op("matmul", &gemm, 11, 12);
    finish_at(13);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 5);
    static const char *const row[][2] = {{"iter", "1"}, {"op", "matmul"}, {"path", "matmul"}, {NULL, NULL}};
    check_cells(&file, 3, row);
    close_rows(&file);
}

static void test_labels_are_the_numbers_of_the_iterations(void)
{
    open_rows((sw_profiler_options){.warmup = 1, .active = 2});
    for (int i = 0; i < 4; i++) {
        op("copy", NULL, 10 * i + 1, 10 * i + 2);
        finish_at(10 * i + 9);
    }
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 3);
    CHECK_TEXT(csv_cell(&file, 0, "iter"), "1");
    CHECK_TEXT(csv_cell(&file, 1, "iter"), "2");
    close_rows(&file);
}

static void test_a_cycle_as_a_whole_has_a_row_for_each_op(void)
{
    open_rows((sw_profiler_options){.aggregate = true, .active = 2});
    for (int i = 0; i < 5; i++)
        iterate_ops(10 * i);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 4);
    static const char *const matmul[][2] = {{"iter", "agg"},       {"op", "matmul"}, {"cpu_sec", "10"},
                                            {"self_cpu_sec", "4"}, {"count", "2"},   {"flops", "1283040"},
                                            {"flops_count", "2"},  {NULL, NULL}};
    check_cells(&file, 0, matmul);
    close_rows(&file);
}

static void test_each_cycle_has_its_own_rows(void)
{
    open_rows((sw_profiler_options){.aggregate = true, .active = 1, .repeat = 70});
    for (int i = 0; i < 70; i++) {
        for (int call = 0; call <= i; call++)
            op("copy", NULL, 1000.0 * i + call, 1000.0 * i + call + 0.5);
        finish_at(1000.0 * i + 999);
    }
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_EQUAL(file.line_count, 71);
    for (size_t i = 0; i < 70; i++) {
        char cycle[8], count[8];
        snprintf(cycle, sizeof cycle, "%zu", i);
        snprintf(count, sizeof count, "%zu", i + 1);
        CHECK_TEXT(csv_cell(&file, i, "cycle"), cycle);
        CHECK_TEXT(csv_cell(&file, i, "count"), count);
    }
    close_rows(&file);
}

static void test_a_cycle_that_the_end_cuts_off_has_the_ops_of_its_last_iteration(void)
{
    open_rows((sw_profiler_options){.aggregate = true});
    iterate_ops(0);
    op("copy", NULL, 11, 12);
    session_close();
    csv_file file = csv_read(PATH);
    static const char *const copy[][2] = {{"op", "copy"}, {"count", "1"}, {"path", "copy"}, {NULL, NULL}};
    CHECK_EQUAL(file.line_count, 5);
    check_cells(&file, 3, copy);
    close_rows(&file);
}

static void test_times_keep_all_their_digits(void)
{
    open_rows((sw_profiler_options){0});
    op("copy", NULL, 0, 123e-9);
    finish_at(1);
    session_close();
    csv_file file = csv_read(PATH);
    CHECK_TEXT(csv_cell(&file, 0, "cpu_sec"), "1.23e-07");
    close_rows(&file);
}

static void test_names_with_commas_and_slashes_stay_names(void)
{
    open_rows((sw_profiler_options){0});
    begin_at("a/b", 0);
    op("gemm<float, 4>", NULL, 1, 2);
    end_at("a/b", 3);
    finish_at(4);
    session_close();
    csv_file file = csv_read(PATH);
    static const char *const row[][2] = {
        {"section", "a/b"}, {"op", "gemm<float, 4>"}, {"path", "a\\/b/gemm<float, 4>"}, {NULL, NULL}};
    check_cells(&file, 0, row);
    close_rows(&file);
}

static void test_a_rerun_never_mixes_rows_of_ops_and_of_iterations(void)
{
    open_rows((sw_profiler_options){0});
    iterate_ops(0);
    session_close();
    open_metrics((sw_profiler_options){.save_file = true});
    finish_at(100);
    finish_at(101);
    session_close();
    csv_file ops = csv_read(PATH), iterations = csv_read(FOLDER "/a/blur_metrics.2.csv");
    CU_ASSERT_TRUE(csv_has(&ops, "op"));
    CU_ASSERT_FALSE(csv_has(&ops, "total_time_sec"));
    CHECK_EQUAL(ops.line_count, 4);
    CU_ASSERT_TRUE(csv_has(&iterations, "total_time_sec"));
    CU_ASSERT_FALSE(csv_has(&iterations, "op"));
    csv_free(&iterations);
    close_rows(&ops);
}

static void test_without_an_op_there_is_no_file_and_a_word_about_it(void)
{
    open_rows((sw_profiler_options){0});
    section("forward", 0, 1);
    finish_at(2);
    session_close();
    CHECK_HAS(messages_all(), "no op was recorded");
    CHECK_EQUAL(files_like(FOLDER "/a/*"), 0);
    remove_folder(FOLDER);
}

CU_TestInfo op_rows_tests[] = {
    {"the columns of the reference come first", test_the_columns_of_the_reference_come_first},
    {"each op of an iteration is a row", test_each_op_of_an_iteration_is_a_row},
    {"what is not known is an empty field", test_what_is_not_known_is_an_empty_field},
    {"shapes have rows of their own", test_shapes_have_rows_of_their_own},
    {"an op that an iteration lacks has no row there", test_an_op_that_an_iteration_lacks_has_no_row_there},
    {"labels are the numbers of the iterations", test_labels_are_the_numbers_of_the_iterations},
    {"a cycle as a whole has a row for each op", test_a_cycle_as_a_whole_has_a_row_for_each_op},
    {"each cycle has its own rows", test_each_cycle_has_its_own_rows},
    {"a cycle that the end cuts off has the ops of its last iteration",
     test_a_cycle_that_the_end_cuts_off_has_the_ops_of_its_last_iteration},
    {"times keep all their digits", test_times_keep_all_their_digits},
    {"names with commas and slashes stay names", test_names_with_commas_and_slashes_stay_names},
    {"a rerun never mixes rows of ops and of iterations", test_a_rerun_never_mixes_rows_of_ops_and_of_iterations},
    {"without an op there is no file, and a word about it", test_without_an_op_there_is_no_file_and_a_word_about_it},
    CU_TEST_INFO_NULL,
};
