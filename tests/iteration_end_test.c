// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of an iteration: what is open, who may call it, and what is printed.

#include "session_support.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void test_open_measurement_is_an_error_that_names_it_and_the_fix(void)
{
    char place[256];
    session_open(0);
    sw_start_meas("whole run");
    at(1);
    const int line = __LINE__ + 1;
    CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
    snprintf(place, sizeof place, "%s:%d: sw_finish_iter(", __FILE__, line);
    CHECK_HAS(messages_last(), place);
    CHECK_HAS(messages_last(), sw_status_text(SW_ERR_OPEN_AT_ITER_END));
    CHECK_HAS(messages_last(), "\"whole run\"");
    CHECK_HAS(messages_last(), "one-time measurement");
    CHECK_EQUAL(messages_last_status(), SW_ERR_OPEN_AT_ITER_END);
    session_close();
}

static void test_iteration_with_an_open_measurement_is_counted(void)
{
    session_open(0);
    sw_start_meas("a");
    at(1);
    sw_finish_iter();
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    at(4);
    CHECK_EQUAL(sw_end_meas("a"), SW_OK);
    CHECK_EQUAL(stats_of_meas("a").total_ns, SECONDS(4));
    finish_at(5);
    // It belongs to the iteration in which it started; there are two of them.
    CHECK_EQUAL(stats_of_meas("a").per_iteration_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("a").max_iteration, 0);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_open_one_time_measurement_is_no_error(void)
{
    session_open(0);
    sw_start_one_time_measurement("whole run");
    finish_at(1);
    finish_at(2);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

typedef struct meeting {
    pthread_barrier_t opened;
    pthread_barrier_t finished;
} meeting;

static void *hold_open(void *argument)
{
    meeting *m = argument;
    sw_start_meas("of another thread");
    pthread_barrier_wait(&m->opened);
    pthread_barrier_wait(&m->finished);
    CHECK_EQUAL(sw_end_meas("of another thread"), SW_OK);
    return NULL;
}

static void test_other_threads_may_keep_theirs_open(void)
{
    meeting m;
    pthread_t thread;
    session_open(0);
    pthread_barrier_init(&m.opened, NULL, 2);
    pthread_barrier_init(&m.finished, NULL, 2);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, hold_open, &m), 0);
    pthread_barrier_wait(&m.opened);
    finish_at(3);
    CHECK_EQUAL(messages_count(), 0);
    pthread_barrier_wait(&m.finished);
    pthread_join(thread, NULL);
    CHECK_EQUAL(stats_of_meas("of another thread").total_ns, SECONDS(3));
    pthread_barrier_destroy(&m.opened);
    pthread_barrier_destroy(&m.finished);
    session_close();
}

static void test_prints_after_every_n_counted_iterations(void)
{
    session_open_with(&(sw_stopwatch_options){.num_warmup_iters = 1, .print_every_n_iters = 2});
    stderr_keep();
    for (int i = 0; i < 8; i++)
        finish_at(i);
    char *printed = stderr_kept();
    CHECK_EQUAL(times_in(printed, "\nstepwatch " SW_VERSION_STRING "\n"), 3);
    CHECK_HAS(printed, "  iterations  2 counted, 1 of warm-up left out\n");
    CHECK_HAS(printed, "  iterations  4 counted, 1 of warm-up left out\n");
    CHECK_HAS(printed, "  iterations  6 counted, 1 of warm-up left out\n");
    free(printed);
    session_close();
}

// stderr as a pipe that is full: whoever prints waits until somebody reads.
typedef struct full_pipe {
    int ends[2];
    int saved_stderr;
    size_t filled;
    sw_status status; ///< of what the other thread did
} full_pipe;

static void block_stderr(full_pipe *p)
{
    static const char filling[4096];
    CU_ASSERT_EQUAL_FATAL(pipe2(p->ends, O_NONBLOCK), 0);
    for (ssize_t size; (size = write(p->ends[1], filling, sizeof filling)) > 0;)
        p->filled += (size_t)size;
    fcntl(p->ends[1], F_SETFL, 0);
    fcntl(p->ends[0], F_SETFL, 0);
    p->saved_stderr = dup(STDERR_FILENO);
    dup2(p->ends[1], STDERR_FILENO);
    close(p->ends[1]);
}

static void unblock(full_pipe *p)
{
    char text[4096];
    for (size_t left = p->filled; left > 0;) {
        const ssize_t size = read(p->ends[0], text, left < sizeof text ? left : sizeof text);
        CU_ASSERT_FATAL(size > 0);
        left -= (size_t)size;
    }
}

static void restore_stderr(full_pipe *p)
{
    dup2(p->saved_stderr, STDERR_FILENO);
    close(p->saved_stderr);
    close(p->ends[0]);
}

static void sleep_for(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

enum { PRINT_MS = 200 };

static void *read_late(void *argument)
{
    sleep_for(PRINT_MS);
    unblock(argument);
    return NULL;
}

static void test_printing_is_not_part_of_the_next_iteration(void)
{
    full_pipe p = {.filled = 0};
    pthread_t reader;
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(&(sw_stopwatch_options){.print_every_n_iters = 2}), SW_OK);
    sw_begin_iter();
    sw_finish_iter();
    block_stderr(&p);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&reader, NULL, read_late, &p), 0);
    sw_finish_iter(); // prints, and waits for the reader
    pthread_join(reader, NULL);
    restore_stderr(&p);
    sw_start_meas("as long as the iteration");
    sw_end_meas("as long as the iteration");
    sw_finish_iter();
    char *summary = summary_now();
    const char *wall = strstr(summary, "  wall time   ");
    CU_ASSERT_PTR_NOT_NULL_FATAL(wall);
    char *unit;
    const double number = strtod(wall + strlen("  wall time   "), &unit);
    CU_ASSERT_TRUE(strncmp(unit, " s", 2) != 0 && (strncmp(unit, " ms", 3) != 0 || number < PRINT_MS / 2));
    free(summary);
    session_close();
}

static void *finish_while_the_other_prints(void *argument)
{
    full_pipe *p = argument;
    // The other thread counts its iteration before it prints.
    while (sw_get_num_nonwarmup_iters_measured() == 0)
        sleep_for(1);
    p->status = sw_finish_iter();
    unblock(p);
    return NULL;
}

static void test_overlapping_finish_is_refused_and_counts_nothing(void)
{
    full_pipe p = {.filled = 0};
    pthread_t other;
    session_open_with(&(sw_stopwatch_options){.print_every_n_iters = 1});
    block_stderr(&p);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&other, NULL, finish_while_the_other_prints, &p), 0);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    pthread_join(other, NULL);
    restore_stderr(&p);
    CHECK_EQUAL(p.status, SW_ERR_ITER_OVERLAP);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    CHECK_HAS(messages_last(), sw_status_text(SW_ERR_ITER_OVERLAP));
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

CU_TestInfo iteration_end_tests[] = {
    {"an open measurement is an error that names it and the fix",
     test_open_measurement_is_an_error_that_names_it_and_the_fix},
    {"an iteration with an open measurement is counted, and the measurement can be ended",
     test_iteration_with_an_open_measurement_is_counted},
    {"an open one-time measurement is no error", test_open_one_time_measurement_is_no_error},
    {"other threads may keep theirs open", test_other_threads_may_keep_theirs_open},
    {"the summary is printed after every n counted iterations", test_prints_after_every_n_counted_iterations},
    {"printing is not part of the next iteration", test_printing_is_not_part_of_the_next_iteration},
    {"an overlapping finish is refused and counts nothing", test_overlapping_finish_is_refused_and_counts_nothing},
    CU_TEST_INFO_NULL,
};
