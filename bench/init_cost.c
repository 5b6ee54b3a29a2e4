// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// How long sw_init() and a thread's first measurement take.

#include <pthread.h>

#include <stepwatch/stepwatch.h>

#include "bench.h"

static double first_start_ns;

static void *first_start(void *argument)
{
    (void)argument;
    double begin = bench_now_ns();
    sw_start_meas("first");
    first_start_ns = bench_now_ns() - begin;
    sw_end_meas("first");
    return NULL;
}

int main(void)
{
    double begin = bench_now_ns();
    sw_status status = sw_init("config/run_profiles.yaml", "debugging");
    double init_ns = bench_now_ns() - begin;
    if (status != SW_OK)
        return 1;
    pthread_t thread;
    pthread_create(&thread, NULL, first_start, NULL);
    pthread_join(thread, NULL);
    printf("\nStart\n");
    printf("  %-50s %9.3f ms               wanted: below 50 ms\n", "sw_init with a config file, all on", init_ns / 1e6);
    printf("  %-50s %9.3f ms               wanted: below 1 ms\n", "a thread's first start of a measurement",
           first_start_ns / 1e6);
    bench_end_quietly();
    return 0;
}
