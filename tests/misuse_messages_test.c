// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Where the messages of misuse go: how many, to whom, from which place, and the abort that a run profile may ask for.

#include "session_support.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLACES = 256 };

static void test_function_pointer_shows_module_and_offset(void)
{
    sw_status (*volatile end)(const char *) = sw_end_meas;
    session_open(0);
    CHECK_EQUAL(end("misspelt"), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(strncmp(messages_last(), "run_tests+0x", strlen("run_tests+0x")), 0);
    CHECK_HAS(messages_last(), ": sw_end_meas(\"misspelt\"): ");
    CHECK_EQUAL((sw_finish_iter)(), SW_OK);
    CHECK_EQUAL((sw_begin_iter)(), SW_OK);
    CHECK_EQUAL((sw_begin_iter)(), SW_ERR_ITER_BEGUN);
    CHECK_EQUAL(strncmp(messages_last(), "run_tests+0x", strlen("run_tests+0x")), 0);
    CHECK_EQUAL(messages_count(), 2);
    session_close();
}

// All of these are calls from one address: not inlined, unrolled or left by a jump.
static __attribute__((noinline)) void end_at_one_place(const char *name)
{
    (sw_end_meas)(name);
    __asm__ volatile("");
}

// Calls of another language all come from one address: there the name tells the places apart.
static void test_without_a_site_names_are_places(void)
{
    session_open(0);
    for (int i = 0; i < 3; i++) {
        end_at_one_place("misspelt");
        end_at_one_place("misspelt differently");
    }
    CHECK_EQUAL(messages_count(), 2);
    session_close();
}

static void end_unknown_names(int count)
{
    char name[32];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "misspelt %d", i);
        end_at_one_place(name);
    }
}

static void test_further_places_are_counted_not_told(void)
{
    session_open(0);
    end_unknown_names(PLACES);
    CHECK_EQUAL(messages_count(), PLACES);
    end_unknown_names(PLACES + 50);
    CHECK_EQUAL(messages_count(), PLACES + 1);
    CHECK_HAS(messages_last(), "further ones are counted");
    end_unknown_names(PLACES + 50);
    CHECK_EQUAL(messages_count(), PLACES + 1);
    CHECK_EQUAL(sw_end_meas("yet another"), SW_ERR_UNKNOWN_NAME);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "misuse: 869 x nothing of this name was ever started\n");
    CHECK_HAS(summary, "101 of these at places that were not told\n");
    free(summary);
}

static void *name_thread_and_hold(void *barriers)
{
    pthread_barrier_t *b = barriers;
    pthread_setname_np(pthread_self(), "prefetcher");
    sw_start_meas("load");
    pthread_barrier_wait(&b[0]);
    pthread_barrier_wait(&b[1]);
    at(3);
    CHECK_EQUAL(sw_end_meas("load"), SW_OK);
    return NULL;
}

static void test_end_on_another_thread_names_the_owner(void)
{
    pthread_barrier_t barriers[2];
    pthread_t thread;
    session_open(0);
    for (int i = 0; i < 2; i++)
        pthread_barrier_init(&barriers[i], NULL, 2);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, name_thread_and_hold, barriers), 0);
    pthread_barrier_wait(&barriers[0]);
    CHECK_EQUAL(sw_end_meas("load"), SW_ERR_OTHER_THREAD);
    CHECK_HAS(messages_last(), "\"prefetcher\"");
    pthread_barrier_wait(&barriers[1]);
    pthread_join(thread, NULL);
    CHECK_EQUAL(stats_of_meas("load").total_ns, SECONDS(3));
    for (int i = 0; i < 2; i++)
        pthread_barrier_destroy(&barriers[i]);
    session_close();
}

static void test_each_session_tells_again(void)
{
    for (int i = 0; i < 2; i++) {
        session_open(0);
        end_unknown_names(1);
        CHECK_EQUAL(messages_count(), 1);
        char *summary = session_close_printing();
        CHECK_HAS(summary, "misuse: 1 x nothing of this name was ever started\n");
        free(summary);
    }
}

static void test_without_a_handler_messages_go_to_stderr(void)
{
    session_open(0);
    messages_release();
    stderr_keep();
    const int line = __LINE__ + 1;
    sw_end_meas("misspelt");
    char *printed = stderr_kept();
    char expected[256];
    snprintf(expected, sizeof expected,
             "stepwatch: %s:%d: sw_end_meas(\"misspelt\"): nothing of this name was ever started\n", __FILE__, line);
    CHECK_TEXT(printed, expected);
    free(printed);
    session_close();
}

static void test_long_path_of_a_source_keeps_its_end(void)
{
    static char file[2000];
    memset(file, 'f', sizeof file - 1);
    memcpy(file + sizeof file - sizeof "/end.c", "/end.c", sizeof "/end.c");
    session_open(0);
    CHECK_EQUAL(sw__end_meas("misspelt", file, 123456), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(strncmp(messages_last(), "...fff", 6), 0);
    CHECK_HAS(messages_last(), "fff/end.c:123456: sw_end_meas(\"misspelt\"): ");
    session_close();
}

typedef struct heard {
    unsigned messages;
    sw_status start, end, finish;
    double seconds;
} heard;

static void measure_in_handler(sw_status status, const char *text, void *user)
{
    heard *h = user;
    (void)status;
    (void)text;
    h->messages++;
    h->start = sw_start_meas("in the handler");
    at(h->seconds);
    h->end = sw_end_meas("in the handler");
    h->finish = sw_value("messages", h->messages);
}

static void test_handler_may_call_stepwatch(void)
{
    heard h = {.seconds = 2};
    session_open(0);
    sw_set_message_handler(measure_in_handler, &h);
    sw_start_meas("outside");
    CHECK_EQUAL(sw_start_meas("outside"), SW_ERR_RUNNING);
    CHECK_EQUAL(h.messages, 1);
    CHECK_EQUAL(h.start, SW_OK);
    CHECK_EQUAL(h.end, SW_OK);
    CHECK_EQUAL(h.finish, SW_OK);
    CHECK_EQUAL(sw_end_meas("outside"), SW_OK);
    CHECK_EQUAL(stats_of_meas("in the handler").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("outside").total_ns, SECONDS(2));
    session_close();
}

// The message that the table of names is full comes from within a call.
static void use_up_the_names(void)
{
    heard h = {.seconds = 2};
    char name[32];
    session_open(0);
    (void)sw_register("in the handler");
    (void)sw_register("messages");
    sw_set_message_handler(measure_in_handler, &h);
    for (int i = 0; h.messages == 0 && i < 20000; i++) {
        snprintf(name, sizeof name, "name %d", i);
        sw_start_meas(name);
        sw_end_meas(name);
    }
    CHECK_EQUAL(h.messages, 1);
    CHECK_EQUAL(h.start, SW_OK);
    CHECK_EQUAL(h.end, SW_OK);
    session_close();
}

static void test_handler_of_a_full_table_may_call_stepwatch(void)
{
    check_in_child(use_up_the_names);
}

static void make_a_mistake_that_aborts(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setenv("STEPWATCH_SET", "on_error=abort", 1);
    if (sw_stopwatch_enable(NULL) != SW_OK)
        _exit(3);
    sw_start_meas("fine");
    sw_end_meas("fine");
    sw_end_meas("misspelt");
    _exit(2);
}

static void test_abort_comes_with_the_same_message(void)
{
    int status = -1;
    stderr_keep();
    const pid_t child = fork();
    if (child == 0)
        make_a_mistake_that_aborts();
    waitpid(child, &status, 0);
    char *printed = stderr_kept();
    CHECK_EQUAL(WIFSIGNALED(status) ? WTERMSIG(status) : 0, SIGABRT);
    CHECK_HAS(printed, "stepwatch: " __FILE__ ":");
    CHECK_HAS(printed, ": sw_end_meas(\"misspelt\"): nothing of this name was ever started\n");
    free(printed);
}

CU_TestInfo misuse_messages_tests[] = {
    {"a call through a pointer shows module and offset", test_function_pointer_shows_module_and_offset},
    {"without a file and line the name tells places apart", test_without_a_site_names_are_places},
    {"more than 256 places are counted, not told", test_further_places_are_counted_not_told},
    {"an end on another thread names the owner, which can end it", test_end_on_another_thread_names_the_owner},
    {"each session tells again", test_each_session_tells_again},
    {"without a handler messages go to stderr", test_without_a_handler_messages_go_to_stderr},
    {"a long path of a source keeps its end", test_long_path_of_a_source_keeps_its_end},
    {"a message handler may call stepwatch", test_handler_may_call_stepwatch},
    {"a message handler may call stepwatch when the names are used up",
     test_handler_of_a_full_table_may_call_stepwatch},
    {"on_error: abort aborts with the same message", test_abort_comes_with_the_same_message},
    CU_TEST_INFO_NULL,
};
