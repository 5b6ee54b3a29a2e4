// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Measures one second on clocks of its own making, while the time of day is set back by an hour and the machine is
// suspended for a minute. Prints the time that was measured.

#include <time.h>

#include <stepwatch/stepwatch.h>

static struct timespec realtime = {.tv_sec = 1000000}, boottime = {.tv_sec = 5000}, monotonic = {.tv_sec = 5000};

// Stands in front of the C library's, for the library under test too.
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW)
        *now = monotonic;
    else
        *now = clock == CLOCK_BOOTTIME ? boottime : realtime;
    return 0;
}

int main(void)
{
    const sw_stopwatch_options options = {.clock = SW_CLOCK_MONOTONIC};
    sw_meas_stats stats;
    if (sw_stopwatch_enable(&options) != SW_OK)
        return 1;
    sw_start_meas("a");
    realtime.tv_sec -= 3600;
    boottime.tv_sec += 61;
    monotonic.tv_sec += 1;
    sw_end_meas("a");
    if (sw_get_meas_stats("a", &stats) != SW_OK)
        return 1;
    printf("%.9f s\n", stats.total_ns * 1e-9);
    return 0;
}
