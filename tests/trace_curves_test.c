// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The curves that a trace has by itself. The machine may be busy with other things: what is expected is measured, too.

#include "session_support.h"

#include <stdio.h>
#include <stdlib.h>

#include "cpu_load.h"
#include "csv_support.h"
#include "support_recording.h"
#include "trace_session.h"
#include "trace_support.h"

typedef struct reading {
    uint64_t wall_ns;
    uint64_t cpu_ns;
} reading;

static reading read_now(void)
{
    return (reading){monotonic_now(), process_cpu_now()};
}

static double percent_since(reading begin)
{
    const reading end = read_now();
    return 100 * (double)(end.cpu_ns - begin.cpu_ns) / (double)(end.wall_ns - begin.wall_ns);
}

static double busy_iteration(void)
{
    const reading begin = read_now();
    burn_cpu(MILLISECONDS(60));
    const double percent = percent_since(begin);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    return percent;
}

static double idle_iteration(void)
{
    const reading begin = read_now();
    sleep_for(MILLISECONDS(60));
    const double percent = percent_since(begin);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    return percent;
}

static double iteration_of_threads(void)
{
    const reading begin = read_now();
    burn_cpu_on_threads(4, MILLISECONDS(30));
    const double percent = percent_since(begin);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    return percent;
}

// Within what a few milliseconds without a CPU make, between the test's reading and the library's.
static void check_cpu_curve(const double *expected, int count)
{
    char checks[512];
    int length = snprintf(checks, sizeof checks, "expected = [");
    for (int i = 0; i < count; i++)
        length += snprintf(checks + length, sizeof checks - (size_t)length, "%.1f, ", expected[i]);
    snprintf(checks + length, sizeof checks - (size_t)length,
             "]\nfound = counters['cpu_percent']\n"
             "assert len(found) == len(expected), found\n"
             "assert all(abs(a - b) < 25 for a, b in zip(found, expected)), (found, expected)\n");
    trace_check(PATH, checks);
}

static void test_cpu_time_over_wall_time_of_each_iteration(void)
{
    wait_until_idle();
    open_tracing((sw_profiler_options){.active = 3});
    const double expected[] = {busy_iteration(), idle_iteration(), iteration_of_threads()};
    check_cpu_curve(expected, 3);
    close_tracing();
}

static void test_what_is_done_before_an_iteration_begins_is_not_in_its_cpu_time(void)
{
    wait_until_idle();
    open_tracing((sw_profiler_options){.active = 2});
    double expected[2] = {busy_iteration()};
    burn_cpu(MILLISECONDS(120));
    CHECK_EQUAL(sw_begin_iter(), SW_OK);
    expected[1] = idle_iteration();
    check_cpu_curve(expected, 2);
    close_tracing();
}

static void test_each_iteration_has_its_memory(void)
{
    open_tracing((sw_profiler_options){.active = 3});
    for (int i = 0; i < 3; i++)
        CHECK_EQUAL(sw_finish_iter(), SW_OK);
    trace_check(PATH, "assert len(counters['max_host_mb']) == 3, counters\n"
                      "assert counters['max_host_mb'][0] > 1, counters\n"
                      "assert counters['max_gpu_mb'] == [0, 0, 0], counters\n");
    close_tracing();
}

static void test_tracked_memory_is_a_curve_where_it_is_on(void)
{
    static const char block[2];
    open_tracing((sw_profiler_options){.active = 3, .profile_memory = true});
    sw_mem_alloc(&block[0], 3 << 20);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    sw_mem_alloc(&block[1], 1 << 19);
    sw_mem_free(&block[0]);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    sw_mem_free(&block[1]);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    trace_check(PATH, "assert counters['tracked_mb'] == [3, 0.5, 0], counters");
    close_tracing();
}

static void test_tracked_memory_is_no_curve_where_it_is_off(void)
{
    open_tracing((sw_profiler_options){.active = 1});
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    trace_check(PATH, "assert 'tracked_mb' not in counters, counters");
    close_tracing();
}

CU_TestInfo trace_curves_tests[] = {
    {"CPU time over wall time of each iteration", test_cpu_time_over_wall_time_of_each_iteration},
    {"what is done before an iteration begins is not in its CPU time",
     test_what_is_done_before_an_iteration_begins_is_not_in_its_cpu_time},
    {"each iteration has its memory", test_each_iteration_has_its_memory},
    {"tracked memory is a curve where it is on", test_tracked_memory_is_a_curve_where_it_is_on},
    {"tracked memory is no curve where it is off", test_tracked_memory_is_no_curve_where_it_is_off},
    CU_TEST_INFO_NULL,
};
