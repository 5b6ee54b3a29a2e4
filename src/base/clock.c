// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

// Real clocks are long past the first ticks, which mark slots as closed: see open_spans.h.
enum { MANUAL_BASE = 1024 };

bool sw__clock_counts_cycles;

static struct {
    sw__anchor start;
    double cost_ticks;
    bool manual;        ///< atomic: this session runs on the manual clock
    bool manual_next;   ///< the next one will
    uint64_t manual_ns; ///< atomic: set by a test, read by any thread
    uint64_t manual_reads;
} state;

static uint64_t monotonic_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t sw__clock_now_slow(void)
{
    if (!__atomic_load_n(&state.manual, __ATOMIC_RELAXED))
        return monotonic_ns();
    // Relaxed: the test orders its own steps.
    __atomic_fetch_add(&state.manual_reads, 1, __ATOMIC_RELAXED);
    return MANUAL_BASE + __atomic_load_n(&state.manual_ns, __ATOMIC_RELAXED);
}

// The kernel measured the counters of all processors against each other at boot; its choice of clock source is the
// verdict on whether they agree.
static bool kernel_trusts_counter(void)
{
    char name[64] = "";
    FILE *file = fopen("/sys/devices/system/clocksource/clocksource0/current_clocksource", "re");
    if (!file)
        return false;
    if (fgets(name, sizeof name, file))
        name[strcspn(name, "\n")] = '\0';
    fclose(file);
    return strcmp(name, SW__CYCLE_COUNTER_KERNEL_NAME) == 0;
}

// The counter is read on both sides of the other clock; the closest of some tries is kept, and half the distance is the
// error of its middle.
static sw__anchor take_anchor(void)
{
    sw__anchor best = {0, 0, UINT64_MAX};
    for (int i = 0; i < 16; i++) {
        uint64_t before = sw__cycle_counter();
        uint64_t ns = monotonic_ns();
        uint64_t apart = sw__cycle_counter() - before;
        if (apart / 2 < best.error_ticks)
            best = (sw__anchor){before + apart / 2, ns, apart / 2};
    }
    return best;
}

static double measure_cost(void)
{
    enum { READS = 64, TRIES = 8 };
    uint64_t best = UINT64_MAX;
    for (int try = 0; try < TRIES; try++) {
        uint64_t begin = sw__clock_now();
        for (int i = 0; i < READS; i++)
            (void)sw__clock_now();
        uint64_t ticks = sw__clock_now() - begin;
        if (ticks < best)
            best = ticks;
    }
    return (double)best / (READS + 1);
}

bool sw__clock_start(sw_clock clock)
{
    __atomic_store_n(&state.manual, state.manual_next, __ATOMIC_RELAXED);
    bool cycles = !state.manual && clock != SW_CLOCK_MONOTONIC && sw__cycle_counter_is_invariant() &&
                  (clock == SW_CLOCK_TSC || kernel_trusts_counter());
    __atomic_store_n(&sw__clock_counts_cycles, cycles, __ATOMIC_RELAXED);
    state.cost_ticks = state.manual ? 0 : measure_cost();
    state.start = sw__clock_counts_cycles ? take_anchor() : (sw__anchor){sw__clock_now_slow(), 0, 0};
    return clock != SW_CLOCK_TSC || sw__clock_counts_cycles || state.manual;
}

const char *sw__clock_name(void)
{
    return sw__clock_counts_cycles ? SW__CYCLE_COUNTER_NAME : state.manual ? "manual" : "monotonic";
}

double sw__clock_cost_ticks(void)
{
    return state.cost_ticks;
}

sw__calibration sw__clock_calibrate(void)
{
    if (!sw__clock_counts_cycles)
        return (sw__calibration){state.start, 1.0, 0.0};
    sw__anchor now = take_anchor();
    double ns = (double)(now.ns - state.start.ns);
    double ticks = (double)(now.ticks - state.start.ticks);
    if (ns <= 0 || ticks <= 0)
        return (sw__calibration){state.start, 1.0, 1.0};
    return (sw__calibration){state.start, ns / ticks, (double)(now.error_ticks + state.start.error_ticks + 1) / ticks};
}

void sw__clock_use_manual(bool manual)
{
    state.manual_next = manual;
    state.manual_reads = 0;
}

void sw__clock_set(uint64_t ns)
{
    __atomic_store_n(&state.manual_ns, ns, __ATOMIC_RELAXED);
}

uint64_t sw__clock_reads(void)
{
    return __atomic_load_n(&state.manual_reads, __ATOMIC_RELAXED);
}
