// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Memory that several threads tell of while iterations end, that a signal handler tells of in the middle of another call,
// and that was live when the process forked.

#include "support_op_memory.h"

#include <pthread.h>
#include <unistd.h>

#include "profiler/live_memory.h"
#include "support_interruption.h"
#include "support_recording.h"

enum { THREADS = 4, EACH = SANITIZED ? 5000 : 20000, FORKS = SANITIZED ? 10 : 60, STORM = SANITIZED ? 20000 : 60000 };

static const sw_profiler_options with_memory = {.mode = SW_PROFILER_TORCH, .profile_memory = true};

static char blocks[THREADS][EACH]; ///< only their addresses are used

static void *allocate_own(void *argument)
{
    const char *own = argument;
    for (int i = 0; i < EACH; i++) {
        sw_op_begin("allocate", NULL);
        sw_mem_alloc(own + i, (uint64_t)(i & 63));
        sw_op_end("allocate");
    }
    return NULL;
}

static void *free_those_of_the_next(void *argument)
{
    const char *others = argument == blocks[THREADS - 1] ? blocks[0] : (char *)argument + EACH;
    for (int i = 0; i < EACH; i++) {
        sw_op_begin("free", NULL);
        sw_mem_free(others + i);
        sw_op_end("free");
    }
    return NULL;
}

static void test_threads_free_what_others_have_allocated(void)
{
    profile_real(&with_memory);
    run_on_threads(THREADS, allocate_own, blocks, EACH);
    CHECK_EQUAL(net_of_records(), sw__live_memory_now().bytes);
    const uint64_t peak = sw__live_memory_now().bytes;
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    run_on_threads(THREADS, free_those_of_the_next, blocks, EACH);
    CHECK_EQUAL(net_of_records(), 0);
    const sw__live_memory now = sw__live_memory_now();
    CHECK_EQUAL(now.bytes, 0);
    CHECK_EQUAL(now.peak, peak);
    CHECK_EQUAL(now.frees, THREADS * EACH);
    CHECK_EQUAL(now.unmatched, 0);
    session_close();
}

static bool going_on; ///< atomic

static void *allocate_until_told(void *argument)
{
    const char *own = argument;
    while (__atomic_load_n(&going_on, __ATOMIC_RELAXED))
        for (int i = 0; i < 100; i++) {
            sw_section_begin("step");
            sw_mem_alloc(own + i, 100);
            sw_mem_free(own + i);
            sw_section_end("step");
        }
    return NULL;
}

static void start_threads(pthread_t threads[THREADS])
{
    __atomic_store_n(&going_on, true, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, allocate_until_told, blocks[i]), 0);
}

static void stop_threads(pthread_t threads[THREADS])
{
    __atomic_store_n(&going_on, false, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
}

static void test_iterations_and_cycles_end_while_threads_allocate(void)
{
    pthread_t threads[THREADS];
    profile_real(&(sw_profiler_options){.profile_memory = true, .active = 3, .wait = 1, .repeat = SW_REPEAT_FOREVER});
    start_threads(threads);
    unsigned iterations = 0;
    for (; iterations < 80 || sw__live_memory_now().allocations < 1000; iterations++) {
        usleep(300);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    }
    stop_threads(threads);
    // Of each thread one may have been live when a window began or ended, and another that it told of late: after what was
    // live had been forgotten for the next window, and before that began, so that its free was not heard.
    const sw__live_memory now = sw__live_memory_now();
    CU_ASSERT_TRUE(now.peak <= 2 * 100 * THREADS);
    CU_ASSERT_TRUE(now.bytes <= 2 * 100 * THREADS);
    CU_ASSERT_TRUE(now.unmatched <= (iterations / 4 + 1) * THREADS);
    session_close();
}

static void check_child(void)
{
    CHECK_EQUAL(sw_mem_free(blocks[0]), SW_OK);
    CHECK_EQUAL(sw_mem_alloc(blocks[0], 10), SW_OK);
    CHECK_EQUAL(sw__live_memory_now().allocations, 0);
    profile(&with_memory);
    run_script("f{ +a10 } -b");
    CHECK_TEXT(memory_of_records(), "f +10 -0 ^10");
    CHECK_EQUAL(sw__live_memory_now().bytes, 10);
    CHECK_EQUAL(sw__live_memory_now().unmatched, 1);
    session_close();
}

static void test_the_child_of_a_fork_has_only_its_own(void)
{
    profile(&with_memory);
    run_script("f{ +a100 +b20");
    check_in_child(check_child);
    run_script("-a } -b");
    CHECK_TEXT(memory_of_records(), "[outside] +0 -20; f +120(2) -100 ^120");
    session_close();
}

static void test_a_fork_while_threads_allocate_leaves_no_lock_held(void)
{
    pthread_t threads[THREADS];
    profile_real(&with_memory);
    start_threads(threads);
    for (int i = 0; i < FORKS; i++)
        check_in_child(check_child);
    stop_threads(threads);
    CHECK_EQUAL(sw__live_memory_now().bytes, 0);
    session_close();
}

static void allocate_in_handler(int signal_number)
{
    (void)signal_number;
    note_status(&handler_calls, &handler_calls.starts, sw_mem_alloc(blocks[1], 7));
    note_status(&handler_calls, &handler_calls.ends, sw_mem_free(blocks[1]));
    (void)sw__live_memory_now();
}

static uint64_t allocate_in_the_storm(void)
{
    uint64_t rounds = 0;
    for (; rounds < STORM || handler_calls.refused + handler_calls.starts < 1000; rounds++) {
        note_status(&main_calls, &main_calls.starts, sw_mem_alloc(blocks[0], 100));
        note_status(&main_calls, &main_calls.ends, sw_mem_free(blocks[0]));
    }
    return rounds;
}

// What a handler may leave behind is its own, where only one of its two calls was refused.
static void test_a_storm_of_handlers_corrupts_nothing(void)
{
    main_calls = handler_calls = (outcome){0};
    profile_real(&with_memory);
    CHECK_EQUAL(sw_mem_alloc(blocks[2], 1), SW_OK);
    const uint64_t rounds = work_in_a_storm(allocate_in_handler, allocate_in_the_storm);
    CHECK_EQUAL(main_calls.starts, rounds);
    CHECK_EQUAL(main_calls.ends, rounds);
    CHECK_EQUAL(main_calls.refused, 0);
    sw_mem_free(blocks[1]);
    const sw__live_memory now = sw__live_memory_now();
    CHECK_EQUAL(now.bytes, 1);
    CHECK_EQUAL(net_of_records(), 1);
    CHECK_EQUAL(now.allocations, 1 + rounds + handler_calls.starts);
    session_close();
}

CU_TestInfo op_memory_threads_tests[] = {
    {"threads free what others have allocated", test_threads_free_what_others_have_allocated},
    {"iterations and cycles end while threads allocate", test_iterations_and_cycles_end_while_threads_allocate},
    {"the child of a fork has only its own", test_the_child_of_a_fork_has_only_its_own},
    {"a fork while threads allocate leaves no lock held", test_a_fork_while_threads_allocate_leaves_no_lock_held},
    {"a storm of handlers corrupts nothing", test_a_storm_of_handlers_corrupts_nothing},
    CU_TEST_INFO_NULL,
};
