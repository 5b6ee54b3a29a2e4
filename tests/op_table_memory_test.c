// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory in the operator table: of each op by itself and with what lies inside, and of what lies in none.

#include "support_op_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KIB = 1024, MIB = 1024 * 1024 };

static void profile_memory(void)
{
    profile_ops(&(sw_profiler_options){.profile_memory = true, .with_flops = true, .record_shapes = true});
}

// Addresses of memory that is told of.
static char blocks[4];

static void take(int block, uint64_t bytes)
{
    CHECK_EQUAL(sw_mem_alloc(&blocks[block], bytes), SW_OK);
}

static void give_back(int block)
{
    CHECK_EQUAL(sw_mem_free(&blocks[block]), SW_OK);
}

static void take_in(const char *op, int block, uint64_t bytes)
{
    begin_op_at(op, NULL, 0);
    take(block, bytes);
    end_op_at(op, 0);
}

static void give_back_in(const char *op, int block)
{
    begin_op_at(op, NULL, 0);
    give_back(block);
    end_op_at(op, 0);
}

static void test_what_is_freed_outside_stays_with_the_op_and_is_taken_off_there(void)
{
    profile_memory();
    begin_op_at("x", NULL, 0);
    take(0, 800);
    end_op_at("x", 2);
    give_back(0);
    finish_at(4);
    check_op_table(NULL, "Operators\n"
                         "name       self CPU  share  CPU total  CPU avg  calls  self mem  mem total  mem peak\n"
                         "---------  --------  -----  ---------  -------  -----  --------  ---------  --------\n"
                         "x            2.00 s  100 %     2.00 s   2.00 s      1     800 B      800 B     800 B\n"
                         "[outside]        --     --         --       --     --    -800 B     -800 B        --\n"
                         "Self CPU time total: 2.00 s, 50.0 % of the recorded time\n"
                         "Memory total: 0 B; 800 B allocated, 800 B freed\n"
                         "Self: without the ops inside; total: with them. Avg: total / calls. Share: of all self CPU.\n"
                         "Memory: allocated less freed; peak: how far it rose above the begin of a call. "
                         "[outside]: in none of these.\n");
    session_close();
}

static void test_the_total_has_the_memory_of_the_ops_inside(void)
{
    profile_memory();
    begin_op_at("outer", NULL, 0);
    take(0, 2 * MIB);
    take_in("inner", 1, MIB);
    take_in("inner", 2, 5 * MIB);
    give_back_in("inner", 2);
    end_op_at("outer", 1);
    op("none", NULL, 1, 2);
    finish_at(2);
    report_take();
    CHECK_NEAR(op_cell("outer", "self_memory_bytes"), 2 * MIB, 0);
    CHECK_NEAR(op_cell("outer", "memory_bytes"), 3 * MIB, 0);
    CHECK_NEAR(op_cell("inner", "self_memory_bytes"), MIB, 0);
    CHECK_NEAR(op_cell("inner", "memory_bytes"), MIB, 0);
    CU_ASSERT_TRUE(isnan(op_cell("none", "memory_bytes")));
    CHECK_NEAR(op_cell("[outside]", "memory_bytes"), 0, 0);
    CU_ASSERT_TRUE(isnan(op_cell("[outside]", "calls")));
    CHECK_NEAR(report_number("op_memory_bytes"), 3 * MIB, 0);
    CHECK_NEAR(report_number("op_allocated_bytes"), 8 * MIB, 0);
    CHECK_NEAR(report_number("op_freed_bytes"), 5 * MIB, 0);
    report_drop();
    session_close();
}

static void test_of_an_op_inside_itself_memory_counts_once(void)
{
    profile_memory();
    begin_op_at("walk", NULL, 0);
    take(0, 100);
    take_in("walk", 1, 50);
    end_op_at("walk", 1);
    finish_at(1);
    report_take();
    CHECK_NEAR(op_cell("walk", "memory_bytes"), 150, 0);
    CHECK_NEAR(op_cell("walk", "self_memory_bytes"), 150, 0);
    report_drop();
    session_close();
}

static void test_the_memory_of_a_section_is_outside_of_all_ops(void)
{
    profile_memory();
    begin_at("forward", 0);
    take(0, KIB);
    take_in("x", 1, 2 * KIB);
    end_at("forward", 1);
    take(2, 4 * KIB);
    finish_at(1);
    report_take();
    CHECK_NEAR(op_cell("[outside]", "self_memory_bytes"), 5 * KIB, 0);
    report_drop();
    char *text = op_table_now(&(sw_op_table_options){.as_tree = true});
    CHECK_TEXT(row_of(text, "Operators by call path", "forward"),
               "forward 1.00 s 100 % 1.00 s 1.00 s 1 1.00 KiB 3.00 KiB 3.00 KiB");
    CHECK_TEXT(row_of(text, "Operators by call path", "[outside]"), "[outside] -- -- -- -- -- 4.00 KiB 4.00 KiB --");
    free(text);
    session_close();
}

static void test_outside_stays_last_and_is_never_omitted(void)
{
    profile_memory();
    take(0, 970);
    take(1, 30);
    take_in("a", 2, 10);
    take_in("b", 3, 20);
    give_back_in("c", 1);
    finish_at(1);
    check_op_table_has(&(sw_op_table_options){.sort_by = "memory_bytes", .row_limit = 2},
                       "\nb              0 ns       0 ns     0 ns      1      20 B       20 B      20 B\n"
                       "a              0 ns       0 ns     0 ns      1      10 B       10 B      10 B\n"
                       "[outside]        --         --       --     --   1,000 B    1,000 B        --\n"
                       "(1 row omitted)\n");
    check_op_table_has(&(sw_op_table_options){.sort_by = "-mem total"},
                       "\nc              0 ns       0 ns     0 ns      1     -30 B      -30 B       0 B\n");
    check_op_table_has(&(sw_op_table_options){.sort_by = "-mem total"},
                       "1      20 B       20 B      20 B\n"
                       "[outside]        --         --       --     --   1,000 B    1,000 B        --\n"
                       "Self CPU");
    session_close();
}

static void test_without_profile_memory_there_is_none(void)
{
    profile_ops(NULL);
    op("x", NULL, 0, 1);
    finish_at(1);
    report_take();
    CHECK_EQUAL(report_rows("operators"), 1);
    CU_ASSERT_TRUE(isnan(report_number("op_memory_bytes")));
    report_drop();
    char *text = op_table_now(NULL);
    CHECK_EQUAL(times_in(text, "mem"), 0);
    free(text);
    session_close();
}

static void test_an_op_that_goes_on_shows_its_memory(void)
{
    profile_memory();
    begin_op_at("x", NULL, 0);
    take(0, 800);
    check_op_table_has(NULL, "\nx              0     800 B      800 B\n");
    end_op_at("x", 1);
    session_close();
}

// All there is, with long names: 140 columns hold it.
static void test_a_table_with_everything_stays_readable(void)
{
    const sw_op_info info = {.shape = {128, 1024, 1024}, .dtype = SW_DTYPE_BFLOAT16, .flops = 123456789, .bytes = 1};
    CHECK_EQUAL(sw_set_peak_flops(1e12), SW_OK);
    profile_ops(
        &(sw_profiler_options){.profile_memory = true, .with_flops = true, .record_shapes = true, .with_stack = true});
    op("transformer.attention.softmax", &info, 0, 1);
    begin_op_at("transformer.attention.scores", &info, 1);
    take(0, 100 * MIB);
    end_op_at("transformer.attention.scores", 1.5);
    finish_at(2);
    check_op_table_has(&(sw_op_table_options){.by_shape = true, .by_place = true, .sort_by = "CPU avg"},
                       "place             self CPU   share  CPU total  CPU avg  calls  self mem ");
    char *text = op_table_now(&(sw_op_table_options){.by_shape = true, .by_place = true});
    for (const char *line = text; *line; line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        CU_ASSERT_TRUE(length <= 140);
        line += length;
    }
    CHECK_HAS(text, "\n(left out for the width: CPU avg, mem total, mem peak, FLOPs)\n");
    free(text);
    CHECK_EQUAL(sw_set_peak_flops(0), SW_OK);
    session_close();
}

CU_TestInfo op_table_memory_tests[] = {
    {"what is freed outside stays with the op, and is taken off there",
     test_what_is_freed_outside_stays_with_the_op_and_is_taken_off_there},
    {"the total has the memory of the ops inside", test_the_total_has_the_memory_of_the_ops_inside},
    {"of an op inside itself memory counts once", test_of_an_op_inside_itself_memory_counts_once},
    {"the memory of a section is outside of all ops", test_the_memory_of_a_section_is_outside_of_all_ops},
    {"[outside] stays last, and is never omitted", test_outside_stays_last_and_is_never_omitted},
    {"without profile_memory there is none", test_without_profile_memory_there_is_none},
    {"an op that goes on shows its memory", test_an_op_that_goes_on_shows_its_memory},
    {"a table with everything stays readable", test_a_table_with_everything_stays_readable},
    CU_TEST_INFO_NULL,
};
