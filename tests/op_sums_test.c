// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is added up of ops, from literal totals.

#include "base/ops.h"
#include "base/records.h"
#include "profiler/op_sums.h"
#include "test.h"

#include <string.h>

// mm(40x33, 33x243): 2 * 40 * 33 * 243.
static const double MM_FLOPS = 641520;

enum { CYCLE, SECTION, WRAPPER, KERNEL, OTHER, RECORDS };

static uint32_t records[RECORDS];
static sw__running_total totals[SW__RECORD_CAP];
static sw__op_sums sums[SW__RECORD_CAP];

static uint32_t op_in(uint32_t parent, const char *name)
{
    const sw__op op = {.name = sw__intern(name, strlen(name))};
    return sw__record_of(SW__KIND_OP, sw__op_of(&op), parent);
}

// section { wrapper { kernel } other }
static void set_up(void)
{
    records[CYCLE] = sw__record_of(SW__KIND_CYCLE, 0, 0);
    records[SECTION] = sw__record_of(SW__KIND_SECTION, sw__intern("op_sums", 7), records[CYCLE]);
    records[WRAPPER] = op_in(records[SECTION], "op_sums_wrapper");
    records[KERNEL] = op_in(records[WRAPPER], "op_sums_kernel");
    records[OTHER] = op_in(records[SECTION], "op_sums_other");
    memset(totals, 0, sizeof totals);
}

static sw__running_total *of(int which)
{
    return &totals[records[which]];
}

static const sw__op_sums *made(int which)
{
    sw__op_sums_make(sums, totals, sw__record_end());
    return &sums[records[which]];
}

static void took(int which, uint64_t count, uint64_t ticks)
{
    of(which)->count = count;
    of(which)->total = ticks;
}

static void did(int which, uint64_t calls, double flops)
{
    of(which)->amounts.flops_calls = calls;
    of(which)->amounts.flops = flops;
}

static void test_self_is_the_total_without_what_lies_right_inside(void)
{
    set_up();
    took(SECTION, 1, 100), took(WRAPPER, 1, 60), took(KERNEL, 1, 50), took(OTHER, 1, 30);
    CHECK_EQUAL(made(SECTION)->self, 10);
    CHECK_EQUAL(made(WRAPPER)->self, 10);
    CHECK_EQUAL(made(KERNEL)->self, 50);
}

static void test_self_is_never_negative(void)
{
    set_up();
    took(WRAPPER, 1, 40), took(KERNEL, 1, 50);
    CHECK_EQUAL(made(WRAPPER)->self, 0);
}

static void test_flops_of_a_wrapper_and_its_kernel_count_once(void)
{
    set_up();
    took(WRAPPER, 1, 60), took(KERNEL, 1, 50);
    did(WRAPPER, 1, MM_FLOPS), did(KERNEL, 1, MM_FLOPS);
    CU_ASSERT(made(SECTION)->flops.total == MM_FLOPS);
    CU_ASSERT(made(WRAPPER)->flops.total == MM_FLOPS);
    CU_ASSERT(made(WRAPPER)->flops.self == 0);
    CU_ASSERT(made(KERNEL)->flops.self == MM_FLOPS);
}

static void test_flops_of_a_kernel_are_those_of_a_wrapper_that_declares_none(void)
{
    set_up();
    took(WRAPPER, 1, 60), took(KERNEL, 1, 50);
    did(KERNEL, 1, MM_FLOPS);
    CU_ASSERT(made(WRAPPER)->flops.known);
    CU_ASSERT(made(WRAPPER)->flops.total == MM_FLOPS);
    CU_ASSERT(made(WRAPPER)->flops.self == 0);
}

static void test_flops_that_nobody_declares_are_unknown(void)
{
    set_up();
    took(WRAPPER, 1, 60), took(OTHER, 1, 10);
    did(OTHER, 1, 5);
    CU_ASSERT(!made(WRAPPER)->flops.known);
    CU_ASSERT(made(SECTION)->flops.known);
    CU_ASSERT(made(SECTION)->flops.total == 5);
}

static void test_what_all_calls_declare_holds_against_what_lies_inside(void)
{
    set_up();
    took(WRAPPER, 2, 60), took(KERNEL, 2, 50);
    did(WRAPPER, 2, 10), did(KERNEL, 2, 30);
    CU_ASSERT(made(WRAPPER)->flops.total == 10);
    CU_ASSERT(made(WRAPPER)->flops.self == 0);
}

static void test_where_some_calls_declare_the_larger_one_holds(void)
{
    set_up();
    took(WRAPPER, 2, 60), took(KERNEL, 2, 50);
    did(WRAPPER, 1, 10), did(KERNEL, 2, 30);
    CU_ASSERT(made(WRAPPER)->flops.total == 30);
    did(KERNEL, 1, 4);
    CU_ASSERT(made(WRAPPER)->flops.total == 10);
    CU_ASSERT(made(WRAPPER)->flops.self == 6);
}

static void test_memory_that_is_freed_further_out_is_negative_there(void)
{
    set_up();
    of(KERNEL)->amounts = (sw__amounts){.allocated = 800, .allocations = 1};
    of(CYCLE)->amounts = (sw__amounts){.freed = 800, .frees = 1};
    CHECK_EQUAL(made(KERNEL)->self_memory, 800);
    CHECK_EQUAL(made(WRAPPER)->self_memory, 0);
    CHECK_EQUAL(made(WRAPPER)->memory, 800);
    CHECK_EQUAL(made(CYCLE)->self_memory, -800);
    CHECK_EQUAL(made(CYCLE)->memory, 0);
    CU_ASSERT(!made(OTHER)->has_memory);
}

CU_TestInfo op_sums_tests[] = {
    {"self is the total without what lies right inside", test_self_is_the_total_without_what_lies_right_inside},
    {"self is never negative", test_self_is_never_negative},
    {"FLOPs of a wrapper and its kernel count once", test_flops_of_a_wrapper_and_its_kernel_count_once},
    {"FLOPs of a kernel are those of a wrapper that declares none",
     test_flops_of_a_kernel_are_those_of_a_wrapper_that_declares_none},
    {"FLOPs that nobody declares are unknown", test_flops_that_nobody_declares_are_unknown},
    {"what all calls declare holds against what lies inside",
     test_what_all_calls_declare_holds_against_what_lies_inside},
    {"where some calls declare, the larger one holds", test_where_some_calls_declare_the_larger_one_holds},
    {"memory that is freed further out is negative there", test_memory_that_is_freed_further_out_is_negative_there},
    CU_TEST_INFO_NULL,
};
