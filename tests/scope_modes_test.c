// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// SW_SCOPE() by handle, with one module or the other, and across the edges of sessions, pauses and iterations.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

static void check_closed(const char *name, unsigned count, double seconds)
{
    const sw_meas_stats stats = stats_of_meas(name);
    CHECK_EQUAL(stats.count, count);
    CHECK_EQUAL(stats.total_ns, SECONDS(seconds));
    CHECK_EQUAL(stats.running, 0);
    CHECK_EQUAL(messages_count(), 0);
}

static int return_early(bool early)
{
    SW_SCOPE("scope");
    tick();
    if (early)
        return 1;
    tick();
    return 2;
}

static void recurse(int depth)
{
    SW_SCOPE("recursion");
    tick();
    if (depth > 1)
        recurse(depth - 1);
    tick();
}

static void test_by_handle(void)
{
    const sw_name handle = sw_register("scope by handle");
    session_open(0);
    {
        SW_SCOPE_HANDLE(handle);
        SW_SCOPE("scope by handle"); // a recursion
        tick();
    }
    check_closed("scope by handle", 1, 1);
    session_close();
}

static void test_zero_handle_is_inert(void)
{
    session_open(0);
    {
        SW_SCOPE_HANDLE((sw_name){0});
        SW_SCOPE_HANDLE((sw_name){16383}); // never given out
        tick();
    }
    char *summary = session_close_printing();
    CU_ASSERT_PTR_NULL(strstr(summary, "Time of an iteration"));
    free(summary);
}

static void test_null_and_empty_names_are_told_and_open_nothing(void)
{
    session_open(0);
    for (int i = 0; i < 2; i++) {
        SW_SCOPE(NULL);
        SW_SCOPE("");
        tick();
    }
    CHECK_EQUAL(messages_count(), 2);
    CHECK_EQUAL(messages_last_status(), SW_ERR_NAME);
    CHECK_HAS(messages_last(), "SW_SCOPE(");
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    session_close();
}

static void test_with_ranges_alone(void)
{
    session_prepare();
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    return_early(true);
    sw_range_stats stats = {0};
    CHECK_EQUAL(sw_get_range_stats("scope", &stats), SW_OK);
    CHECK_EQUAL(stats.pushed, 1);
    CHECK_EQUAL(sw_range_pop(NULL), SW_ERR_RANGE_EMPTY);
    CHECK_EQUAL(stats_of_meas("scope").count, 0);
    session_close();
}

static void test_with_both(void)
{
    session_open(0);
    CHECK_EQUAL(sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true}), SW_OK);
    recurse(3);
    sw_range_stats stats = {0};
    CHECK_EQUAL(sw_get_range_stats("recursion", &stats), SW_OK);
    CHECK_EQUAL(stats.pushed, 3); // each level is a range
    CHECK_EQUAL(stats.deepest, 3);
    CHECK_EQUAL(stats.leaked, 0);
    check_closed("recursion", 1, 6); // the outermost is the measurement
    session_close();
}

// What the objects of stepwatch.hpp, and other languages, do.
static void nest(uint64_t modules, int depth)
{
    sw_scope scope = sw__scope_begin_at("part", __FILE__, __LINE__, modules);
    tick();
    if (depth > 1)
        nest(modules, depth - 1);
    tick();
    sw__scope_end_at(&scope);
}

static void check_part(uint64_t modules, unsigned measured, unsigned pushed, unsigned sections)
{
    sw_range_stats ranges = {0};
    double count = 0;
    session_open(0);
    CHECK_EQUAL(sw_nvtx_enable(NULL), SW_OK);
    CHECK_EQUAL(sw_profiler_enable(NULL), SW_OK);
    nest(modules, 3);
    check_closed("part", measured, 6.0 * measured);
    (void)sw_get_range_stats("part", &ranges);
    CHECK_EQUAL(ranges.pushed, pushed);
    CHECK_EQUAL(ranges.leaked, 0);
    CHECK_EQUAL(sw_finish_iter(), SW_OK);
    (void)sw_get_metric("part_count", &count);
    CHECK_EQUAL(count, sections);
    session_close();
}

static void test_of_one_module(void)
{
    check_part(SW__STOPWATCH_BITS, 1, 0, 0);
    check_part(SW__NVTX_BITS, 0, 3, 0);
    check_part(SW__PROFILER_BITS, 0, 0, 3);
    check_part(SW__SCOPE_BITS, 1, 3, 3);
}

static void test_with_nothing_on(void)
{
    messages_catch();
    return_early(true);
    {
        SW_SCOPE(NULL);
    }
    CHECK_EQUAL(messages_count(), 0);
    messages_release();
}

static void test_opened_before_the_session(void)
{
    {
        SW_SCOPE("early");
        session_open(0);
        sw_start_meas("early");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("early").running, 1); // the scope has opened nothing
    CHECK_EQUAL(sw_end_meas("early"), SW_OK);
    check_closed("early", 1, 1);
    session_close();
}

static void test_open_across_finalize(void)
{
    session_open(0);
    {
        SW_SCOPE("scope");
        tick();
        session_close();
        session_open(0);
        tick();
        tick();
        sw_start_meas("scope"); // of the new session
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").running, 1);
    CHECK_EQUAL(sw_end_meas("scope"), SW_OK);
    check_closed("scope", 1, 1);
    session_close();
}

static void test_opened_before_a_pause(void)
{
    session_open(0);
    {
        SW_SCOPE("scope");
        tick();
        sw_pause();
        tick();
    }
    sw_resume();
    check_closed("scope", 1, 2);
    session_close();
}

static void test_opened_in_a_pause(void)
{
    session_open(0);
    sw_pause();
    {
        SW_SCOPE("scope");
        tick();
        sw_resume();
        tick();
    }
    check_closed("scope", 0, 0);
    {
        SW_SCOPE("scope");
        tick();
    }
    check_closed("scope", 1, 1);
    session_close();
}

static void test_over_the_end_of_an_iteration(void)
{
    session_open(0);
    {
        SW_SCOPE("scope");
        tick();
        CHECK_EQUAL(sw_finish_iter(), SW_ERR_OPEN_AT_ITER_END);
        CHECK_HAS(messages_last(), "\"scope\"");
        tick();
    }
    CHECK_EQUAL(stats_of_meas("scope").total_ns, SECONDS(2));
    CHECK_EQUAL(stats_of_meas("scope").running, 0);
    session_close();
}

CU_TestInfo scope_modes_tests[] = {
    {"a scope by handle is one by name", test_by_handle},
    {"handles of no name are inert", test_zero_handle_is_inert},
    {"NULL and empty names are told and open nothing", test_null_and_empty_names_are_told_and_open_nothing},
    {"with ranges alone a scope is a range", test_with_ranges_alone},
    {"with both on a scope is a range and a measurement", test_with_both},
    {"a scope of one module leaves the others alone", test_of_one_module},
    {"with nothing on a scope is silent", test_with_nothing_on},
    {"a scope opened before the session closes nothing in it", test_opened_before_the_session},
    {"a scope open across sw_finalize() closes nothing in the next session", test_open_across_finalize},
    {"a scope opened before a pause closes in it", test_opened_before_a_pause},
    {"a scope opened in a pause is ignored", test_opened_in_a_pause},
    {"a scope over the end of an iteration is told, and closes", test_over_the_end_of_an_iteration},
    CU_TEST_INFO_NULL,
};
