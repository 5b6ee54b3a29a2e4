// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "cpu_usage_support.h"

#include "cpu_load.h"
#include "support_recording.h"

void open_choosing(const char *chosen)
{
    wait_until_idle();
    session_open_real(&(sw_stopwatch_options){.cpu_usage_meas = chosen});
}

sw_cpu_usage usage_now(void)
{
    sw_cpu_usage usage;
    CHECK_EQUAL(sw_get_cpu_usage(&usage), SW_OK);
    return usage;
}

double measure_load(void (*load)(void))
{
    const uint64_t wall = monotonic_now();
    const uint64_t cpu = process_cpu_now();
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    load();
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    const uint64_t cpu_ns = process_cpu_now() - cpu;
    return 100.0 * (double)cpu_ns / (double)(monotonic_now() - wall);
}

void burn_on_one(void)
{
    burn_cpu(MILLISECONDS(200));
}

void do_nothing_for_a_while(void)
{
    sleep_for(MILLISECONDS(60));
}

void measure_idle(int count, double milliseconds)
{
    for (int i = 0; i < count; i++) {
        sw_start_meas(name);
        sleep_for(MILLISECONDS(milliseconds));
        sw_end_meas(name);
    }
}

void *measure_on_thread(void *argument)
{
    (void)argument;
    measure_idle(1, 60);
    return NULL;
}
