// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What can be asked of the operator table, and what becomes of it when that cannot be had.

#include "support_op_table.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Self times 3, 1 and 2 s; calls 1, 2 and 3.
static void three_ops(void)
{
    op("a", NULL, 0, 3);
    op("b", NULL, 3, 3.5);
    op("b", NULL, 3.5, 4);
    op("c", NULL, 4, 5);
    op("c", NULL, 5, 5.5);
    op("c", NULL, 5.5, 6);
    finish_at(6);
}

// The rows of the table, by the first letters of their names.
static const char *order_by(const char *column)
{
    static char order[16];
    size_t count = 0;
    char *text = op_table_now(&(sw_op_table_options){.sort_by = column});
    const char *line = strstr(text, "\n----");
    for (line = line ? strchr(line + 1, '\n') : NULL; line && line[1] != 'S'; line = strchr(line + 1, '\n'))
        order[count++] = line[1];
    order[count] = '\0';
    free(text);
    return order;
}

static void test_rows_are_sorted_by_any_column(void)
{
    profile_ops(NULL);
    three_ops();
    CHECK_TEXT(order_by(NULL), "acb");
    CHECK_TEXT(order_by("self_cpu_ns"), "acb");
    CHECK_TEXT(order_by("calls"), "cba");
    CHECK_TEXT(order_by("-calls"), "abc");
    CHECK_TEXT(order_by("CPU avg"), "acb");
    CHECK_TEXT(order_by("name"), "abc");
    CHECK_TEXT(order_by("-op"), "cba");
    CHECK_TEXT(order_by("flops"), "abc"); // unknown ones stay as they are
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_rows_beyond_the_limit_are_counted(void)
{
    profile_ops(NULL);
    three_ops();
    check_op_table_has(&(sw_op_table_options){.row_limit = 1}, "\na       3.00 s  50.0 %     3.00 s   3.00 s      1\n"
                                                               "(2 rows omitted)\n"
                                                               "Self CPU time total: 6.00 s, 100 % of the");
    session_close();
}

static void test_the_summary_has_twenty_rows_and_programs_all(void)
{
    char name[16];
    profile_ops(NULL);
    for (int i = 0; i < 25; i++) {
        snprintf(name, sizeof name, "op %d", i);
        op(name, NULL, i, i + 1);
    }
    finish_at(25);
    report_take();
    CHECK_EQUAL(report_rows("operators"), 25);
    report_drop();
    char *text = session_close_printing();
    CHECK_HAS(text, "\nop 19    1.00 s  4.00 %     1.00 s   1.00 s      1\n(5 rows omitted)\n");
    free(text);
}

static void test_the_summary_tells_apart_what_the_run_profile_does(void)
{
    const sw_op_info info = {.shape = {7}};
    profile_ops(&(sw_profiler_options){.record_shapes = true, .with_stack = true});
    op("relu", &info, 0, 1);
    finish_at(1);
    char *text = session_close_printing();
    CHECK_HAS(text, "\nname  shape  place ");
    CHECK_HAS(text, "\nrelu  7      support_ops.c:");
    free(text);
}

static void check_refused(const sw_op_table_options *options, const char *reason)
{
    FILE *file = fopen("/dev/null", "w");
    const unsigned before = messages_count();
    CHECK_EQUAL(sw_print_op_table(file, options), SW_ERR_ARGUMENT);
    CHECK_EQUAL(sw_last_error(), SW_ERR_ARGUMENT);
    CHECK_EQUAL(messages_count(), before + 1);
    CHECK_HAS(messages_last(), "sw_print_op_table(): an argument is not usable; ");
    CHECK_HAS(messages_last(), reason);
    fclose(file);
}

static void test_a_column_that_is_not_there_is_told_with_those_that_are(void)
{
    profile_ops(NULL);
    three_ops();
    check_refused(&(sw_op_table_options){.sort_by = "cuda_time_total"},
                  "sort_by: there is no column \"cuda_time_total\", but op, shape, dtype, place, self_cpu_ns, share, "
                  "cpu_ns, avg_ns, calls, self_memory_bytes, memory_bytes, peak_memory_bytes, flops, self_flops, "
                  "flops_calls, flops_per_s, "
                  "of_peak, moved_bytes, moved_calls, moved_bytes_per_s, self_cuda_ns, cuda_ns, comm_ns");
    session_close();
}

static void test_no_text_is_no_column(void)
{
    profile_ops(NULL);
    three_ops();
    check_refused(&(sw_op_table_options){.sort_by = ""}, "sort_by: there is no column \"\", but op, ");
    session_close();
}

static void test_shapes_need_to_be_recorded(void)
{
    profile_ops(NULL);
    check_refused(&(sw_op_table_options){.by_shape = true}, "by_shape needs record_shapes");
    session_close();
}

static void test_places_need_to_be_recorded(void)
{
    profile_ops(&(sw_profiler_options){.record_shapes = true});
    check_refused(&(sw_op_table_options){.by_place = true, .by_shape = true}, "by_place needs with_stack");
    session_close();
}

static void test_a_cycle_that_never_began_is_none(void)
{
    const sw_cycle fifth = {.number = 4};
    profile_ops(NULL);
    check_refused(&(sw_op_table_options){.cycle = &fifth}, "there is no cycle 4; begun so far: 1");
    session_close();
}

static void test_without_a_file_it_fails(void)
{
    profile_ops(NULL);
    CHECK_EQUAL(sw_print_op_table(NULL, NULL), SW_ERR_ARGUMENT);
    session_close();
}

static void test_where_no_ops_are_recorded_there_is_no_table(void)
{
    CHECK_EQUAL(sw_print_op_table(stdout, NULL), SW_NOT_RECORDED);
    profile(NULL);
    CHECK_EQUAL(sw_print_op_table(stdout, NULL), SW_NOT_RECORDED);
    CHECK_EQUAL(messages_count(), 0);
    report_take();
    CHECK_EQUAL(report_has_table("operators"), false);
    report_drop();
    session_close();
}

static void test_a_table_that_cannot_be_written_is_a_failure(void)
{
    profile_ops(NULL);
    FILE *file = fopen("/dev/null", "r");
    CHECK_EQUAL(sw_print_op_table(file, NULL), SW_ERR_WRITE);
    fclose(file);
    session_close();
}

static void test_options_of_an_older_program_are_shorter(void)
{
    const sw_op_table_options options = {.sort_by = "calls", .row_limit = 1, .by_shape = true};
    char *text = NULL;
    size_t length = 0;
    profile_ops(NULL);
    three_ops();
    FILE *file = open_memstream(&text, &length);
    CHECK_EQUAL(sw__print_op_table(file, &options, offsetof(sw_op_table_options, by_shape)), SW_OK);
    fclose(file);
    CHECK_HAS(text, "\nc       2.00 s");
    CHECK_HAS(text, "(2 rows omitted)\n");
    free(text);
    session_close();
}

static void test_the_sections_are_printed_without_ops(void)
{
    profile_ops(NULL);
    three_ops();
    char *text = section_table_now();
    CHECK_EQUAL(times_in(text, "Operators"), 0);
    free(text);
    session_close();
}

CU_TestInfo op_table_options_tests[] = {
    {"rows are sorted by any column", test_rows_are_sorted_by_any_column},
    {"rows beyond the limit are counted", test_rows_beyond_the_limit_are_counted},
    {"the summary has twenty rows, and programs all", test_the_summary_has_twenty_rows_and_programs_all},
    {"the summary tells apart what the run profile does", test_the_summary_tells_apart_what_the_run_profile_does},
    {"a column that is not there is told with those that are",
     test_a_column_that_is_not_there_is_told_with_those_that_are},
    {"no text is no column", test_no_text_is_no_column},
    {"shapes need to be recorded", test_shapes_need_to_be_recorded},
    {"places need to be recorded", test_places_need_to_be_recorded},
    {"a cycle that never began is none", test_a_cycle_that_never_began_is_none},
    {"without a file it fails", test_without_a_file_it_fails},
    {"where no ops are recorded there is no table", test_where_no_ops_are_recorded_there_is_no_table},
    {"a table that cannot be written is a failure", test_a_table_that_cannot_be_written_is_a_failure},
    {"options of an older program are shorter", test_options_of_an_older_program_are_shorter},
    {"the sections are printed without ops", test_the_sections_are_printed_without_ops},
    CU_TEST_INFO_NULL,
};
