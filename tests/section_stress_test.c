// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Sections of many threads while iterations, windows and sessions begin and end.

#include "support_profiler.h"
#include "support_recording.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 4, EACH = SANITIZED ? 5000 : 50000 };

static void *one_section(void *argument)
{
    (void)argument;
    sw_section_begin("short-lived");
    sw_section_end("short-lived");
    return NULL;
}

static void *many_nested(void *argument)
{
    (void)argument;
    const sw_name inner = sw_register("stress inner");
    for (int i = 0; i < EACH; i++) {
        sw_section_begin("stress outer");
        sw_section_begin_handle(inner);
        sw_section_end_handle(inner);
        sw_section_end("stress outer");
    }
    return NULL;
}

static void test_threads_at_once_lose_nothing(void)
{
    profile_real(NULL);
    for (int i = 0; i < 2; i++) {
        run_on_threads(THREADS, many_nested, NULL, 0);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        CHECK_METRIC("stress outer_count", THREADS * EACH);
        CHECK_METRIC("stress inner_count", THREADS * EACH);
        CU_ASSERT_TRUE(metric("stress inner_time_sec") <= metric("stress outer_time_sec"));
    }
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

// Threads that record, by the thousand, until they are told to stop.

static bool hammering;
static uint64_t hammered; ///< how many pairs, of all threads

static void *hammer(void *argument)
{
    (void)argument;
    const sw_name handle = sw_register("hammered by handle");
    while (__atomic_load_n(&hammering, __ATOMIC_RELAXED)) {
        sw_section_begin("hammered");
        sw_section_begin_handle(handle);
        {
            SW_SCOPE("hammered scope");
        }
        sw_section_end(NULL);
        sw_section_end("hammered");
        __atomic_fetch_add(&hammered, 1, __ATOMIC_RELAXED);
    }
    return NULL;
}

static void *hammer_from_new_threads(void *argument)
{
    while (__atomic_load_n(&hammering, __ATOMIC_RELAXED))
        run_on_thread(one_section, argument);
    return NULL;
}

static uint64_t odd_values;

static bool is_odd(double value, double most)
{
    return value != NO_METRIC && !(value >= 0 && value < most);
}

static void *look(void *argument)
{
    while (__atomic_load_n(&hammering, __ATOMIC_RELAXED)) {
        odd_values += is_odd(metric("hammered_count"), 1e12);
        odd_values += is_odd(metric("total_time_sec"), 600);
        (void)(sw_profiler_is_enabled() && sw_profiler_is_recording());
    }
    return argument;
}

static void *(*const hammers[THREADS])(void *argument) = {hammer, hammer, hammer_from_new_threads, look};

static void hammers_start(pthread_t threads[THREADS])
{
    odd_values = 0;
    __atomic_store_n(&hammering, true, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, hammers[i], NULL), 0);
}

static void hammers_stop(pthread_t threads[THREADS])
{
    __atomic_store_n(&hammering, false, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQUAL(odd_values, 0);
}

static void check_plausible(void)
{
    static const char *const values[] = {"hammered_time_sec", "hammered_self_sec", "hammered by handle_time_sec",
                                         "hammered scope_time_sec", "short-lived_time_sec"};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        if (metric(values[i]) > 600)
            FAIL("%s is %g", values[i], metric(values[i]));
}

static void test_iterations_end_while_threads_record(void)
{
    pthread_t threads[THREADS];
    double counted = 0;
    profile_real(NULL);
    __atomic_store_n(&hammered, 0, __ATOMIC_RELAXED);
    hammers_start(threads);
    for (int i = 0; i < 300; i++) {
        usleep(300);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        check_plausible();
        counted += metric("hammered_count") > 0 ? metric("hammered_count") : 0;
    }
    hammers_stop(threads);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    counted += metric("hammered_count") > 0 ? metric("hammered_count") : 0;
    CHECK_NEAR(counted, (double)hammered, 0); // each is in the values of exactly one iteration
    session_close();
}

static void test_windows_open_and_close_while_threads_record(void)
{
    pthread_t threads[THREADS];
    profile_real(&(sw_profiler_options){.wait = 1, .active = 2, .repeat = SW_REPEAT_FOREVER});
    hammers_start(threads);
    for (int i = 0; i < 600; i++) {
        usleep(i % 3 ? 200 : 20);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        check_plausible();
    }
    hammers_stop(threads);
    session_close();
}

static void test_pauses_begin_and_end_while_threads_record(void)
{
    pthread_t threads[THREADS];
    profile_real(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = SW_REPEAT_FOREVER});
    hammers_start(threads);
    for (int i = 0; i < 600; i++) {
        CHECK_EQUAL(sw_pause(), SW_OK);
        usleep(i % 7 ? 0 : 100);
        CHECK_EQUAL(sw_resume(), SW_OK);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        check_plausible();
    }
    hammers_stop(threads);
    session_close();
}

// A section that was begun before a session is told of when it is ended inside, by whatever thread: nobody looks at the
// messages, which must not be caught anew meanwhile.
static void test_sessions_begin_and_end_while_threads_record(void)
{
    pthread_t threads[THREADS];
    messages_catch();
    hammers_start(threads);
    stderr_keep();
    for (int i = 0; i < (SANITIZED ? 30 : 100); i++) {
        CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.warmup = i % 2}), SW_OK);
        for (int j = 0; j < 3; j++) {
            usleep(100);
            CHECK_EQUAL(sw_finish_iter(), SW_OK);
            check_plausible();
        }
        CHECK_EQUAL(sw_finalize(), SW_OK);
    }
    free(stderr_kept());
    hammers_stop(threads);
    messages_release();
}

static void *finish_iterations(void *argument)
{
    unsigned *accepted = argument;
    for (int i = 0; i < 2000; i++) {
        const sw_status status = sw_finish_iter();
        *accepted += status == SW_OK;
        CU_ASSERT_TRUE(status == SW_OK || status == SW_ERR_ITER_OVERLAP);
    }
    return NULL;
}

static uint64_t recorded_iterations;

static void count_iterations(const sw_cycle *cycle, void *user)
{
    (void)user;
    recorded_iterations += cycle->iterations;
}

static void test_of_two_threads_that_finish_one_is_refused(void)
{
    unsigned accepted[2] = {0};
    recorded_iterations = 0;
    sw_set_cycle_handler(count_iterations, NULL);
    profile_real(&(sw_profiler_options){.wait = 1, .active = 1, .repeat = SW_REPEAT_FOREVER});
    run_on_threads(2, finish_iterations, accepted, sizeof *accepted);
    CHECK_EQUAL(recorded_iterations, (accepted[0] + accepted[1]) / 2);
    session_close();
    sw_set_cycle_handler(NULL, NULL);
}

static void *init_session(void *argument)
{
    unsigned *accepted = argument;
    const sw_status status = sw_init(NULL, NULL);
    *accepted = status == SW_OK;
    CU_ASSERT_TRUE(status == SW_OK || status == SW_ERR_ALREADY);
    sw_section_begin("in both");
    sw_section_end("in both");
    return NULL;
}

static void test_of_two_threads_that_open_a_session_one_does(void)
{
    setenv("STEPWATCH_SET", "profiler.mode=custom", 1);
    for (int i = 0; i < 50; i++) {
        unsigned accepted[2] = {0};
        messages_catch();
        run_on_threads(2, init_session, accepted, sizeof *accepted);
        CHECK_EQUAL(accepted[0] + accepted[1], 1);
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
        CU_ASSERT_TRUE(metric("in both_count") <= 2);
        session_close();
    }
    unsetenv("STEPWATCH_SET");
}

CU_TestInfo section_stress_tests[] = {
    {"threads at once lose nothing", test_threads_at_once_lose_nothing},
    {"iterations end while threads record", test_iterations_end_while_threads_record},
    {"windows open and close while threads record", test_windows_open_and_close_while_threads_record},
    {"pauses begin and end while threads record", test_pauses_begin_and_end_while_threads_record},
    {"sessions begin and end while threads record", test_sessions_begin_and_end_while_threads_record},
    {"of two threads that finish an iteration one may be refused", test_of_two_threads_that_finish_one_is_refused},
    {"of two threads that open a session one does", test_of_two_threads_that_open_a_session_one_does},
    CU_TEST_INFO_NULL,
};
