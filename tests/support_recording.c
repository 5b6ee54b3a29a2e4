// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "support_recording.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { THREAD_LIMIT = 64 };

void session_open_real(const sw_stopwatch_options *options)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(options), SW_OK);
}

void make_pairs(const char *name, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        sw_start_meas(name);
        sw_end_meas(name);
    }
}

void make_pairs_by_handle(const char *name, uint64_t count)
{
    const sw_name handle = sw_register(name);
    for (uint64_t i = 0; i < count; i++) {
        sw_start_meas_handle(handle);
        sw_end_meas_handle(handle);
    }
}

void make_interval(const char *name, uint64_t ns)
{
    static uint64_t now; // goes on from session to session; only the lengths matter
    sw__clock_set(now);
    sw_start_meas(name);
    now += ns;
    sw__clock_set(now);
    sw_end_meas(name);
}

void run_on_threads(unsigned count, void *(*function)(void *argument), void *arguments, size_t size)
{
    pthread_t threads[THREAD_LIMIT];
    unsigned made = 0;
    while (made < count && made < THREAD_LIMIT &&
           pthread_create(&threads[made], NULL, function, (char *)arguments + made * size) == 0)
        made++;
    CHECK_EQUAL(made, count);
    for (unsigned i = 0; i < made; i++)
        pthread_join(threads[i], NULL);
}

uint64_t resident_bytes(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file) {
        if (fscanf(file, "%*u %lu", &pages) != 1)
            pages = 0;
        fclose(file);
    }
    return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

bool leave_out(bool out, const char *why)
{
    if (out)
        printf("(left out: %s) ", why);
    return out;
}

uint64_t monotonic_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
