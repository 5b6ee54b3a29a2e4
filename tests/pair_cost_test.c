// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What a begin and an end cost, warm and with cold caches: how it is measured, and what the reports say of it.

#include "support_profiler.h"

#include <math.h>
#include <stdlib.h>

#include "base/cache_sweep.h"
#include "base/clock.h"
#include "record/pair_cost.h"
#include "record/span_log.h"
#include "report/pair_cost_facts.h"
#include "report_support.h"
#include "session/session_settings.h"
#include "session/summary.h"

static sw__pair_cost cost_of(void (*begin)(void *context), void (*end)(void *context), void *context)
{
    const sw__pair_cost cost = sw__pair_cost_of(&(sw__pair_probe){.begin = begin, .end = end, .context = context});
    sw__pair_costs_are_known();
    return cost;
}

static void open_on_real_clock(void)
{
    messages_catch();
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
}

enum { SLOW_TICKS = 400 };

static void wait_a_while(void *context)
{
    (void)context;
    const uint64_t begin = sw__clock_now();
    while (sw__clock_now() - begin < SLOW_TICKS)
        ;
}

static void test_the_cost_is_of_one_pair(void)
{
    open_on_real_clock();
    const sw__pair_cost cost = cost_of(wait_a_while, wait_a_while, NULL);
    // Far from what many pairs take, even on a machine that has other things to do.
    CHECK_NEAR(cost.warm, 21 * SLOW_TICKS, 19 * SLOW_TICKS);
    CHECK_NEAR(cost.cold, 51 * SLOW_TICKS, 49 * SLOW_TICKS);
    session_close();
}

enum { PLACES = 256, APART = 4096 / sizeof(uint32_t) + 16 };

static uint32_t places[PLACES * APART];

// Each place says where the next one is, so that none can be read before.
static void follow_places(void *context)
{
    volatile uint32_t *const at = context;
    for (uint32_t next = at[0]; next; next = at[next])
        ;
}

static void do_nothing(void *context)
{
    (void)context;
}

static void test_what_was_swept_out_of_the_caches_costs_more(void)
{
    for (uint32_t i = 0; i + 1 < PLACES; i++)
        places[i * APART] = (i + 1) * APART;
    open_on_real_clock();
    const sw__pair_cost cost = cost_of(follow_places, do_nothing, places);
    CU_ASSERT_TRUE(cost.warm > 0);
    CU_ASSERT_TRUE(cost.cold > 1.2 * cost.warm);
    session_close();
}

static void start_counted(void *context)
{
    (void)context;
    sw_start_meas("counted");
}

// A log that is being drained has an odd number, so two are one drain.
static void end_and_count_drains(void *context)
{
    sw_end_meas("counted");
    uint32_t *drains = context;
    *drains = sw__span_log_of(sw__this_lane)->sequence / 2;
}

static void test_each_warm_try_drains_the_log(void)
{
    uint32_t drains = 0;
    open_on_real_clock();
    CU_ASSERT_TRUE(cost_of(start_counted, end_and_count_drains, &drains).warm > 0);
    CU_ASSERT_TRUE(drains >= 6);
    CHECK_EQUAL(stats_of_meas("counted").count, 0); // nothing of it is seen
    session_close();
}

static void note_call(void *context)
{
    *(bool *)context = true;
}

static void test_a_clock_that_stands_still_tells_nothing(void)
{
    session_open(0);
    bool called = false;
    const sw__pair_cost cost = cost_of(note_call, note_call, &called);
    CU_ASSERT_FALSE(called);
    CHECK_NEAR(cost.warm, 0, 0);
    CHECK_NEAR(cost.cold, 0, 0);
    session_close();
}

static void test_without_memory_there_is_no_sweep(void)
{
    sw__cache_sweep sweep;
    CU_ASSERT_FALSE(sw__cache_sweep_open(&sweep, SIZE_MAX / 2));
}

static void test_cold_is_no_less_than_warm_in_the_report(void)
{
    profile_real(NULL);
    CHECK_EQUAL(sw_stopwatch_enable(NULL), SW_OK);
    for (int i = 0; i < 3; i++) {
        SW_SCOPE("step");
    }
    sw_finish_iter();
    report_take();
    CU_ASSERT_TRUE(report_number("pair_cost_ns") > 0);
    CU_ASSERT_TRUE(report_number("pair_cost_cold_ns") >= report_number("pair_cost_ns"));
    CU_ASSERT_TRUE(report_number("section_pair_cost_ns") > 0);
    CU_ASSERT_TRUE(report_number("section_pair_cost_cold_ns") >= report_number("section_pair_cost_ns"));
    CHECK_NEAR(report_number("own_cost_cold_ns"), 3 * report_number("pair_cost_cold_ns"), 1e-3);
    CHECK_NEAR(report_number("section_cost_cold_ns"), 3 * report_number("section_pair_cost_cold_ns"), 1e-3);
    CU_ASSERT_TRUE(report_number("own_cost_cold_share") >= report_number("own_cost_share"));
    CU_ASSERT_TRUE(report_number("section_cost_cold_share") >= report_number("section_cost_share"));
    report_drop();
    char *text = session_close_printing();
    CHECK_HAS(text, " a start and end, ");
    CHECK_HAS(text, " a begin and end, ");
    CHECK_EQUAL(times_in(text, " with L1 and L2 cold, 3 of them: "), 2);
    free(text);
}

static void test_sections_have_no_cost_where_the_profiler_is_off(void)
{
    sw__report report = {0};
    open_on_real_clock();
    sw__session_lock();
    CHECK_EQUAL(sw__summary_report(&report), SW_OK);
    sw__session_unlock();
    CU_ASSERT_PTR_NOT_NULL(sw__report_fact(&report, "pair_cost_cold_ns"));
    CU_ASSERT_PTR_NULL(sw__report_fact(&report, "section_pair_cost_ns"));
    CU_ASSERT_PTR_NULL(sw__report_fact(&report, "section_pair_cost_cold_ns"));
    sw__report_free(&report);
    session_close();
}

#define TRACES BUILD_DIR "/pair_cost_traces"

static double trace_writing_ns(const char *trace_dir)
{
    enum { PAIRS = 3 * SW__LOG_CAP };
    profile_real(&(sw_profiler_options){
        .mode = SW_PROFILER_TORCH, .aggregate = true, .active = 2, .trace_dir = trace_dir, .trace_file = "run.json"});
    for (int i = 0; i < PAIRS; i++) {
        sw_section_begin("traced");
        sw_section_end("traced");
    }
    report_take();
    const double ns = report_number("trace_writing_ns");
    report_drop();
    session_close();
    return ns;
}

static void test_writing_a_trace_is_told_by_its_own_time(void)
{
    CU_ASSERT_TRUE(trace_writing_ns(TRACES) > 0);
    CU_ASSERT_TRUE(isnan(trace_writing_ns(NULL)));
    CHECK_EQUAL(system("rm -rf '" TRACES "'"), 0);
}

static void check_line(sw__pairs_made made, const char *expected)
{
    static const sw__pair_cost_words words = {.head = "sections ", .pair = " a pair", .time = " of the time"};
    sw__report report = {0};
    sw__buffer text = {0};
    sw__pair_cost_facts(&report.head, &words, &made);
    sw__pair_cost_shares(&report.head, &words, &made);
    sw__report_write_text(&text, &report);
    CHECK_TEXT(text.text, expected);
    sw__buffer_free(&text);
    sw__report_free(&report);
}

static void test_the_line_says_what_is_known(void)
{
    check_line((sw__pairs_made){{30, 240}, 1000, 0, 1e6},
               "sections 30.0 ns a pair, 240 ns with L1 and L2 cold, 1,000 of them: 30.0 µs to 240 µs, "
               "3.00 % to 24.0 % of the time\n");
    check_line((sw__pairs_made){{30, 0}, 1000, 0, 1e6},
               "sections 30.0 ns a pair, 1,000 of them: 30.0 µs, 3.00 % of the time\n");
    check_line((sw__pairs_made){{30, 240}, 10, 0, 0},
               "sections 30.0 ns a pair, 240 ns with L1 and L2 cold, 10 of them: 300 ns to 2.40 µs\n");
}

static void test_shares_that_look_alike_are_one(void)
{
    check_line((sw__pairs_made){{30, 240}, 10, 0, 1e9},
               "sections 30.0 ns a pair, 240 ns with L1 and L2 cold, 10 of them: 300 ns to 2.40 µs, "
               "<0.01 % of the time\n");
}

static void test_the_share_has_what_was_taken_besides(void)
{
    check_line((sw__pairs_made){{30, 240}, 1000, 1e5, 1e6},
               "sections 30.0 ns a pair, 240 ns with L1 and L2 cold, 1,000 of them: 30.0 µs to 240 µs, "
               "13.0 % to 34.0 % of the time\n");
}

CU_TestInfo pair_cost_tests[] = {
    {"the cost is of one pair", test_the_cost_is_of_one_pair},
    {"what was swept out of the caches costs more", test_what_was_swept_out_of_the_caches_costs_more},
    {"each warm try drains the log", test_each_warm_try_drains_the_log},
    {"a clock that stands still tells nothing", test_a_clock_that_stands_still_tells_nothing},
    {"without memory there is no sweep", test_without_memory_there_is_no_sweep},
    {"cold is no less than warm in the report", test_cold_is_no_less_than_warm_in_the_report},
    {"sections have no cost where the profiler is off", test_sections_have_no_cost_where_the_profiler_is_off},
    {"writing a trace is told by its own time", test_writing_a_trace_is_told_by_its_own_time},
    {"the line says what is known", test_the_line_says_what_is_known},
    {"shares that look alike are one", test_shares_that_look_alike_are_one},
    {"the share has what was taken besides", test_the_share_has_what_was_taken_besides},
    CU_TEST_INFO_NULL,
};
