// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What pairs of calls cost, as multiples of a floor that is measured beside them: two bare reads of the clock. The cases run
// in turn, many short rounds, each behind one that only warms the caches, and the best round of each counts: what disturbs a
// round makes it longer, never shorter. Tight loops and warm caches: a best case, for the floor too.

#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "base/clock.h"
#include "bench.h"

enum { BENCH_COUNT = 16 * 1024, BENCH_ROUNDS = 60 };

typedef struct bench_case {
    const char *name;
    void (*work)(int count); ///< does something `count` times
    double target;           ///< in floors; 0: none
    double best_ns;          ///< of one
} bench_case;

#define BENCH_FLOOR                                                                                                    \
    {                                                                                                                  \
        "two bare reads of the clock", bench_two_clock_reads, 0, 0                                                     \
    }

#define BENCH_COUNT_OF(cases) ((int)(sizeof(cases) / sizeof *(cases)))

/// Makes the compiler believe that the value is used.
static inline void bench_keep(uint64_t value)
{
    __asm__ volatile("" : : "r"(value));
}

static inline void bench_two_clock_reads(int count)
{
    for (int i = 0; i < count; i++) {
        bench_keep(sw__clock_now());
        bench_keep(sw__clock_now());
    }
}

static inline void bench_run(bench_case *cases, int case_count)
{
    for (int round = 0; round < BENCH_ROUNDS; round++)
        for (int i = 0; i < case_count; i++) {
            cases[i].work(BENCH_COUNT);
            double begin = bench_now_ns();
            cases[i].work(BENCH_COUNT);
            double ns = (bench_now_ns() - begin) / BENCH_COUNT;
            if (round == 0 || ns < cases[i].best_ns)
                cases[i].best_ns = ns;
        }
}

static inline void bench_print_head(const char *title)
{
    char with_clock[80];
    snprintf(with_clock, sizeof with_clock, "%s; the clock is %s", title, sw__clock_name());
    bench_head(with_clock, "ns", "x", "wanted");
}

/// A line for each case: ns, ratio to the floor, and what was wanted.
static inline void bench_print(const bench_case *cases, int case_count, double floor_ns)
{
    for (int i = 0; i < case_count; i++) {
        char ns[24], ratio[24], target[24], wanted[32] = "";
        // As it is printed, so that what looks like the target is not called missed.
        double rounded = (double)(int64_t)(100 * cases[i].best_ns / floor_ns + 0.5) / 100;
        snprintf(ns, sizeof ns, "%.2f", cases[i].best_ns);
        snprintf(ratio, sizeof ratio, "%.2f", rounded);
        snprintf(target, sizeof target, "%.2f", cases[i].target);
        if (cases[i].target > 0)
            bench_wanted(wanted, target, rounded <= cases[i].target);
        bench_row(cases[i].name, ns, ratio, wanted);
    }
}

#endif
