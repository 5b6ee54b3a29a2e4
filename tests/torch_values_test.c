// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What an iteration has values of in mode torch, with per_step and as a part of a cycle that is looked at as a whole.

#include "support_profiler.h"

#include <stdlib.h>
#include <string.h>

#include "csv_support.h"
#include "metrics_file_support.h"

static const sw_profiler_options each_step = {.mode = SW_PROFILER_TORCH};
static const sw_profiler_options whole_cycle = {.mode = SW_PROFILER_TORCH, .aggregate = true};

// The values that are not measured yet.
static const char *const absent[] = {"outer_cuda_sec", "outer_comm_sec", "inner_cuda_sec", "comm_cuda_sec",
                                     "comm_sync_sec"};
enum { ABSENT = sizeof absent / sizeof *absent };

static void iterate_nested(double start)
{
    begin_at("outer", start);
    section("inner", start + 1, start + 2);
    end_at("outer", start + 4);
    finish_at(start + 5);
}

static void test_the_time_of_a_section_on_the_cpu_is_its_wall_time(void)
{
    profile(&each_step);
    iterate_nested(0);
    CHECK_METRIC("outer_cpu_sec", 4);
    CHECK_METRIC("inner_cpu_sec", 1);
    CHECK_SECTION("outer", 4, 3, 1);
    CHECK_METRIC("total_time_sec", 5);
    CHECK_METRIC("unattributed_sec", 1);
    session_close();
}

static void test_what_is_not_measured_has_no_value(void)
{
    profile(&each_step);
    iterate_nested(0);
    for (size_t i = 0; i < ABSENT; i++) {
        double value = 77;
        CHECK_EQUAL(sw_get_metric(absent[i], &value), SW_NOT_RECORDED);
        CHECK_NEAR(value, 77, 0);
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void count_torch_names(const char *name, double value, void *count)
{
    (void)value;
    *(unsigned *)count += strstr(name, "_cuda_sec") || strstr(name, "_comm_sec") || strstr(name, "comm_sync");
}

static void test_what_is_not_measured_is_not_visited(void)
{
    unsigned count = 0;
    profile(&each_step);
    iterate_nested(0);
    CHECK_EQUAL(sw_for_each_metric(count_torch_names, &count), SW_OK);
    CHECK_EQUAL(count, 0);
    session_close();
}

static void test_other_modes_do_not_have_the_names(void)
{
    remove_folder(FOLDER);
    open_metrics((sw_profiler_options){.save_file = true});
    iterate_nested(0);
    CHECK_METRIC("outer_cpu_sec", NO_METRIC);
    session_close();
    csv_file file = csv_read(PATH);
    CU_ASSERT_FALSE(csv_has(&file, "outer_cpu_sec"));
    for (size_t i = 0; i < ABSENT; i++)
        CU_ASSERT_FALSE(csv_has(&file, absent[i]));
    csv_free(&file);
    remove_folder(FOLDER);
}

// A section may have a name that makes one of the common values' names.
static void test_a_section_called_comm_shares_an_absent_name(void)
{
    profile(&each_step);
    section("comm", 0, 1);
    finish_at(1);
    CHECK_METRIC("comm_cpu_sec", 1);
    CHECK_METRIC("comm_cuda_sec", NO_METRIC);
    session_close();
}

static void count(const char *name, double value, void *values)
{
    (void)name, (void)value;
    ++*(unsigned *)values;
}

static unsigned values_of_the_iteration(void)
{
    unsigned values = 0;
    CHECK_EQUAL(sw_for_each_metric(count, &values), SW_OK);
    return values;
}

static void begin_op_at(const char *name, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_op_begin(name, NULL), SW_OK);
}

static void end_op_at(const char *name, double seconds)
{
    at(seconds);
    CHECK_EQUAL(sw_op_end(name), SW_OK);
}

static void test_an_op_is_no_value_and_a_part_of_its_section(void)
{
    profile(&each_step);
    begin_at("outer", 0);
    begin_op_at("gemm", 1);
    end_op_at("gemm", 3);
    end_at("outer", 4);
    finish_at(5);
    CHECK_SECTION("outer", 4, 4, 1);
    CHECK_EQUAL(values_of_the_iteration(), 4 + 5); // total, unattributed, host and GPU; and those of the section
    CHECK_METRIC("unattributed_sec", 1);
    session_close();
}

static void test_a_section_in_an_op_lies_in_the_section_around_it(void)
{
    profile(&each_step);
    begin_at("outer", 0);
    begin_op_at("gemm", 1);
    section("inner", 2, 3);
    end_op_at("gemm", 4);
    end_at("outer", 6);
    finish_at(6);
    CHECK_SECTION("outer", 6, 5, 1);
    CHECK_SECTION("inner", 1, 1, 1);
    CHECK_METRIC("unattributed_sec", 0);
    session_close();
}

static void test_a_section_that_recurses_through_an_op_counts_once(void)
{
    profile(&each_step);
    begin_at("solve", 0);
    begin_op_at("gemm", 1);
    section("solve", 2, 3);
    end_op_at("gemm", 4);
    end_at("solve", 6);
    finish_at(6);
    CHECK_SECTION("solve", 6, 6, 2);
    session_close();
}

static void test_an_op_outside_of_sections_is_unattributed(void)
{
    profile(&each_step);
    begin_op_at("gemm", 0);
    end_op_at("gemm", 2);
    section("outer", 2, 3);
    finish_at(3);
    CHECK_METRIC("unattributed_sec", 2);
    session_close();
}

static void test_of_a_whole_cycle_each_iteration_has_its_time_and_memory(void)
{
    profile(&whole_cycle);
    CHECK_EQUAL(sw_mem_snapshot("here"), SW_OK);
    iterate_nested(0);
    CHECK_METRIC("total_time_sec", 5);
    CHECK_METRIC("unattributed_sec", 1);
    CHECK_METRIC("max_gpu_mb", 0);
    CU_ASSERT_TRUE(metric("max_host_mb") > 1);
    CU_ASSERT_TRUE(metric("here_host_mb") > 1);
    session_close();
}

static void test_of_a_whole_cycle_no_section_has_a_value(void)
{
    profile(&whole_cycle);
    iterate_nested(0);
    CHECK_NO_SECTION("outer");
    CHECK_METRIC("outer_cpu_sec", NO_METRIC);
    CHECK_EQUAL(values_of_the_iteration(), 4); // total, unattributed, host and GPU
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\nouter ");
    free(summary);
}

// Of each iteration: whether it has values.
static void check_values_in_two_cycles(sw_profiler_options options)
{
    options.wait = 1;
    options.active = 2;
    options.repeat = 2;
    profile(&options);
    for (int i = 0; i < 8; i++) {
        iterate_nested(5 * i);
        CHECK_METRIC("total_time_sec", i % 3 != 0 && i < 6 ? 5 : NO_METRIC);
        CHECK_METRIC("outer_time_sec", i % 3 != 0 && i < 6 && !options.aggregate ? 4 : NO_METRIC);
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_each_recorded_iteration_of_each_cycle_has_values(void)
{
    check_values_in_two_cycles((sw_profiler_options){0});
    check_values_in_two_cycles(whole_cycle);
}

CU_TestInfo torch_values_tests[] = {
    {"the time of a section on the CPU is its wall time", test_the_time_of_a_section_on_the_cpu_is_its_wall_time},
    {"what is not measured has no value", test_what_is_not_measured_has_no_value},
    {"what is not measured is not visited", test_what_is_not_measured_is_not_visited},
    {"other modes do not have the names", test_other_modes_do_not_have_the_names},
    {"a section called comm shares an absent name", test_a_section_called_comm_shares_an_absent_name},
    {"an op is no value, and a part of its section", test_an_op_is_no_value_and_a_part_of_its_section},
    {"a section in an op lies in the section around it", test_a_section_in_an_op_lies_in_the_section_around_it},
    {"a section that recurses through an op counts once", test_a_section_that_recurses_through_an_op_counts_once},
    {"an op outside of sections is unattributed", test_an_op_outside_of_sections_is_unattributed},
    {"of a whole cycle each iteration has its time and memory",
     test_of_a_whole_cycle_each_iteration_has_its_time_and_memory},
    {"of a whole cycle no section has a value", test_of_a_whole_cycle_no_section_has_a_value},
    {"each recorded iteration of each cycle has values", test_each_recorded_iteration_of_each_cycle_has_values},
    CU_TEST_INFO_NULL,
};
