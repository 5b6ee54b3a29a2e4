// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Costs as ratios to a floor that is measured in the same run. The cases run in turn, many rounds, and the best of each
// counts: what disturbs a round makes it longer, never shorter.

#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <stepwatch/session.h>

typedef struct bench_case {
    const char *name;
    void (*work)(int count); ///< does something `count` times
    double target;           ///< in floors; 0: none
    double best_ns;          ///< of one
} bench_case;

static inline double bench_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/// Makes the compiler believe that the value is used.
static inline void bench_keep(uint64_t value)
{
    __asm__ volatile("" : : "r"(value));
}

static inline void bench_run(bench_case *cases, int case_count, int count, int rounds)
{
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < case_count; i++) {
            double begin = bench_now_ns();
            cases[i].work(count);
            double ns = (bench_now_ns() - begin) / count;
            if (round == 0 || ns < cases[i].best_ns)
                cases[i].best_ns = ns;
        }
}

/// One line a case: ns, ratio to the floor, target.
static inline void bench_print(const char *title, const bench_case *cases, int case_count, double floor_ns)
{
    printf("%s\n", title);
    for (int i = 0; i < case_count; i++) {
        printf("  %-50s %9.2f ns %8.2f x", cases[i].name, cases[i].best_ns, cases[i].best_ns / floor_ns);
        if (cases[i].target > 0)
            printf("   wanted: at most %.2f x", cases[i].target);
        printf("\n");
    }
}

/// Closes the session without its summary, which is of no interest here.
static inline void bench_end_quietly(void)
{
    int quiet = open("/dev/null", O_WRONLY);
    if (quiet >= 0)
        dup2(quiet, STDERR_FILENO);
    sw_finalize();
}

#endif
