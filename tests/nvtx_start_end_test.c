// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Ranges by start and end, which any thread may end; and ranges that nothing ended or popped in time.

#include "nvtx_support.h"

#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include "base/misuse.h"
#include "nvtx_wrapper/shared_ranges.h"

enum { POOL_SIZE = 4096, HAMMER_THREADS = 4, HAMMER_ROUNDS = 5000, SESSIONS = 50 };

static void *end_range(void *range)
{
    CHECK_EQUAL(sw_range_end(*(const sw_range *)range), SW_OK);
    return NULL;
}

static void test_another_thread_may_end_a_range(void)
{
    ranges_open(true);
    sw_range range = sw_range_start("across");
    CU_ASSERT_NOT_EQUAL(range.id, 0);
    run_on_thread(end_range, &range);
    CHECK_EQUAL(sw_range_end(range), SW_ERR_RANGE_HANDLE);
    CHECK_EQUAL(stats_of_range("across").started, 1);
    CHECK_EQUAL(stats_of_range("across").pushed, 0);
    ranges_close();
}

static void test_started_ranges_need_not_nest(void)
{
    ranges_open(true);
    const sw_range a = sw_range_start("a");
    const sw_range b = sw_range_start("b");
    sw_range_push("pushed");
    CHECK_EQUAL(sw_range_end(a), SW_OK);
    CHECK_EQUAL(sw_range_pop("pushed"), SW_OK);
    CHECK_EQUAL(sw_range_end(b), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    ranges_close();
}

static void test_end_of_what_is_not_open_is_an_error(void)
{
    ranges_open(true);
    const sw_range range = sw_range_start("ended twice");
    sw_range_end(range);
    CHECK_EQUAL(sw_range_end(range), SW_ERR_RANGE_HANDLE);
    CHECK_HAS(messages_last(), "sw_range_end(): this range handle is not open");
    CHECK_EQUAL(sw_range_end((sw_range){42}), SW_ERR_RANGE_HANDLE);
    CHECK_EQUAL(sw_range_end((sw_range){UINT64_MAX}), SW_ERR_RANGE_HANDLE);
    CHECK_EQUAL(sw_range_end((sw_range){0}), SW_OK);
    ranges_close();
}

static void test_an_old_handle_does_not_end_a_later_range(void)
{
    ranges_open(true);
    const sw_range old = sw_range_start("old");
    sw_range_end(old);
    sw_range later[POOL_SIZE];
    for (int i = 0; i < POOL_SIZE; i++)
        later[i] = sw_range_start("later");
    CHECK_EQUAL(sw_range_end(old), SW_ERR_RANGE_HANDLE);
    int ended = 0;
    for (int i = 0; i < POOL_SIZE; i++)
        ended += sw_range_end(later[i]) == SW_OK;
    CHECK_EQUAL(ended, POOL_SIZE);
    ranges_close();
}

static void test_more_ranges_than_can_be_open_are_refused(void)
{
    ranges_open(true);
    sw_range ranges[POOL_SIZE];
    for (int i = 0; i < POOL_SIZE; i++)
        ranges[i] = sw_range_start("many");
    CHECK_EQUAL(sw_range_start("one too many").id, 0);
    CHECK_EQUAL(sw_last_error(), SW_ERR_TOO_MANY_RANGES);
    CHECK_EQUAL(messages_count(), 1);
    sw_range_end(ranges[17]);
    ranges[17] = sw_range_start("there is room again");
    CU_ASSERT_NOT_EQUAL(ranges[17].id, 0);
    for (int i = 0; i < POOL_SIZE; i++)
        sw_range_end(ranges[i]);
    CHECK_EQUAL(stats_of_range("many").started, POOL_SIZE);
    CHECK_EQUAL(stats_of_range("one too many").started, 0);
    ranges_close();
}

static void test_a_range_may_reach_over_the_end_of_a_pause(void)
{
    ranges_open(true);
    sw_pause();
    const sw_range range = sw_range_start("begun in a pause");
    sw_resume();
    CHECK_EQUAL(sw_range_end(range), SW_OK);
    CHECK_EQUAL(stats_of_range("begun in a pause").started, 0);
    ranges_close();
}

static void test_a_handle_of_an_earlier_session_is_refused(void)
{
    ranges_open(true);
    const sw_range range = sw_range_start("of an earlier session");
    ranges_close();
    ranges_open(true);
    CHECK_EQUAL(sw_range_end(range), SW_ERR_RANGE_HANDLE);
    ranges_close();
}

// As a thread does that is still in a call when the session ends.
static void test_a_range_started_too_late_does_not_reach_the_next_session(void)
{
    ranges_open(true);
    ranges_close();
    const uint64_t handle = sw__shared_range_open(sw_register("late").id, (sw__site){0}, false);
    ranges_open(true);
    CHECK_EQUAL(sw_range_end((sw_range){handle}), SW_ERR_RANGE_HANDLE);
    ranges_close();
    CHECK_EQUAL(messages_count(), 1);
}

static sw_range of_the_parent;

static void end_in_the_child(void)
{
    CU_ASSERT_FALSE(sw__shared_range_close(of_the_parent.id));
    ranges_open(true);
    CHECK_EQUAL(sw_range_end(of_the_parent), SW_ERR_RANGE_HANDLE);
    CHECK_EQUAL(sw_range_end(sw_range_start("of the child")), SW_OK);
}

static void test_a_forked_child_cannot_end_its_parents_range(void)
{
    ranges_open(true);
    of_the_parent = sw_range_start("of the parent");
    check_in_child(end_in_the_child);
    CHECK_EQUAL(sw_range_end(of_the_parent), SW_OK);
    ranges_close();
}

static void *start_and_end(void *failures)
{
    sw_range ranges[8];
    for (int i = 0; i < HAMMER_ROUNDS; i++) {
        for (int j = 0; j < 8; j++)
            ranges[j] = sw_range_start("hammered");
        for (int j = 0; j < 8; j++)
            *(int *)failures += sw_range_end(ranges[j]) != SW_OK;
    }
    return NULL;
}

static void test_threads_can_start_and_end_at_once(void)
{
    pthread_t threads[HAMMER_THREADS];
    int failures[HAMMER_THREADS] = {0};
    ranges_open(true);
    for (int i = 0; i < HAMMER_THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, start_and_end, &failures[i]), 0);
    for (int i = 0; i < HAMMER_THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK_EQUAL(failures[i], 0);
    }
    CHECK_EQUAL(stats_of_range("hammered").started, 8 * HAMMER_THREADS * HAMMER_ROUNDS);
    ranges_close();
}

static void *leave_open(void *unused)
{
    pthread_setname_np(pthread_self(), "leaver");
    sw_range_push("left open");
    return unused;
}

static void test_ranges_open_at_the_end_of_a_thread_are_reported(void)
{
    ranges_open(false);
    run_on_thread(leave_open, NULL);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), "nvtx_start_end_test.c:");
    CHECK_HAS(messages_last(), "sw_range_push(\"left open\"): a range was pushed and never popped; open on thread ");
    CHECK_HAS(messages_last(), "when the thread ended");
    CHECK_EQUAL(stats_of_range("left open").leaked, 1);
    CHECK_EQUAL(sw__misuse_count(SW_ERR_RANGE_LEAKED), 1);
    ranges_close();
}

static sem_t opened, may_end;

static void *hold_open(void *unused)
{
    sw_range_push("held open");
    sem_post(&opened);
    sem_wait(&may_end);
    return unused;
}

static void test_ranges_open_at_the_end_of_the_session_are_reported(void)
{
    pthread_t thread;
    sem_init(&opened, 0, 0);
    sem_init(&may_end, 0, 0);
    ranges_open(true);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, hold_open, NULL), 0);
    sem_wait(&opened);
    CHECK_EQUAL(stats_of_range("held open").leaked, 0);
    ranges_close();
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), "sw_range_push(\"held open\"): a range was pushed and never popped; open on thread ");
    CHECK_HAS(messages_last(), "at sw_finalize()");
    CHECK_EQUAL(stats_of_range("held open").leaked, 1);
    sem_post(&may_end);
    pthread_join(thread, NULL);
    CHECK_EQUAL(stats_of_range("held open").leaked, 1);
    CHECK_EQUAL(messages_count(), 1);
}

static void test_own_and_started_ranges_open_at_the_end_are_reported(void)
{
    ranges_open(true);
    sw_range_push("mine");
    sw_range_start("started");
    ranges_close();
    CHECK_EQUAL(messages_count(), 2);
    CHECK_HAS(messages_last(), "sw_range_start(\"started\"): ");
    CHECK_HAS(messages_last(), "started, and not ended at sw_finalize()");
    CHECK_EQUAL(stats_of_range("mine").leaked, 1);
    CHECK_EQUAL(stats_of_range("started").leaked, 0);
}

static bool stop_pushing; ///< atomic

static void *push_on(void *unused)
{
    while (!__atomic_load_n(&stop_pushing, __ATOMIC_RELAXED)) {
        sw_range_push("pushed all the time");
        sw_range_end(sw_range_start("started all the time"));
        sw_range_pop("pushed all the time");
    }
    return unused;
}

static void test_sessions_can_end_while_threads_push(void)
{
    pthread_t threads[2];
    stop_pushing = false;
    ranges_open(true);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, push_on, NULL), 0);
    for (int i = 0; i < SESSIONS; i++) {
        finalize_quietly();
        CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
        CHECK_EQUAL(sw_range_push("of the main thread"), SW_OK);
        CHECK_EQUAL(sw_range_pop("of the main thread"), SW_OK);
        usleep(1000);
    }
    __atomic_store_n(&stop_pushing, true, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    CU_ASSERT_TRUE(stats_of_range("pushed all the time").pushed > 0);
    CHECK_EQUAL(stats_of_range("pushed all the time").deepest, 1);
    ranges_close();
}

CU_TestInfo nvtx_start_end_tests[] = {
    {"another thread may end a range", test_another_thread_may_end_a_range},
    {"started ranges need not nest", test_started_ranges_need_not_nest},
    {"the end of what is not open is an error", test_end_of_what_is_not_open_is_an_error},
    {"an old handle does not end a later range", test_an_old_handle_does_not_end_a_later_range},
    {"more ranges than can be open are refused", test_more_ranges_than_can_be_open_are_refused},
    {"a range may reach over the end of a pause", test_a_range_may_reach_over_the_end_of_a_pause},
    {"a handle of an earlier session is refused", test_a_handle_of_an_earlier_session_is_refused},
    {"a range started too late does not reach the next session",
     test_a_range_started_too_late_does_not_reach_the_next_session},
    {"a forked child cannot end its parent's range", test_a_forked_child_cannot_end_its_parents_range},
    {"threads can start and end at once", test_threads_can_start_and_end_at_once},
    {"ranges open at the end of a thread are reported", test_ranges_open_at_the_end_of_a_thread_are_reported},
    {"ranges open at the end of the session are reported", test_ranges_open_at_the_end_of_the_session_are_reported},
    {"own and started ranges open at the end are reported", test_own_and_started_ranges_open_at_the_end_are_reported},
    {"sessions can end while threads push", test_sessions_can_end_while_threads_push},
    CU_TEST_INFO_NULL,
};
