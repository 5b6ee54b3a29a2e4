// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Opening and closing while another thread finishes iterations.

#include "messages.h"
#include "session_support.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include <stepwatch/stepwatch.h>

#include "base/state.h"

enum { SESSIONS = 100 };

static bool over; ///< atomic

static void *finish_iterations(void *nothing)
{
    while (!__atomic_load_n(&over, __ATOMIC_RELAXED)) {
        SW_SCOPE("work");
        sw_section_begin("open"); // and cut off
        sw_finish_iter();
    }
    return nothing;
}

static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

static void begin(pthread_t *thread)
{
    session_prepare();
    stderr_keep();
    __atomic_store_n(&over, false, __ATOMIC_RELAXED);
    CU_ASSERT_EQUAL_FATAL(pthread_create(thread, NULL, finish_iterations, NULL), 0);
}

static void end(pthread_t thread)
{
    __atomic_store_n(&over, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    session_close();
    free(stderr_kept());
}

static void test_nothing_is_on_after_the_end(void)
{
    const sw_profiler_options options = {.wait = 1, .warmup = 1, .active = 2, .repeat = SW_REPEAT_FOREVER};
    pthread_t thread;
    begin(&thread);
    for (int i = 0; i < SESSIONS; i++) {
        CHECK_EQUAL(sw_profiler_enable(&options), SW_OK);
        wait_a_moment();
        sw_finalize();
        CHECK_EQUAL(sw__state() & SW__ALL_BITS, 0);
        wait_a_moment();
        CHECK_EQUAL(sw__state() & SW__ALL_BITS, 0);
    }
    end(thread);
}

static void test_modules_come_one_by_one(void)
{
    pthread_t thread;
    begin(&thread);
    for (int i = 0; i < SESSIONS; i++) {
        CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
        CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
        CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
        wait_a_moment();
        sw_finalize();
    }
    end(thread);
}

static void close_session(const sw_cycle *cycle, void *closed)
{
    (void)cycle;
    *(bool *)closed = true;
    sw_finalize();
}

// It is forbidden, and no reason to hang.
static void test_handler_that_closes_does_not_hang(void)
{
    bool closed = false;
    session_prepare();
    stderr_keep();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.active = 1, .repeat = 2}), SW_OK);
    sw_set_cycle_handler(close_session, &closed);
    sw_finish_iter();
    sw_set_cycle_handler(NULL, NULL);
    CU_ASSERT_TRUE(closed);
    CHECK_EQUAL(sw__state() & SW__ALL_BITS, 0);
    session_close();
    free(stderr_kept());
}

CU_TestInfo session_race_tests[] = {
    {"nothing is on after the end, though iterations are being finished", test_nothing_is_on_after_the_end},
    {"modules come one by one while iterations are being finished", test_modules_come_one_by_one},
    {"a handler that closes the session does not hang", test_handler_that_closes_does_not_hang},
    CU_TEST_INFO_NULL,
};
