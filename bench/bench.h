// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What all benches share: the time, and tables that look alike.

#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <stepwatch/session.h>

static inline double bench_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/// The width for printf that makes a text with UTF-8 in it as wide as others.
static inline int bench_width(int width, const char *text)
{
    for (; *text; text++)
        width += (*text & 0xc0) == 0x80;
    return width;
}

/// A line of a table, and with an indent of 0 the one above it.
static inline void bench_line(int indent, const char *name, const char *first, const char *second, const char *third)
{
    printf("%*s%-*s %*s %*s%s%s\n", indent, "", 52 - indent, name, bench_width(12, first), first,
           bench_width(12, second), second, *third ? "   " : "", third);
}

static inline void bench_head(const char *title, const char *first, const char *second, const char *third)
{
    printf("\n");
    bench_line(0, title, first, second, third);
}

static inline void bench_row(const char *name, const char *first, const char *second, const char *third)
{
    bench_line(2, name, first, second, third);
}

/// The third column of a table of costs: what was wanted, and whether it was missed.
static inline const char *bench_wanted(char text[static 32], const char *wanted, bool reached)
{
    snprintf(text, 32, "%s%s", wanted, reached ? "" : ", missed");
    return text;
}

/// From now on summaries go nowhere: they are of no interest here.
static inline void bench_quiet(void)
{
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (quiet >= 0)
        dup2(quiet, STDERR_FILENO);
}

/// Closes the session without its summary.
static inline void bench_end_quietly(void)
{
    bench_quiet();
    sw_finalize();
}

#endif
