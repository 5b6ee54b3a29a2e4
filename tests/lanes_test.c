// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Lanes: one for each thread, how they come and go, and who may enter them.

#include "support_recording.h"
#include "test.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "base/lanes.h"
#include "base/name_cache.h"
#include "record/span_log.h"
#include "record/statistics.h"
#include "session/modules.h"
#include "stopwatch/timer_slots.h"

enum { THREADS = 4, LANE_LIMIT = 64 };

// What a visit saw.
typedef struct seen {
    unsigned count;
    uint32_t ordinals[LANE_LIMIT];
    const sw__lane *lanes[LANE_LIMIT];
} seen;

static void note_lane(sw__lane *lane, void *context)
{
    seen *s = context;
    if (s->count < LANE_LIMIT) {
        s->ordinals[s->count] = lane->ordinal;
        s->lanes[s->count++] = lane;
    }
}

static seen visit(void)
{
    seen s = {0};
    sw__lanes_visit(note_lane, &s);
    return s;
}

static bool has_ordinal(const seen *s, uint32_t ordinal)
{
    for (unsigned i = 0; i < s->count; i++)
        if (s->ordinals[i] == ordinal)
            return true;
    return false;
}

// What a thread found out about its lane, while it had one.
typedef struct found {
    const sw__lane *lane;
    uint32_t ordinal;
    int32_t thread;
    int32_t gettid;
    char name[16];
    unsigned visited;
} found;

static void *look_at_own_lane(void *argument)
{
    found *f = argument;
    pthread_setname_np(pthread_self(), "lane test");
    make_pairs("lanes", 1);
    f->lane = sw__this_lane;
    f->ordinal = sw__this_lane->ordinal;
    f->thread = sw__this_lane->thread;
    f->gettid = gettid();
    memcpy(f->name, sw__this_lane->thread_name, sizeof f->name);
    f->visited = visit().count;
    return NULL;
}

static void test_the_parts_of_a_lane_do_not_overlap(void)
{
    session_open(0);
    size_t end = SW__LANE_HEADER;
    for (size_t i = 0; i < sw__lane_part_count; i++) {
        CU_ASSERT_TRUE(sw__lane_parts[i]->offset >= end);
        CHECK_EQUAL(sw__lane_parts[i]->offset % 64, 0);
        end = sw__lane_parts[i]->offset + sw__lane_parts[i]->size;
    }
    CU_ASSERT_TRUE(sizeof(sw__lane) <= SW__LANE_HEADER);
    session_close();
}

static void test_the_hot_parts_lie_where_the_hot_path_expects_them(void)
{
    session_open(0);
    make_pairs("lanes", 1);
    sw__lane *lane = sw__this_lane;
    CU_ASSERT_PTR_EQUAL(sw__lane_part_of(lane, &sw__name_cache_part), (char *)lane + SW__NAME_CACHE_OFFSET);
    CU_ASSERT_PTR_EQUAL(sw__lane_part_of(lane, &sw__span_log_part), sw__span_log_of(lane));
    CU_ASSERT_PTR_EQUAL(sw__lane_part_of(lane, &sw__timers_part), sw__timers_of(lane));
    session_close();
}

static void test_a_thread_gets_its_lane_at_its_first_call(void)
{
    session_open(0);
    CHECK_EQUAL(visit().count, 0);
    make_pairs("lanes", 1);
    CHECK_EQUAL(visit().count, 1);
    make_pairs("lanes", 1);
    CHECK_EQUAL(visit().count, 1);
    session_close();
}

static void test_a_lane_knows_its_thread(void)
{
    found f = {0};
    session_open(0);
    run_on_thread(look_at_own_lane, &f);
    session_close();
    CHECK_EQUAL(f.thread, f.gettid);
    CHECK_TEXT(f.name, "lane test");
    CU_ASSERT_TRUE(f.ordinal > 0);
}

static void test_threads_have_lanes_of_their_own(void)
{
    found f = {0};
    session_open(0);
    make_pairs("lanes", 1);
    run_on_thread(look_at_own_lane, &f);
    CU_ASSERT_PTR_NOT_EQUAL(f.lane, sw__this_lane);
    CU_ASSERT_NOT_EQUAL(f.ordinal, sw__this_lane->ordinal);
    CHECK_EQUAL(f.visited, 2);
    session_close();
}

static void test_the_ordinal_of_a_thread_is_never_given_out_again(void)
{
    found f[THREADS] = {0};
    session_open(0);
    for (int i = 0; i < THREADS; i++)
        run_on_thread(look_at_own_lane, &f[i]);
    for (int i = 1; i < THREADS; i++)
        CU_ASSERT_TRUE(f[i].ordinal > f[i - 1].ordinal);
    session_close();
}

static void test_the_block_of_an_ended_thread_serves_the_next(void)
{
    found f[THREADS] = {0};
    session_open(0);
    for (int i = 0; i < THREADS; i++)
        run_on_thread(look_at_own_lane, &f[i]);
    for (int i = 1; i < THREADS; i++)
        CU_ASSERT_PTR_EQUAL(f[i].lane, f[0].lane);
    session_close();
}

static void test_an_ended_thread_leaves_its_counts_in_the_retired_lane(void)
{
    found f = {0};
    session_open(0);
    run_on_thread(look_at_own_lane, &f);
    const seen s = visit();
    CHECK_EQUAL(s.count, 1);
    CU_ASSERT_TRUE(has_ordinal(&s, 0));
    CU_ASSERT_FALSE(has_ordinal(&s, f.ordinal));
    CHECK_EQUAL(stats_of_meas("lanes").count, 1);
    session_close();
}

static void test_a_lane_begins_each_session_empty(void)
{
    session_open(0);
    make_pairs("lanes", 10);
    sw_start_meas("lanes left open");
    session_close();
    session_open(0);
    CHECK_EQUAL(visit().count, 0);
    CHECK_EQUAL(stats_of_meas("lanes").count, 0);
    CHECK_EQUAL(stats_of_meas("lanes left open").running, 0);
    CU_ASSERT_TRUE(sw_end_meas("lanes left open") < 0);
    CHECK_EQUAL(sw_start_meas("lanes left open"), SW_OK);
    CHECK_EQUAL(sw_end_meas("lanes left open"), SW_OK);
    CHECK_EQUAL(stats_of_meas("lanes left open").count, 1);
    session_close();
}

static void test_the_retired_lane_begins_each_session_empty(void)
{
    found f = {0};
    session_open(0);
    run_on_thread(look_at_own_lane, &f);
    session_close();
    session_open(0);
    CHECK_EQUAL(visit().count, 0);
    run_on_thread(look_at_own_lane, &f);
    CHECK_EQUAL(stats_of_meas("lanes").count, 1);
    CHECK_EQUAL(stats_of_meas("lanes").threads, 1);
    session_close();
}

static void test_a_lane_that_is_busy_refuses_a_second_entry(void)
{
    session_open(0);
    make_pairs("lanes", 1);
    const uint64_t before = sw__lanes_interrupted_calls();
    sw__lane *lane = sw__lane_enter(sw__state());
    CU_ASSERT_PTR_NOT_NULL_FATAL(lane);
    CU_ASSERT_PTR_NULL(sw__lane_enter(sw__state()));
    CHECK_EQUAL(sw_last_error(), SW_ERR_INTERRUPTED);
    CHECK_EQUAL(sw_start_meas("lanes"), SW_ERR_INTERRUPTED);
    CHECK_EQUAL(sw_end_meas("lanes"), SW_ERR_INTERRUPTED);
    CHECK_EQUAL(sw__lanes_interrupted_calls() - before, 3);
    sw__lane_leave(lane);
    CHECK_EQUAL(sw_start_meas("lanes"), SW_OK);
    CHECK_EQUAL(sw_end_meas("lanes"), SW_OK);
    session_close();
}

static void test_refused_calls_are_counted_anew_in_each_session(void)
{
    session_open(0);
    sw__lane *lane = sw__lane_enter(sw__state());
    sw_start_meas("lanes");
    sw__lane_leave(lane);
    CHECK_EQUAL(sw__lanes_interrupted_calls(), 1);
    session_close();
    session_open(0);
    CHECK_EQUAL(sw__lanes_interrupted_calls(), 0);
    session_close();
}

static void test_the_first_call_of_a_session_is_known(void)
{
    uint64_t ticks;
    session_open(0);
    CU_ASSERT_FALSE(sw__lanes_first_call(&ticks));
    at(3);
    make_pairs("lanes", 1);
    CU_ASSERT_TRUE(sw__lanes_first_call(&ticks));
    const uint64_t first = ticks;
    at(4);
    make_pairs("lanes", 1);
    CU_ASSERT_TRUE(sw__lanes_first_call(&ticks));
    CHECK_EQUAL(ticks, first);
    sw__lanes_forget_first_call();
    CU_ASSERT_FALSE(sw__lanes_first_call(&ticks));
    session_close();
}

static void measure_on_scratch(void *context)
{
    seen *s = context;
    make_pairs("lanes on scratch", 10);
    *s = visit();
}

static void test_what_happens_on_a_scratch_lane_is_not_seen(void)
{
    seen s = {0};
    session_open(0);
    make_pairs("lanes", 1);
    const sw__lane *own = sw__this_lane;
    CU_ASSERT_TRUE(sw__lane_on_scratch(measure_on_scratch, &s));
    CHECK_EQUAL(s.count, 1);
    CU_ASSERT_PTR_EQUAL(s.lanes[0], own);
    CU_ASSERT_PTR_EQUAL(sw__this_lane, own);
    CHECK_EQUAL(stats_of_meas("lanes on scratch").count, 0);
    session_close();
}

static void test_opening_a_session_leaves_no_measurement_behind(void)
{
    session_open_real(NULL);
    CHECK_EQUAL(stats_of_meas("iteration").count, 0);
    CHECK_EQUAL(visit().count, 0);
    session_close();
}

CU_TestInfo lanes_tests[] = {
    {"the parts of a lane do not overlap", test_the_parts_of_a_lane_do_not_overlap},
    {"the hot parts lie where the hot path expects them", test_the_hot_parts_lie_where_the_hot_path_expects_them},
    {"a thread gets its lane at its first call", test_a_thread_gets_its_lane_at_its_first_call},
    {"a lane knows its thread", test_a_lane_knows_its_thread},
    {"threads have lanes of their own", test_threads_have_lanes_of_their_own},
    {"the ordinal of a thread is never given out again", test_the_ordinal_of_a_thread_is_never_given_out_again},
    {"the block of an ended thread serves the next", test_the_block_of_an_ended_thread_serves_the_next},
    {"an ended thread leaves its counts in the retired lane",
     test_an_ended_thread_leaves_its_counts_in_the_retired_lane},
    {"a lane begins each session empty", test_a_lane_begins_each_session_empty},
    {"the retired lane begins each session empty", test_the_retired_lane_begins_each_session_empty},
    {"a lane that is busy refuses a second entry", test_a_lane_that_is_busy_refuses_a_second_entry},
    {"refused calls are counted anew in each session", test_refused_calls_are_counted_anew_in_each_session},
    {"the first call of a session is known", test_the_first_call_of_a_session_is_known},
    {"what happens on a scratch lane is not seen", test_what_happens_on_a_scratch_lane_is_not_seen},
    {"opening a session leaves no measurement behind", test_opening_a_session_leaves_no_measurement_behind},
    CU_TEST_INFO_NULL,
};
