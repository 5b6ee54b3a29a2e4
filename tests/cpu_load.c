// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_load.h"
#include "support_recording.h"

#include <sched.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CHILD_TIMEOUT_SECONDS = 60 };

static uint64_t read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t process_cpu_now(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static void spin_on(clockid_t clock, uint64_t ns)
{
    const uint64_t begin = read_clock(clock);
    while (read_clock(clock) - begin < ns)
        for (volatile int i = 0; i < 200; i++)
            ;
}

void burn_cpu(uint64_t ns)
{
    spin_on(CLOCK_THREAD_CPUTIME_ID, ns);
}

void spin_for(uint64_t ns)
{
    spin_on(CLOCK_MONOTONIC, ns);
}

void burn_cpu_in_child(uint64_t ns)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(CHILD_TIMEOUT_SECONDS);
        burn_cpu(ns);
        _exit(0);
    }
    int status = -1;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK_EQUAL(status, 0);
}

static void *burn(void *argument)
{
    burn_cpu(*(const uint64_t *)argument);
    return NULL;
}

void burn_cpu_on_threads(unsigned count, uint64_t ns)
{
    run_on_threads(count, burn, &ns, 0);
}

void sleep_for(uint64_t ns)
{
    const struct timespec time = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
    nanosleep(&time, NULL);
}

void wait_until_idle(void)
{
    enum { PATIENCE = 100 };
    for (int i = 0; i < PATIENCE; i++) {
        const uint64_t begin = process_cpu_now();
        sleep_for(20 * 1000 * 1000);
        if (process_cpu_now() - begin < 1000 * 1000)
            return;
    }
}

bool has_two_cpus(void)
{
    cpu_set_t set;
    const bool has = sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) >= 2;
    if (!has)
        printf("skipped, as there is one CPU only ... ");
    return has;
}
