// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What is moved by a nanosecond in a trace, and by how many, so that viewers find the ends of its spans; and how tracks are
// numbered.

#include "report/trace_layout.h"

#include "coarse_trace.h"
#include "test.h"

enum { LEVELS = 3, MEAS = LEVELS + 1, ITERATION };

// Each level lies in the one before, and one lane.
static sw__trace empty_trace(void)
{
    sw__trace trace = {0};
    for (uint32_t level = 1; level <= LEVELS; level++)
        sw__trace_define_record(&trace, level, SW__KIND_SECTION, "level", level - 1);
    sw__trace_define_record(&trace, MEAS, SW__KIND_MEAS, "load", 0);
    sw__trace_define_record(&trace, ITERATION, SW__KIND_ITERATION, "iteration", 0);
    sw__trace_define_lane(&trace, 1, (sw__trace_lane){77, "main"});
    return trace;
}

typedef struct times {
    uint32_t record;
    uint64_t start;
    uint64_t end;
} times;

// Both lists end with a zero. Before they are outer ones first, and so they are after.
static void check_moved(const times *clock, const times *shown)
{
    sw__trace trace = empty_trace();
    for (; clock->record; clock++)
        sw__trace_add_span(&trace, (sw__trace_span){clock->start, clock->end, clock->record, 1, 0, 0});
    sw__tracks tracks = sw__trace_lay_out(&trace);
    CHECK_EQUAL(tracks.count, 1);
    for (const sw__trace_span *span = trace.spans; shown->record; shown++, span++) {
        CHECK_EQUAL(span->record, shown->record);
        CHECK_EQUAL(span->start, shown->start);
        CHECK_EQUAL(span->end, shown->end);
    }
    sw__tracks_free(&tracks);
    sw__trace_free(&trace);
}

static void test_what_shares_no_nanosecond_stays(void)
{
    const times all[] = {{1, 10, 20}, {2, 11, 12}, {2, 13, 19}, {1, 21, 30}, {0}};
    check_moved(all, all);
}

static void test_common_end_of_three_levels(void)
{
    check_moved((times[]){{1, 10, 20}, {2, 12, 20}, {3, 14, 20}, {0}},
                (times[]){{1, 10, 22}, {2, 12, 21}, {3, 14, 20}, {0}});
}

static void test_common_begin_of_three_levels(void)
{
    check_moved((times[]){{1, 10, 20}, {2, 10, 18}, {3, 10, 16}, {0}},
                (times[]){{1, 10, 20}, {2, 11, 18}, {3, 12, 16}, {0}});
}

static void test_begin_where_the_one_before_ends(void)
{
    check_moved((times[]){{1, 10, 20}, {1, 20, 30}, {1, 30, 40}, {0}},
                (times[]){{1, 10, 20}, {1, 21, 30}, {1, 31, 40}, {0}});
}

static void test_begin_where_three_levels_end(void)
{
    check_moved((times[]){{1, 10, 20}, {2, 12, 20}, {3, 14, 20}, {1, 20, 30}, {0}},
                (times[]){{1, 10, 22}, {2, 12, 21}, {3, 14, 20}, {1, 23, 30}, {0}});
}

static void test_no_length_stays_no_length(void)
{
    check_moved((times[]){{1, 10, 10}, {1, 20, 30}, {2, 25, 25}, {2, 26, 26}, {2, 26, 26}, {0}},
                (times[]){{1, 10, 10}, {1, 20, 30}, {2, 25, 25}, {2, 26, 26}, {2, 27, 27}, {0}});
}

static void test_room_for_what_lies_inside_is_made(void)
{
    check_moved((times[]){{1, 10, 11}, {2, 10, 11}, {3, 10, 11}, {0}},
                (times[]){{1, 10, 14}, {2, 11, 13}, {3, 12, 12}, {0}});
}

static void test_clock_that_stands_still(void)
{
    check_moved((times[]){{1, 5, 5}, {2, 5, 5}, {3, 5, 5}, {3, 5, 5}, {0}},
                (times[]){{1, 5, 5}, {2, 6, 6}, {3, 7, 7}, {3, 8, 8}, {0}});
}

static double in_us(uint64_t ns)
{
    return (double)ns / 1000;
}

// As viewers have it that begin the time line at the first span.
static double viewer_start(const sw__trace *trace, size_t i)
{
    return in_us(trace->spans[i].start) - in_us(trace->spans[0].start);
}

static double viewer_end(const sw__trace *trace, size_t i)
{
    return viewer_start(trace, i) + in_us(trace->spans[i].end - trace->spans[i].start);
}

// Against the spans that are open there, the innermost last.
static void check_nesting_in_doubles(const sw__trace *trace)
{
    size_t open[16], depth = 0, wrong = 0;
    for (size_t i = 0; i < trace->span_count; i++) {
        while (depth && viewer_end(trace, open[depth - 1]) < viewer_start(trace, i))
            depth--;
        wrong += depth && !(viewer_start(trace, open[depth - 1]) < viewer_start(trace, i));
        wrong += depth && !(viewer_end(trace, i) < viewer_end(trace, open[depth - 1]));
        open[depth++] = i;
    }
    CHECK_EQUAL(wrong, 0);
}

static uint64_t last_end(const sw__trace *trace)
{
    uint64_t last = 0;
    for (size_t i = 0; i < trace->span_count; i++)
        last = trace->spans[i].end > last ? trace->spans[i].end : last;
    return last;
}

static void check_coarse_clock(uint64_t tick)
{
    sw__trace trace = coarse_trace(tick, 4000);
    const uint64_t end = last_end(&trace);
    sw__tracks tracks = sw__trace_lay_out(&trace);
    CHECK_EQUAL(tracks.count, 1);
    check_nesting_in_doubles(&trace);
    CU_ASSERT_TRUE(last_end(&trace) < end + 100);
    sw__tracks_free(&tracks);
    sw__trace_free(&trace);
}

static void test_spans_of_coarse_clocks_nest_in_doubles(void)
{
    check_coarse_clock(1);
    check_coarse_clock(24);
    check_coarse_clock(54);
    check_coarse_clock(1000);
}

static void test_sections_have_the_lowest_track_numbers(void)
{
    sw__trace trace = empty_trace();
    sw__trace_define_lane(&trace, 2, (sw__trace_lane){78, "worker"});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, MEAS, 2, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, 1, 2, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, MEAS, 1, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, 1, 1, 0, 0});
    sw__trace_add_span(&trace, (sw__trace_span){1, 9, ITERATION, 0, 0, 0});
    sw__tracks tracks = sw__trace_lay_out(&trace);
    const struct {
        uint32_t lane;
        sw__kind kind;
        uint32_t id;
    } expected[] = {{0, SW__KIND_ITERATION, 3},
                    {1, SW__KIND_SECTION, 1},
                    {1, SW__KIND_MEAS, 4},
                    {2, SW__KIND_SECTION, 2},
                    {2, SW__KIND_MEAS, 5}};
    CHECK_EQUAL(tracks.count, 5);
    for (size_t i = 0; i < tracks.count; i++) {
        CHECK_EQUAL(tracks.all[i].lane, expected[i].lane);
        CHECK_EQUAL(tracks.all[i].kind, expected[i].kind);
        CHECK_EQUAL(tracks.all[i].id, expected[i].id);
    }
    sw__tracks_free(&tracks);
    sw__trace_free(&trace);
}

CU_TestInfo trace_layout_tests[] = {
    {"what shares no nanosecond stays where it is", test_what_shares_no_nanosecond_stays},
    {"a common end of three levels", test_common_end_of_three_levels},
    {"a common begin of three levels", test_common_begin_of_three_levels},
    {"a begin where the one before ends", test_begin_where_the_one_before_ends},
    {"a begin where three levels end", test_begin_where_three_levels_end},
    {"no length stays no length", test_no_length_stays_no_length},
    {"room for what lies inside is made", test_room_for_what_lies_inside_is_made},
    {"a clock that stands still", test_clock_that_stands_still},
    {"spans of coarse clocks nest in doubles", test_spans_of_coarse_clocks_nest_in_doubles},
    {"sections have the lowest track numbers", test_sections_have_the_lowest_track_numbers},
    CU_TEST_INFO_NULL,
};
