// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory that the program tells of: for what it counts, and how far it rose there.

#include "support_op_memory.h"

#include <stdlib.h>

#include "profiler/live_memory.h"
#include "profiler/sections.h"

static const sw_profiler_options with_memory = {.mode = SW_PROFILER_TORCH, .profile_memory = true};

typedef struct memory_case {
    const char *name;
    const char *script;
    const char *records; ///< as memory_of_records() has them
    uint64_t live;
    uint64_t peak;
    uint64_t unmatched;
} memory_case;

static const memory_case cases[] = {
    {"what lies inside counts in the peak outside", "outer{ +a100 inner{ +b50 -b } +c10 }",
     "outer +110(2) -0 ^150; outer/inner +50 -50 ^50", 110, 150, 0},
    {"freed outside of all", "X{ +a800 } -a", "[outside] +0 -800; X +800 -0 ^800", 0, 800, 0},
    {"a section is like an op", "s[ +a10 f{ +b5 } -a ]", "s +10 -10 ^15; s/f +5 -0 ^5", 5, 15, 0},
    {"recursion", "f{ +a10 f{ +b20 -b } -a }", "f +10 -10 ^30; f/f +20 -20 ^20", 0, 30, 0},
    {"siblings", "p{ f{ +a50 } g{ +b30 } -a -b }", "p +0 -80(2) ^80; p/f +50 -0 ^50; p/g +30 -0 ^30", 0, 80, 0},
    {"a peak that is over before the next begins", "p{ f{ +a50 -a } g{ +b30 -b } }",
     "p +0 -0 ^50; p/f +50 -50 ^50; p/g +30 -30 ^30", 0, 50, 0},
    {"freed before it rises again", "+a100 f{ -a +b50 }", "[outside] +100 -0; f +50 -100 ^0", 50, 100, 0},
    {"twice in the same place", "f{ +a10 } f{ +b30 -b } -a", "[outside] +0 -10; f +40(2) -30 ^30", 0, 40, 0},
    {"a loop without a leak", "f{ +a8 -a +a8 -a +a8 -a }", "f +24(3) -24(3) ^8", 0, 8, 0},
    {"crossed ends", "f{ +a10 g{ +b5 }f +c1 -a }", "f +10 -0 ^15; f/g +6(2) -10 ^6", 6, 16, 0},
    {"crossed ends, and what is begun then", "f{ g{ }f +a1 h{ +b2 -b } } -a",
     "[outside] +0 -1; f/g +1 -0 ^3; f/g/h +2 -2 ^2", 0, 3, 0},
    {"cut off at the iteration's end", "f{ +a100 g{ +b50 next -a", "[outside] +0 -100; f +100 -0 ^150; f/g +50 -0 ^50",
     50, 150, 0},
    {"two iterations", "f{ +a10 } next f{ +b20 } next -a", "[outside] +0 -10; f +30(2) -0 ^20", 20, 30, 0},
    {"freed on another thread", "f{ +a100 @-a }", "[outside] +0 -100; f +100 -0 ^100", 0, 100, 0},
    {"allocated on another thread", "f{ @+a100 -a }", "[outside] +100 -0; f +0 -100 ^0", 0, 100, 0},
    {"never allocated", "-a f{ -b }", "", 0, 0, 2},
    {"freed twice", "f{ +a10 -a -a }", "f +10 -10 ^10", 0, 10, 1},
    {"paused", "f{ +a10 pause +b50 -a -b resume +c5 }", "f +15(2) -10 ^10", 5, 10, 0},
    {"allocated in a pause and freed behind it", "f{ pause +a10 resume -a }", "", 0, 0, 1},
    {"begun in a pause", "f{ pause g{ resume +a10 } +b5 }", "f +15(2) -0 ^15", 15, 15, 0},
    {"an address that is live is used again", "f{ +a100 +a30 -a }", "f +130(2) -130(2) ^100", 0, 100, 0},
    {"an address that is used again elsewhere", "f{ +a100 } g{ +a30 }", "f +100 -0 ^100; g +30 -100 ^0", 30, 100, 0},
    {"realloc", "f{ +a100 -a +b150 -b }", "f +250(2) -250(2) ^150", 0, 150, 0},
    {"zero bytes", "f{ +a0 -a }", "f +0(1) -0(1) ^0", 0, 0, 0},
    {"NULL", "f{ +_10 -_ }", "", 0, 0, 0},
};

static void run_case(const memory_case *c)
{
    profile(&with_memory);
    run_script(c->script);
    const sw__live_memory now = sw__live_memory_now();
    check_text(memory_of_records(), c->records, c->name, __FILE__, __LINE__);
    check_equal((long long)now.bytes, (long long)c->live, c->name, __FILE__, __LINE__);
    check_equal((long long)now.peak, (long long)c->peak, c->name, __FILE__, __LINE__);
    check_equal((long long)now.unmatched, (long long)c->unmatched, c->name, __FILE__, __LINE__);
    session_close();
}

static void test_truth_table(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        run_case(&cases[i]);
}

static void test_names_that_are_left_out_count_in_what_they_lie_in(void)
{
    setenv("STEPWATCH_SET", "only=[!hidden]", 1);
    profile(&with_memory);
    unsetenv("STEPWATCH_SET");
    run_script("f{ hidden{ +a10 g{ +b20 -b } } -a } hidden{ +c1 }");
    CHECK_TEXT(memory_of_records(), "[outside] +1 -0; f +10 -10 ^30; f/g +20 -20 ^20");
    session_close();
}

static void test_what_was_allocated_outside_of_the_window_is_unmatched(void)
{
    sw_profiler_options options = with_memory;
    options.warmup = 1;
    profile(&options);
    run_script("+a100 +b50 -b next f{ -a +c10 }");
    CHECK_TEXT(memory_of_records(), "f +10 -0 ^10");
    CHECK_EQUAL(sw__live_memory_now().unmatched, 1);
    session_close();
}

static void test_each_cycle_begins_with_nothing(void)
{
    sw_profiler_options options = with_memory;
    options.active = options.wait = 1;
    options.repeat = 2;
    options.aggregate = true;
    profile(&options);
    run_script("next f{ +a100 } +b10 next -b next f{ -a +b7 }");
    CHECK_TEXT(memory_of_records(), "f +7 -0 ^7");
    CHECK_EQUAL(sw__live_memory_now().bytes, 7);
    CHECK_EQUAL(sw__live_memory_now().peak, 110);
    CHECK_EQUAL(sw__live_memory_now().unmatched, 1);
    session_close();
}

static void test_sections_have_it_in_any_mode(void)
{
    profile(&(sw_profiler_options){.profile_memory = true});
    run_script("s[ +a10 f{ +b5 } -a ]");
    CHECK_TEXT(memory_of_records(), "s +15(2) -10 ^15");
    session_close();
}

static void test_nothing_is_followed_where_it_is_off(void)
{
    profile(&(sw_profiler_options){.mode = SW_PROFILER_TORCH});
    run_script("f{ +a10 -b }");
    CHECK_TEXT(memory_of_records(), "");
    CHECK_EQUAL(sw__live_memory_now().allocations + sw__live_memory_now().unmatched, 0);
    session_close();
}

static void test_deep_stacks_keep_their_marks(void)
{
    profile(&with_memory);
    for (int i = 0; i < SW__SECTION_DEPTH + 10; i++)
        sw_op_begin("deep", NULL);
    run_script("+a10");
    for (int i = 0; i < SW__SECTION_DEPTH + 10; i++)
        sw_op_end(NULL);
    run_script("f{ +b5 } -a");
    CHECK_EQUAL(records_with_peak(10), SW__SECTION_DEPTH);
    CHECK_EQUAL(records_with_peak(5), 1);
    session_close();
}

static void test_sizes_that_cannot_be_are_refused(void)
{
    profile(&with_memory);
    CHECK_EQUAL((sw_mem_alloc)(&with_memory, (uint64_t)-1), SW_ERR_ARGUMENT);
    CHECK_HAS(messages_last(), "sw_mem_alloc");
    CHECK_EQUAL(sw_mem_alloc(&with_memory, UINT64_C(1) << 61), SW_OK);
    CHECK_EQUAL((sw_mem_free)(&with_memory), SW_OK);
    CHECK_EQUAL(sw__live_memory_now().bytes, 0);
    session_close();
}

static void test_the_summary_counts_what_it_was_told(void)
{
    profile(&with_memory);
    run_script("+a1048576 -a f{ +b10 +b20 } -c -d -e next");
    char *summary = session_close_printing();
    CHECK_HAS(summary, "memory that the program told of: at most 1.00 MiB at a time; allocations: 3, frees: 1\n");
    CHECK_HAS(summary, "unmatched frees: 3");
    CHECK_HAS(summary, "allocations at addresses that were live, of which no free was told: 1");
    free(summary);
}

static void test_the_operator_table_has_the_peak_of_a_call(void)
{
    profile(&with_memory);
    run_script("outer{ +a100 inner{ +b50 -b } +c10 } -a next outer{ +a1 } next");
    char *summary = session_close_printing();
    CHECK_HAS(row_of(summary, "Operators", "outer"), " 111 B 111 B 150 B");
    CHECK_HAS(row_of(summary, "Operators", "inner"), " 0 B 0 B 50 B");
    CHECK_HAS(row_of(summary, "Operators", "[outside]"), " -100 B -100 B --");
    free(summary);
}

static void test_the_summary_is_silent_where_it_is_off(void)
{
    profile(&(sw_profiler_options){.mode = SW_PROFILER_TORCH});
    run_script("+a10 -b next");
    char *summary = session_close_printing();
    CHECK_EQUAL(times_in(summary, "memory that the program told of"), 0);
    CHECK_EQUAL(times_in(summary, "unmatched frees"), 0);
    free(summary);
}

CU_TestInfo op_memory_tests[] = {
    {"truth table", test_truth_table},
    {"names that are left out count in what they lie in", test_names_that_are_left_out_count_in_what_they_lie_in},
    {"what was allocated outside of the window is unmatched",
     test_what_was_allocated_outside_of_the_window_is_unmatched},
    {"each cycle begins with nothing", test_each_cycle_begins_with_nothing},
    {"sections have it in any mode", test_sections_have_it_in_any_mode},
    {"nothing is followed where it is off", test_nothing_is_followed_where_it_is_off},
    {"deep stacks keep their marks", test_deep_stacks_keep_their_marks},
    {"sizes that cannot be are refused", test_sizes_that_cannot_be_are_refused},
    {"the summary counts what it was told", test_the_summary_counts_what_it_was_told},
    {"the operator table has the peak of a call", test_the_operator_table_has_the_peak_of_a_call},
    {"the summary is silent where it is off", test_the_summary_is_silent_where_it_is_off},
    CU_TEST_INFO_NULL,
};
