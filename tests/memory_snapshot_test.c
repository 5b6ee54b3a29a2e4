// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// sw_mem_snapshot(): the memory at a place that the program names.

#include "support_profiler.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A sanitizer has memory of its own for each that is touched; and the program does other things meanwhile.
enum { BLOCK_MIB = 64, LEAST = 56, BLOCK = BLOCK_MIB << 20 };

// Straight from the kernel, so that it comes and goes at once.
static void *touch_block(void)
{
    void *block = mmap(NULL, BLOCK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_PTR_NOT_EQUAL_FATAL(block, MAP_FAILED);
    memset(block, 1, BLOCK);
    return block;
}

static void test_memory_is_what_is_resident_now(void)
{
    profile(NULL);
    CHECK_EQUAL(sw_mem_snapshot("before"), SW_OK);
    void *block = touch_block();
    CHECK_EQUAL(sw_mem_snapshot("with"), SW_OK);
    munmap(block, BLOCK);
    CHECK_EQUAL(sw_mem_snapshot("after"), SW_OK);
    finish_at(1);
    CU_ASSERT_TRUE(metric("with_host_mb") > metric("before_host_mb") + LEAST);
    CU_ASSERT_TRUE(metric("after_host_mb") < metric("with_host_mb") - LEAST);
    session_close();
}

static void test_last_call_of_a_label_counts(void)
{
    profile(NULL);
    sw_mem_snapshot("label");
    void *block = touch_block();
    sw_mem_snapshot("other");
    sw_mem_snapshot("label");
    munmap(block, BLOCK);
    finish_at(1);
    CHECK_NEAR(metric("label_host_mb"), metric("other_host_mb"), 8);
    session_close();
}

static void test_each_iteration_has_its_own(void)
{
    profile(NULL);
    sw_mem_snapshot("first");
    finish_at(1);
    CU_ASSERT_TRUE(metric("first_host_mb") > 0);
    finish_at(2);
    CHECK_METRIC("first_host_mb", NO_METRIC);
    session_close();
}

static void test_nothing_is_noted_outside(void)
{
    profile(&(sw_profiler_options){.warmup = 1});
    CHECK_EQUAL(sw_mem_snapshot("early"), SW_OK);
    finish_at(1);
    sw_pause();
    CHECK_EQUAL(sw_mem_snapshot("paused"), SW_OK);
    sw_resume();
    finish_at(2);
    CHECK_METRIC("early_host_mb", NO_METRIC);
    CHECK_METRIC("paused_host_mb", NO_METRIC);
    session_close();
}

static void test_without_a_gpu_there_is_none_of_it(void)
{
    profile(NULL);
    sw_mem_snapshot("label");
    finish_at(1);
    CHECK_METRIC("label_allocated_gpu_mb", NO_METRIC);
    CHECK_METRIC("label_free_gpu_mb", NO_METRIC);
    session_close();
}

static void test_label_is_asked_for(void)
{
    profile(NULL);
    CHECK_EQUAL(sw_mem_snapshot(NULL), SW_ERR_NAME);
    CHECK_EQUAL((sw_mem_snapshot)(""), SW_ERR_NAME);
    CHECK_HAS(messages_last(), "sw_mem_snapshot");
    session_close();
}

static void test_labels_are_bounded(void)
{
    profile(NULL);
    for (int i = 0; i < 256; i++) {
        char label[32];
        snprintf(label, sizeof label, "label %d", i);
        CHECK_EQUAL(sw_mem_snapshot(label), SW_OK);
    }
    CHECK_EQUAL(sw_mem_snapshot("one more"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_mem_snapshot("label 0"), SW_OK);
    finish_at(1);
    CU_ASSERT_TRUE(metric("label 255_host_mb") > 0);
    CHECK_METRIC("one more_host_mb", NO_METRIC);
    session_close();
}

CU_TestInfo memory_snapshot_tests[] = {
    {"the memory is what is resident now", test_memory_is_what_is_resident_now},
    {"the last call of a label counts", test_last_call_of_a_label_counts},
    {"each iteration has its own", test_each_iteration_has_its_own},
    {"nothing is noted outside of what is recorded", test_nothing_is_noted_outside},
    {"without a GPU there are no values of one", test_without_a_gpu_there_is_none_of_it},
    {"a label is asked for", test_label_is_asked_for},
    {"the labels of an iteration are bounded", test_labels_are_bounded},
    CU_TEST_INFO_NULL,
};
