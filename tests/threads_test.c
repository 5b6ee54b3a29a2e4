// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Threads: each with timers of its own, adding up to one row.

#include "support_recording.h"
#include "test.h"

#include <pthread.h>
#include <unistd.h>

enum { THREADS = 8, PAIRS = 1000, ROUNDS = 1000, KIB = 1024 };

static void *measure_nested(void *argument)
{
    (void)argument;
    for (int i = 0; i < PAIRS; i++) {
        sw_start_meas("threads outer");
        sw_start_meas("threads inner");
        sw_end_meas("threads inner");
        sw_end_meas("threads outer");
    }
    return NULL;
}

static void test_threads_at_once_add_up_to_one_row(void)
{
    session_open_real(NULL);
    run_on_threads(THREADS, measure_nested, NULL, 0);
    const sw_meas_stats outer = stats_of_meas("threads outer");
    const sw_meas_stats inner = stats_of_meas("threads inner");
    session_close();
    CHECK_EQUAL(outer.count, THREADS * PAIRS);
    CHECK_EQUAL(inner.count, THREADS * PAIRS);
    CHECK_EQUAL(outer.threads, THREADS);
    CU_ASSERT_TRUE(inner.total_ns <= outer.total_ns);
    CHECK_EQUAL(messages_count(), 0);
}

static void *measure_once(void *argument)
{
    make_pairs(argument, 1);
    return NULL;
}

static void test_threads_one_after_the_other_are_different_threads(void)
{
    session_open(0);
    run_on_thread(measure_once, "threads in turn");
    run_on_thread(measure_once, "threads in turn");
    make_pairs("threads in turn", 1);
    CHECK_EQUAL(stats_of_meas("threads in turn").threads, 3);
    session_close();
}

static pthread_barrier_t all_have_measured, all_may_end;

static void *measure_and_stay(void *argument)
{
    make_pairs(argument, 10);
    pthread_barrier_wait(&all_have_measured);
    pthread_barrier_wait(&all_may_end);
    return NULL;
}

static void *look_at_memory(void *argument)
{
    uint64_t *bytes = argument;
    pthread_barrier_wait(&all_have_measured);
    *bytes = resident_bytes();
    pthread_barrier_wait(&all_may_end);
    return NULL;
}

// A lane is megabytes of address space, of which a thread with one name touches a few pages.
static void test_a_lane_takes_only_the_memory_it_uses(void)
{
    enum { MANY = 32 };
    uint64_t bytes = 0;
    pthread_t observer;
    pthread_barrier_init(&all_have_measured, NULL, MANY + 1);
    pthread_barrier_init(&all_may_end, NULL, MANY + 1);
    session_open_real(NULL);
    make_pairs("threads sparse", 1);
    const uint64_t before = resident_bytes();
    CU_ASSERT_EQUAL_FATAL(pthread_create(&observer, NULL, look_at_memory, &bytes), 0);
    run_on_threads(MANY, measure_and_stay, "threads sparse", 0);
    pthread_join(observer, NULL);
    const int64_t growth = (int64_t)(bytes - before);
    session_close();
    pthread_barrier_destroy(&all_have_measured);
    pthread_barrier_destroy(&all_may_end);
    if (!SANITIZED && growth > MANY * 128 * KIB)
        FAIL("%d threads took %lld KiB", MANY, (long long)growth / KIB);
}

typedef struct stranger {
    const char *name;
    sw_status status;
} stranger;

static void *end_anothers(void *argument)
{
    stranger *s = argument;
    s->status = sw_end_meas(s->name);
    return NULL;
}

static void test_the_end_on_another_thread_names_the_owner(void)
{
    char own_name[16] = "";
    char expected[64];
    stranger s = {"threads owned", SW_OK};
    pthread_getname_np(pthread_self(), own_name, sizeof own_name);
    snprintf(expected, sizeof expected, "\"%s\" (tid %d)", own_name, (int)gettid());
    session_open(0);
    sw_start_meas(s.name);
    run_on_thread(end_anothers, &s);
    CHECK_EQUAL(s.status, SW_ERR_OTHER_THREAD);
    CHECK_HAS(messages_last(), expected);
    CHECK_EQUAL(stats_of_meas(s.name).running, 1);
    at(7);
    CHECK_EQUAL(sw_end_meas(s.name), SW_OK);
    CHECK_NEAR(stats_of_meas(s.name).total_ns, 7e9, 0);
    session_close();
}

static pthread_barrier_t round_begins, round_ends;
static uint64_t accepted;

// The first thread starts the measurement; then both end it at once.
static void *end_at_once(void *argument)
{
    const bool owner = *(const bool *)argument;
    for (int i = 0; i < ROUNDS; i++) {
        if (owner)
            sw_start_meas("threads contended");
        pthread_barrier_wait(&round_begins);
        if (sw_end_meas("threads contended") == SW_OK)
            __atomic_fetch_add(&accepted, 1, __ATOMIC_RELAXED);
        pthread_barrier_wait(&round_ends);
    }
    return NULL;
}

static void test_of_two_ends_at_once_one_is_accepted(void)
{
    bool owners[] = {true, false};
    pthread_barrier_init(&round_begins, NULL, 2);
    pthread_barrier_init(&round_ends, NULL, 2);
    accepted = 0;
    session_open_real(NULL);
    run_on_threads(2, end_at_once, owners, sizeof *owners);
    CHECK_EQUAL(accepted, ROUNDS);
    CHECK_EQUAL(stats_of_meas("threads contended").count, ROUNDS);
    CHECK_EQUAL(messages_count() > 0, true);
    session_close();
    pthread_barrier_destroy(&round_begins);
    pthread_barrier_destroy(&round_ends);
}

static bool hammering;

static void *hammer(void *argument)
{
    while (__atomic_load_n(&hammering, __ATOMIC_RELAXED)) {
        sw_start_meas(argument);
        sw_end_meas(argument);
        sw_value("threads value", 1);
    }
    return NULL;
}

// What a call that is under way may find: a session that ends, none, and another that begins.
static void test_sessions_begin_and_end_while_threads_measure(void)
{
    pthread_t threads[2];
    __atomic_store_n(&hammering, true, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, hammer, "threads hammered"), 0);
    for (int i = 0; i < 20; i++) {
        session_open_real(&(sw_stopwatch_options){.clock = i % 2 ? SW_CLOCK_AUTO : SW_CLOCK_MONOTONIC});
        while (stats_of_meas("threads hammered").count < 100)
            ;
        CU_ASSERT_TRUE(stats_of_meas("threads hammered").max_ns < 600e9);
        CU_ASSERT_TRUE(stats_of_meas("threads hammered").threads <= 2);
        session_close();
    }
    __atomic_store_n(&hammering, false, __ATOMIC_RELAXED);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

CU_TestInfo threads_tests[] = {
    {"threads at once add up to one row", test_threads_at_once_add_up_to_one_row},
    {"threads one after the other are different threads", test_threads_one_after_the_other_are_different_threads},
    {"a lane takes only the memory it uses", test_a_lane_takes_only_the_memory_it_uses},
    {"the end on another thread names the owner", test_the_end_on_another_thread_names_the_owner},
    {"of two ends at once one is accepted", test_of_two_ends_at_once_one_is_accepted},
    {"sessions begin and end while threads measure", test_sessions_begin_and_end_while_threads_measure},
    CU_TEST_INFO_NULL,
};
