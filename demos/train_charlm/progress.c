// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The line is rewritten in place: a carriage return, the text, and an escape that clears what was longer before.

#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static const double INTERVAL = 0.1; ///< seconds between two updates: as often as one can read

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct progress progress_start(uint64_t steps)
{
    return (struct progress){.shown = isatty(STDERR_FILENO) != 0, .steps = steps, .started = seconds_now()};
}

void progress_update(struct progress *progress, uint64_t step, uint64_t characters, double loss)
{
    if (!progress->shown)
        return;
    const double now = seconds_now();
    if (now - progress->updated < INTERVAL && step < progress->steps)
        return;
    progress->updated = now;
    fprintf(stderr, "\rstep %" PRIu64 " of %" PRIu64 ", loss %.3f, %.0f characters/s\033[K", step, progress->steps,
            loss, (double)characters / (now - progress->started));
}

void progress_clear(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
