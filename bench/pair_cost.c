// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a start and end of a measurement cost: off, and on with all statistics.

#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <stepwatch/stepwatch.h>

#include "cases.h"

enum { MANY = 4096, SOME = 32, THREADS = 2 };

static sw_name handle;
static char own_buffers[MANY][64];

static void by_handle(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas_handle(handle);
        sw_end_meas_handle(handle);
    }
}

static void by_name(int count)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas("forward");
        sw_end_meas("forward");
    }
}

static void by_scope(int count)
{
    for (int i = 0; i < count; i++) {
        SW_SCOPE("scope");
    }
}

static void names_in_turn(int count, int names)
{
    for (int i = 0; i < count; i++) {
        const char *name = own_buffers[i % names];
        sw_start_meas(name);
        sw_end_meas(name);
    }
}

static void some_names(int count)
{
    names_in_turn(count, SOME);
}

static void many_names(int count)
{
    names_in_turn(count, MANY);
}

// The text alternates between a hundred names in one buffer, as with snprintf, but without its cost.
static void reused_buffer(int count)
{
    static char name[] = "layer.00.forward";
    for (int i = 0; i < count; i++) {
        name[6] = (char)('0' + i % 10);
        name[7] = (char)('0' + i / 10 % 10);
        sw_start_meas(name);
        sw_end_meas(name);
    }
}

static void out_of_line(int count)
{
    for (int i = 0; i < count; i++) {
        (sw_start_meas)("forward");
        (sw_end_meas)("forward");
    }
}

static bench_case off_cases[] = {
    {"off, by handle", by_handle, 0.05, 0},
    {"off, by name", by_name, 0.05, 0},
    {"off, scope", by_scope, 0.05, 0},
    {"off, out of line, as other languages call", out_of_line, 0, 0},
};

static bench_case on_cases[] = {
    BENCH_FLOOR,
    {"by handle", by_handle, 1.15, 0},
    {"by name", by_name, 1.25, 0},
    {"by name, 32 names in turn, each in its own buffer", some_names, 1.25, 0},
    {"by name, 4,096 names in turn", many_names, 1.60, 0},
    {"by name, one buffer with a new text at every call", reused_buffer, 2.00, 0},
    {"scope, measurement only", by_scope, 0, 0},
};

typedef struct worker {
    pthread_t thread;
    int cpu;
    pthread_barrier_t *barrier;
    bench_case cases[2];
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    CPU_SET(w->cpu, &cpus);
    sched_setaffinity(0, sizeof cpus, &cpus);
    pthread_barrier_wait(w->barrier);
    bench_run(w->cases, BENCH_COUNT_OF(w->cases));
    return NULL;
}

// Each thread on a processor of its own, with the floor measured beside it.
static void on_two_threads(void)
{
    pthread_barrier_t barrier;
    worker workers[THREADS];
    char name[48];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){.cpu = i, .barrier = &barrier, .cases = {BENCH_FLOOR, {"by name", by_name, 0, 0}}};
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&barrier);
    double most = 1.1 * on_cases[2].best_ns / on_cases[0].best_ns; // 10 % above one thread
    for (int i = 0; i < THREADS; i++) {
        bench_case *by_name_here = &workers[i].cases[1];
        snprintf(name, sizeof name, "by name, on thread %d of %d at once", i + 1, THREADS);
        by_name_here->name = name;
        by_name_here->target = most;
        bench_print(by_name_here, 1, workers[i].cases[0].best_ns);
    }
}

int main(void)
{
    for (int i = 0; i < MANY; i++)
        snprintf(own_buffers[i], sizeof own_buffers[i], "layer.%04d.attention.forward", i);
    handle = sw_register("forward");

    bench_run(off_cases, BENCH_COUNT_OF(off_cases));
    if (sw_stopwatch_enable(NULL) != SW_OK)
        return 1;
    bench_run(on_cases, BENCH_COUNT_OF(on_cases));

    bench_print_head("A start and end of a measurement");
    bench_print(off_cases, BENCH_COUNT_OF(off_cases), on_cases[0].best_ns);
    bench_print(on_cases, BENCH_COUNT_OF(on_cases), on_cases[0].best_ns);
    if (sysconf(_SC_NPROCESSORS_ONLN) >= THREADS)
        on_two_threads();
    bench_end_quietly();
    return 0;
}
