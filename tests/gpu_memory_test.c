// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The memory of the GPU in the profiler's values: a program allocates from the pool of a fake driver. There is no GPU in it;
// tests/gpu/run is for a machine that has one.

#include "gpu_support.h"

#define PROGRAM "gpu_memory_steps"

static void test_inner_section_has_what_is_allocated_around_it(void)
{
    gpu_check(PROGRAM, "nested", NULL, "iteration 150\nouter 150\ninner 150\n");
}

static void test_inner_section_leaves_the_outer_its_peak(void)
{
    gpu_check(PROGRAM, "outer_peak_comes_first", NULL, "iteration 100\nouter 100\ninner 10\n");
}

static void test_peak_of_a_section_is_not_that_of_the_next(void)
{
    gpu_check(PROGRAM, "siblings", NULL, "iteration 100\na 100\nb 30\n");
}

static void test_iteration_has_what_lies_in_no_section(void)
{
    gpu_check(PROGRAM, "outside", NULL, "iteration 205\na 15\n");
}

static void test_recursing_section_has_the_peak_of_all(void)
{
    gpu_check(PROGRAM, "recursion", NULL, "iteration 30\na 30\n");
}

static void test_repeated_section_has_its_highest_peak(void)
{
    gpu_check(PROGRAM, "repeated", NULL, "iteration 30\na 30\n");
}

static void test_sections_that_cross_have_each_their_own(void)
{
    gpu_check(PROGRAM, "crossing", NULL, "iteration 80\na 80\nb 60\n");
}

static void test_each_iteration_begins_anew(void)
{
    gpu_check(PROGRAM, "iterations", NULL,
              "iteration 100\na 100\niteration 10\na 10\niteration 5\na 5\niteration 0\na --\n");
}

static void test_handles_and_scopes_have_peaks(void)
{
    gpu_check(PROGRAM, "handles_and_scopes", NULL, "iteration 30\nhandle 10\nscope 30\ninside 30\n");
}

static void test_peak_counts_for_what_other_threads_have_open(void)
{
    gpu_check(PROGRAM, "threads", NULL, "iteration 100\na 100\nheld 100\nlater 5\n");
}

static void test_section_over_the_edge_is_in_the_iteration_of_its_end(void)
{
    gpu_check(PROGRAM, "over_the_edge", NULL, "iteration 70\nheld --\niteration 20\nheld 70\n");
}

static void test_reserved_and_device_used(void)
{
    gpu_check(PROGRAM, "reserved", NULL,
              "iteration 100\nreserved 100\ndevice 350\n"
              "iteration 40\nreserved 100\ndevice 350\n");
}

static void test_snapshot_is_what_is_there_then(void)
{
    gpu_check(PROGRAM, "snapshot", NULL, "iteration 130\nallocated 30\nfree 720\n");
}

static void test_pause_is_in_no_iteration(void)
{
    gpu_check(PROGRAM, "pause", NULL, "iteration 20\nopen 100\npaused --\n");
}

static void test_iteration_begins_where_the_program_says(void)
{
    gpu_check(PROGRAM, "begin", NULL, "iteration 10\n");
}

static void test_long_fall_is_followed(void)
{
    gpu_check(PROGRAM, "many", NULL, "iteration 70000\nouter 70000\nafter 70000\n");
}

static void test_threads_take_marks_at_once(void)
{
    gpu_check(PROGRAM, "storm", NULL, "iteration 100\nouter 100\n");
}

CU_TestInfo gpu_memory_tests[] = {
    {"an inner section has what is allocated around it", test_inner_section_has_what_is_allocated_around_it},
    {"an inner section leaves the outer one its peak", test_inner_section_leaves_the_outer_its_peak},
    {"the peak of a section is not that of the next", test_peak_of_a_section_is_not_that_of_the_next},
    {"an iteration has what lies in no section", test_iteration_has_what_lies_in_no_section},
    {"a section that recurses has the peak of all", test_recursing_section_has_the_peak_of_all},
    {"a section that comes several times has its highest peak", test_repeated_section_has_its_highest_peak},
    {"sections that cross have each their own peak", test_sections_that_cross_have_each_their_own},
    {"each iteration begins anew", test_each_iteration_begins_anew},
    {"handles and scopes have peaks", test_handles_and_scopes_have_peaks},
    {"a peak counts for what other threads have open", test_peak_counts_for_what_other_threads_have_open},
    {"a section over the edge is in the iteration of its end",
     test_section_over_the_edge_is_in_the_iteration_of_its_end},
    {"what the pool has reserved, and what of the device is used", test_reserved_and_device_used},
    {"a snapshot is what is there then", test_snapshot_is_what_is_there_then},
    {"a pause is in no iteration", test_pause_is_in_no_iteration},
    {"an iteration begins where the program says", test_iteration_begins_where_the_program_says},
    {"a long fall is followed", test_long_fall_is_followed},
    {"threads take marks at once", test_threads_take_marks_at_once},
    CU_TEST_INFO_NULL,
};
