// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Traces of several threads: each span is in the trace of its cycle, or counted as late for it.

#include "session_support.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "csv_support.h"
#include "iteration_support.h"
#include "profiler/section_tree.h"
#include "profiler/traces.h"
#include "trace_session.h"
#include "trace_support.h"

// A thread that does what it is told, step by step.
typedef struct worker {
    pthread_t thread;
    pthread_barrier_t barrier;
    void (*step)(void);
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    for (;;) {
        pthread_barrier_wait(&w->barrier);
        if (!w->step)
            return NULL;
        w->step();
        pthread_barrier_wait(&w->barrier);
    }
}

static void worker_does(worker *w, void (*step)(void))
{
    w->step = step;
    pthread_barrier_wait(&w->barrier);
    if (step)
        pthread_barrier_wait(&w->barrier);
}

static void worker_start(worker *w)
{
    pthread_barrier_init(&w->barrier, NULL, 2);
    pthread_create(&w->thread, NULL, work, w);
}

static void worker_stop(worker *w)
{
    worker_does(w, NULL);
    pthread_join(w->thread, NULL);
    pthread_barrier_destroy(&w->barrier);
}

static void do_section(void)
{
    tick_section("other");
}

static void start_meas(void)
{
    sw_start_meas("long");
}

static void end_meas(void)
{
    sw_end_meas("long");
}

static void test_log_of_a_thread_that_does_nothing_more(void)
{
    worker other;
    worker_start(&other);
    open_tracing((sw_profiler_options){.active = 1, .repeat = 2});
    worker_does(&other, do_section);
    iterate(1);
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json",
                "assert len(named('other')) == 1 and named('other')[0].tid != named('denoise')[0].tid, spans\n");
    iterate(1);
    worker_does(&other, do_section); // now it drains what it had
    CHECK_EQUAL(sw__trace_totals_now().late, 0);
    session_close();
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert not named('other'), spans");
    worker_stop(&other);
    remove_folder(FOLDER);
}

static void test_late_span_is_counted(void)
{
    worker other;
    worker_start(&other);
    remove_folder(FOLDER);
    session_open(0);
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){
                    .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 1, .repeat = 2, .trace_dir = FOLDER}),
                SW_OK);
    worker_does(&other, start_meas);
    iterate(1);
    worker_does(&other, end_meas);
    iterate(1);
    worker_stop(&other);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "\n1 events came too late for the trace of their cycle");
    trace_check(FOLDER "/rank_0.cycle0.pt.trace.json", "assert not named('long'), spans");
    trace_check(FOLDER "/rank_0.cycle1.pt.trace.json", "assert not named('long'), spans");
    free(summary);
    remove_folder(FOLDER);
}

enum { BUSY_THREADS = 2, CYCLES = 30 };

static bool busy; ///< atomic

static void *be_busy(void *argument)
{
    (void)argument;
    while (__atomic_load_n(&busy, __ATOMIC_RELAXED)) {
        sw_section_begin("work");
        sw_section_end("work");
    }
    return NULL;
}

static uint64_t counted_in_the_tables(void)
{
    sw__reading reading;
    sw__section_tree tree;
    uint64_t count = 0;
    CHECK_EQUAL(sw__reading_take(&reading), SW_OK);
    const sw__cycles cycles = sw__cycles_now();
    CU_ASSERT_TRUE_FATAL(sw__section_tree_take(&tree, &reading, &cycles));
    for (uint32_t i = 0; i < tree.count; i++)
        count += tree.nodes[i].run.row.count;
    sw__section_tree_free(&tree);
    sw__reading_free(&reading);
    return count;
}

// Each is in one trace, or late for one.
static void test_no_span_is_lost_or_twice(void)
{
    pthread_t threads[BUSY_THREADS];
    remove_folder(FOLDER);
    messages_catch();
    CHECK_EQUAL(sw_profiler_enable(&(sw_profiler_options){.mode = SW_PROFILER_TORCH,
                                                          .aggregate = true,
                                                          .active = 1,
                                                          .repeat = SW_REPEAT_FOREVER,
                                                          .trace_dir = FOLDER,
                                                          .trace_max_events = 1000}),
                SW_OK);
    busy = true;
    for (int i = 0; i < BUSY_THREADS; i++)
        pthread_create(&threads[i], NULL, be_busy, NULL);
    for (int i = 0; i < CYCLES; i++) {
        usleep(1000);
        if (i == CYCLES - 1) {
            __atomic_store_n(&busy, false, __ATOMIC_RELAXED);
            for (int k = 0; k < BUSY_THREADS; k++)
                pthread_join(threads[k], NULL);
        }
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    }
    const sw__trace_totals totals = sw__trace_totals_now();
    const uint64_t counted = counted_in_the_tables();
    session_close();
    CU_ASSERT_TRUE(totals.events > 1000);
    CHECK_EQUAL(totals.events + totals.dropped + totals.late, counted);
    CHECK_EQUAL(totals.traces, CYCLES);
    remove_folder(FOLDER);
}

CU_TestInfo trace_threads_tests[] = {
    {"the log of a thread that does nothing more", test_log_of_a_thread_that_does_nothing_more},
    {"a late span is counted", test_late_span_is_counted},
    {"no span is lost, or twice", test_no_span_is_lost_or_twice},
    CU_TEST_INFO_NULL,
};
