// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Opening and closing a session, again and again, from any thread.

#include "session_support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void test_nothing_asked_for_leaves_all_off(void)
{
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CU_ASSERT_FALSE(sw_nvtx_is_enabled());
    CHECK_EQUAL(sw_end_meas("never started"), SW_OK);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    CHECK_EQUAL(sw_print_eval_times(stderr), SW_NOT_RECORDED);
    CHECK_EQUAL(messages_count(), 0);
    char *printed = session_close_printing();
    CHECK_TEXT(printed, "");
    free(printed);
}

static void test_calls_before_init_are_silent(void)
{
    messages_catch();
    unsigned surprises = 0;
    for (int i = 0; i < 100000; i++) {
        surprises += sw_start_meas("a") != SW_OK;
        surprises += sw_range_pop(NULL) != SW_OK;
        surprises += sw_finish_iter() != SW_OK;
    }
    CHECK_EQUAL(surprises, 0);
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_second_and_third_init_keep_the_first(void)
{
    char *path =
        file_of("default: a\nprofiles:\n  a:\n    stopwatch:\n      enable: true\n      num_warmup_iters: 1\n");
    char *other = file_of("default: b\nprofiles:\n  b:\n    stopwatch:\n      enable: false\n");
    session_prepare();
    CHECK_EQUAL(sw_init(path, NULL), SW_OK);
    finish_at(1);
    measure("a", 1, 2);
    CHECK_EQUAL(sw_init(other, NULL), SW_ERR_ALREADY);
    CHECK_EQUAL(sw_init(NULL, NULL), SW_ERR_ALREADY);
    CHECK_EQUAL(sw_init("/no/such/file.yaml", "no such profile"), SW_ERR_ALREADY);
    finish_at(3);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(1));
    char *summary = session_close_printing();
    CHECK_HAS(summary, "run profile a of ");
    free(summary);
    file_remove(path);
    file_remove(other);
}

static void test_enable_after_the_profile_enabled_it(void)
{
    char *path =
        file_of("default: a\nprofiles:\n  a:\n    stopwatch:\n      enable: true\n      num_warmup_iters: 3\n");
    session_prepare();
    CHECK_EQUAL(sw_init(path, NULL), SW_OK);
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_ERR_ALREADY);
    finish_at(1);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK); // which the profile leaves off
    session_close();
    file_remove(path);
}

static void test_code_may_enable_what_an_open_session_leaves_off(void)
{
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    CHECK_EQUAL(sw_init(NULL, NULL), SW_ERR_ALREADY);
    measure("a", 0, 1);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    session_close();
}

static void test_finalize_again_does_nothing(void)
{
    session_open(0);
    measure("a", 0, 1);
    session_close();
    stderr_keep();
    CHECK_EQUAL(sw_finalize(), SW_OK);
    CHECK_EQUAL(sw_finalize(), SW_OK);
    char *printed = stderr_kept();
    CHECK_TEXT(printed, "");
    free(printed);
}

static void test_each_session_begins_at_nothing(void)
{
    session_open(1);
    measure("a", 0, 1);
    finish_at(1);
    measure("a", 1, 2);
    finish_at(2);
    sw_end_meas("misspelt");
    session_close();
    session_open(2);
    finish_at(1);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 0);
    CHECK_EQUAL(stats_of_meas("a").count, 0);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "the warm-up is not finished: 1 of 2 iterations");
    CU_ASSERT_PTR_NULL(strstr(summary, "misuse"));
    CU_ASSERT_PTR_NULL(strstr(summary, "measurement"));
    free(summary);
}

// The stop of what an earlier session started is an error code, and no more than that.
static void test_end_in_the_next_session(void)
{
    session_open(0);
    sw_start_meas("a");
    sw_start_one_time_measurement("once");
    session_close();
    session_open(0);
    at(5);
    CHECK_EQUAL(sw_end_meas("a"), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_end_one_time_measurement("once"), SW_ERR_UNKNOWN_NAME);
    measure("a", 6, 7);
    finish_at(8);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(1));
    session_close();
}

static void *open_on_this_thread(void *unused)
{
    session_open(0);
    at(1);
    sw_start_meas("a");
    at(2);
    sw_end_meas("a");
    sw_start_meas("left open");
    return unused;
}

static void test_opened_on_one_thread_and_closed_on_another(void)
{
    run_on_thread(open_on_this_thread, NULL);
    at(3);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    char *summary = session_close_printing();
    CHECK_TEXT(row_of(summary, "Time of an iteration", "a"), "a 1.00 s 50.0 % 1.00 s 1.00 s 1 1");
    CHECK_TEXT(row_of(summary, "Started and not ended", "left open"), "left open 0 -- 1");
    free(summary);
}

static void *close_on_this_thread(void *unused)
{
    session_close();
    return unused;
}

static void test_closed_on_a_thread_with_a_measurement_open_elsewhere(void)
{
    session_open(0);
    sw_start_meas("a");
    run_on_thread(close_on_this_thread, NULL);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    session_open(0);
    measure("a", 0, 1);
    CHECK_EQUAL(stats_of_meas("a").count, 1);
    session_close();
}

static void *go_on_measuring(void *stop)
{
    while (!__atomic_load_n((bool *)stop, __ATOMIC_ACQUIRE)) {
        sw_start_meas("worker");
        SW_SCOPE("scope of the worker");
        sw_end_meas("worker");
    }
    return NULL;
}

static void test_sessions_come_and_go_under_running_threads(void)
{
    bool stop = false;
    pthread_t worker;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&worker, NULL, go_on_measuring, &stop), 0);
    for (int i = 0; i < 20; i++) {
        messages_catch();
        CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
        for (int j = 0; j < 10; j++)
            CHECK_EQUAL(sw_finish_iter(), SW_OK);
        CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 10);
        session_close();
    }
    __atomic_store_n(&stop, true, __ATOMIC_RELEASE);
    pthread_join(worker, NULL);
}

CU_TestInfo session_tests[] = {
    {"with nothing asked for all is off and silent", test_nothing_asked_for_leaves_all_off},
    {"calls before sw_init() are silent", test_calls_before_init_are_silent},
    {"a second and a third sw_init() keep the first one's profile", test_second_and_third_init_keep_the_first},
    {"enable is refused after the run profile enabled it", test_enable_after_the_profile_enabled_it},
    {"code may enable what an open session leaves off", test_code_may_enable_what_an_open_session_leaves_off},
    {"a second sw_finalize() does nothing", test_finalize_again_does_nothing},
    {"each session begins at nothing", test_each_session_begins_at_nothing},
    {"an end in the next session is an error, and all goes on", test_end_in_the_next_session},
    {"a session may be opened on one thread and closed on another", test_opened_on_one_thread_and_closed_on_another},
    {"a session may be closed while another thread has a measurement open",
     test_closed_on_a_thread_with_a_measurement_open_elsewhere},
    {"sessions come and go under running threads", test_sessions_come_and_go_under_running_threads},
    CU_TEST_INFO_NULL,
};
