// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// More lengths of different scales than a lane has room for: they are missing in the percentiles only, and are counted.

#include "support_recording.h"
#include "test.h"

#include "aggregate/snapshot.h"

enum { SCALES = 56 };

typedef struct scales {
    char prefix;
    int names;
} scales;

static void *add_all_scales(void *argument)
{
    const scales *s = argument;
    char name[32];
    for (int i = 0; i < s->names; i++) {
        snprintf(name, sizeof name, "%c scale %d", s->prefix, i);
        for (int scale = 0; scale < SCALES; scale++)
            sw_add_meas(name, UINT64_C(1) << scale);
    }
    return NULL;
}

static uint64_t lost_now(void)
{
    sw__snapshot snapshot;
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const uint64_t lost = snapshot.lost;
    sw__snapshot_free(&snapshot);
    return lost;
}

static void lose_on_this_thread(void)
{
    scales s = {'a', 600};
    session_open(0);
    add_all_scales(&s);
    make_interval("stat found", 1);
    CHECK_EQUAL(lost_now(), 600 * SCALES + 1 - SW__PAGE_CAP);
    CHECK_EQUAL(stats_of_meas("a scale 599").count, SCALES);
    CHECK_EQUAL(stats_of_meas("stat found").count, 1);
    session_close();
}

static void lose_on_a_thread_that_ends(void)
{
    scales s = {'a', 600};
    session_open(0);
    run_on_thread(add_all_scales, &s);
    CHECK_EQUAL(lost_now(), 600 * SCALES - SW__PAGE_CAP);
    CHECK_EQUAL(stats_of_meas("a scale 599").count, SCALES);
    session_close();
}

static void lose_between_two_threads(void)
{
    scales s[] = {{'a', 400}, {'b', 400}};
    session_open(0);
    run_on_thread(add_all_scales, &s[0]);
    CHECK_EQUAL(lost_now(), 0);
    add_all_scales(&s[1]);
    CHECK_EQUAL(lost_now(), 2 * 400 * SCALES - SW__PAGE_CAP);
    session_close();
}

static void test_lengths_beyond_the_slab_are_counted_as_lost(void)
{
    check_in_child(lose_on_this_thread);
}

static void test_what_a_thread_lost_is_known_after_its_end(void)
{
    check_in_child(lose_on_a_thread_that_ends);
}

static void test_what_two_threads_lose_together_is_known(void)
{
    check_in_child(lose_between_two_threads);
}

CU_TestInfo lost_lengths_tests[] = {
    {"lengths beyond the slab are counted as lost", test_lengths_beyond_the_slab_are_counted_as_lost},
    {"what a thread lost is known after its end", test_what_a_thread_lost_is_known_after_its_end},
    {"what two threads lose together is known", test_what_two_threads_lose_together_is_known},
    CU_TEST_INFO_NULL,
};
