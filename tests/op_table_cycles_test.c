// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The operator table of one cycle, and of the run that has several.

#include "support_op_table.h"

#include <stdlib.h>

// Each iteration has an op "solve" of the given length, with one of half its length in it, and half a second of nothing.
static void run_iterations(const double *lengths, size_t count)
{
    double now = 0;
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    for (size_t i = 0; i < count; i++) {
        begin_op_at("solve", NULL, now);
        op("half", NULL, now, now + lengths[i] / 2);
        end_op_at("solve", now + lengths[i]);
        now += lengths[i] + 0.5;
        finish_at(now);
    }
}

static const double six[] = {100, 1, 2, 100, 3, 6};

static void profile_two_of_two(void)
{
    profile_ops(&(sw_profiler_options){.aggregate = true, .warmup = 1, .active = 2, .repeat = 2});
    run_iterations(six, 6);
}

static void test_each_cycle_has_its_own_numbers(void)
{
    const sw_cycle first = {.number = 0}, second = {.number = 1};
    profile_two_of_two();
    check_op_table(&(sw_op_table_options){.cycle = &first},
                   "Operators of cycle 0, iterations 1 to 2\n"
                   "name   self CPU   share  CPU total  CPU avg  calls\n"
                   "-----  --------  ------  ---------  -------  -----\n"
                   "solve    1.50 s  50.0 %     3.00 s  1.50 s       2\n"
                   "half     1.50 s  50.0 %     1.50 s   750 ms      2\n"
                   "Self CPU time total: 3.00 s, 75.0 % of the recorded time\n"
                   "Self: without the ops inside; total: with them. Avg: total / calls. Share: of all self CPU.\n");
    check_op_table_has(&(sw_op_table_options){.cycle = &second, .as_tree = true},
                       "Operators by call path of cycle 1, iterations 4 to 5\n"
                       "name    self CPU   share  CPU total  CPU avg  calls\n"
                       "------  --------  ------  ---------  -------  -----\n"
                       "solve     4.50 s  50.0 %     9.00 s   4.50 s      2\n"
                       "  half    4.50 s  50.0 %     4.50 s   2.25 s      2\n"
                       "Self CPU time total: 9.00 s, 90.0 % of the recorded time\n");
    session_close();
}

static void test_the_run_is_all_cycles_together(void)
{
    profile_two_of_two();
    report_take();
    CHECK_EQUAL(op_cell("solve", "calls"), 4);
    CHECK_NEAR(op_cell("solve", "cpu_ns"), 12e9, 0);
    CHECK_NEAR(op_cell("solve", "self_cpu_ns"), 6e9, 0);
    CHECK_NEAR(report_number("op_share_of_recorded"), 12.0 / 14, 1e-12);
    report_drop();
    session_close();
}

static void print_cycle(const sw_cycle *cycle, void *user)
{
    char **text = user;
    free(*text);
    *text = op_table_now(&(sw_op_table_options){.cycle = cycle});
}

static void test_a_cycle_is_printed_by_its_handler(void)
{
    char *text = NULL;
    sw_set_cycle_handler(print_cycle, &text);
    profile_ops(&(sw_profiler_options){.aggregate = true, .active = 1, .repeat = 3});
    run_iterations(six, 2);
    CU_ASSERT_PTR_NOT_NULL_FATAL(text);
    CHECK_HAS(text, "Operators of cycle 1, iteration 1\n");
    CHECK_TEXT(row_of(text, "Operators of cycle 1, iteration 1", "solve"), "solve 500 ms 50.0 % 1.00 s 1.00 s 1");
    sw_set_cycle_handler(NULL, NULL);
    free(text);
    session_close();
}

static void test_a_cycle_that_goes_on_counts_until_now(void)
{
    const sw_cycle first = {.number = 0};
    profile_ops(&(sw_profiler_options){.active = 3});
    op("solve", NULL, 0, 1);
    at(4);
    check_op_table_has(&(sw_op_table_options){.cycle = &first}, "Operators of cycle 0\n");
    check_op_table_has(&(sw_op_table_options){.cycle = &first},
                       "Self CPU time total: 1.00 s, 25.0 % of the recorded time\n");
    session_close();
}

static void test_the_last_cycle_that_is_kept_has_the_later_ones(void)
{
    double lengths[70];
    for (size_t i = 0; i < 70; i++)
        lengths[i] = 1;
    const sw_cycle late = {.number = 68}, first = {.number = 0};
    profile_ops(&(sw_profiler_options){.aggregate = true, .active = 1, .repeat = SW_REPEAT_FOREVER});
    run_iterations(lengths, 70);
    char *text = op_table_now(&(sw_op_table_options){.cycle = &late});
    CHECK_TEXT(row_of(text, "Operators of cycle 63 and the 7 after it", "solve"),
               "solve 3.50 s 50.0 % 7.00 s 1.00 s 7");
    free(text);
    check_op_table_has(&(sw_op_table_options){.cycle = &first}, "Operators of cycle 0, iteration 0\n");
    session_close();
}

CU_TestInfo op_table_cycles_tests[] = {
    {"each cycle has its own numbers", test_each_cycle_has_its_own_numbers},
    {"the run is all cycles together", test_the_run_is_all_cycles_together},
    {"a cycle is printed by its handler", test_a_cycle_is_printed_by_its_handler},
    {"a cycle that goes on counts until now", test_a_cycle_that_goes_on_counts_until_now},
    {"the last cycle that is kept has the later ones", test_the_last_cycle_that_is_kept_has_the_later_ones},
    CU_TEST_INFO_NULL,
};
