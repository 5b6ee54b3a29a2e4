// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The span log: what it holds, what it drains into the statistics, and that nothing is lost or counted twice between the
// two.

#include "support_recording.h"
#include "test.h"

#include <string.h>

#include "base/clock.h"
#include "record/open_spans.h"
#include "record/span_log.h"

enum { MANY = 100000 };

static uint32_t spans_in_log(void)
{
    const sw__span_log *log = sw__span_log_of(sw__this_lane);
    return (uint32_t)(log->end - log->spans);
}

static void test_an_end_appends_one_entry(void)
{
    session_open(0);
    make_interval("log one", 10);
    const uint32_t before = spans_in_log();
    make_interval("log one", 20);
    CHECK_EQUAL(spans_in_log() - before, 1);
    const sw__span span = sw__span_log_of(sw__this_lane)->spans[before];
    CHECK_EQUAL(span.packed >> SW__SPAN_RECORD_BITS, 20);
    CHECK_TEXT(sw__name_text(sw__record_at(span.packed & SW__SPAN_RECORD_MASK)->name), "log one");
    session_close();
}

static void test_a_start_alone_appends_nothing(void)
{
    session_open(0);
    make_interval("log started", 10);
    const uint32_t before = spans_in_log();
    sw_start_meas("log started");
    CHECK_EQUAL(spans_in_log(), before);
    sw_end_meas("log started");
    session_close();
}

static void test_an_entry_takes_16_bytes(void)
{
    CHECK_EQUAL(sizeof(sw__span), 16);
    CHECK_EQUAL(SW__LOG_CAP, 4096);
}

static void test_a_full_log_is_drained_and_counts_go_on(void)
{
    session_open(0);
    uint64_t most = 0;
    for (uint64_t i = 1; i <= 3 * SW__LOG_CAP; i++) {
        make_interval("log full", i);
        most = spans_in_log() > most ? spans_in_log() : most;
        if (i % 1000 == 0)
            CHECK_EQUAL(stats_of_meas("log full").count, i);
    }
    CU_ASSERT_TRUE(most >= SW__LOG_CAP - 2);
    CU_ASSERT_TRUE(most <= SW__LOG_CAP);
    const sw_meas_stats stats = stats_of_meas("log full");
    CHECK_EQUAL(stats.count, 3 * SW__LOG_CAP);
    CHECK_NEAR(stats.total_ns, 3.0 * SW__LOG_CAP * (3 * SW__LOG_CAP + 1) / 2, 0);
    session_close();
}

// Intervals of two names in turn, and both nested, so that the runs of equal records are short.
static void test_many_spans_in_one_iteration_are_exact(void)
{
    session_open(0);
    uint64_t now = 0, total = 0;
    for (uint64_t i = 0; i < MANY; i++) {
        sw__clock_set(now);
        sw_start_meas("log outer");
        sw_start_meas("log inner");
        sw__clock_set(now += i % 1009);
        sw_end_meas("log inner");
        sw_end_meas("log outer");
        total += i % 1009;
    }
    CHECK_EQUAL(stats_of_meas("log inner").count, MANY);
    CHECK_EQUAL(stats_of_meas("log outer").count, MANY);
    CHECK_NEAR(stats_of_meas("log inner").total_ns, (double)total, 0);
    CHECK_NEAR(stats_of_meas("log outer").total_ns, (double)total, 0);
    CHECK_NEAR(stats_of_meas("log outer").max_ns, 1008, 0);
    CHECK_NEAR(stats_of_meas("log outer").min_ns, 0, 0);
    sw_finish_iter();
    CHECK_EQUAL(stats_of_meas("log outer").count, MANY);
    CHECK_NEAR(stats_of_meas("log outer").per_iteration_ns, (double)total, 0);
    session_close();
}

static void test_lengths_of_more_than_40_bits_are_exact(void)
{
    static const uint64_t lengths[] = {
        SW__SPAN_LENGTH_END - 1,
        SW__SPAN_LENGTH_END,
        SW__SPAN_LENGTH_END + 1,
        UINT64_C(3) << 50,
    };
    session_open(0);
    double total = 0;
    for (int i = 0; i < 4; i++) {
        make_interval("log long", lengths[i]);
        total += (double)lengths[i];
    }
    const sw_meas_stats stats = stats_of_meas("log long");
    CHECK_EQUAL(stats.count, 4);
    CHECK_NEAR(stats.total_ns, total, 0);
    CHECK_NEAR(stats.min_ns, (double)lengths[0], 0);
    CHECK_NEAR(stats.max_ns, (double)lengths[3], 0);
    session_close();
}

// Values and spans share a log; a value takes two entries and may meet the end of it at any place.
static void test_wide_and_normal_entries_mix_at_any_place_of_the_log(void)
{
    session_open(0);
    for (int i = 0; i < 7 * SW__LOG_CAP; i++) {
        if (i % 7 == 3)
            sw_add_meas("log mixed added", 2);
        make_interval("log mixed", 3);
    }
    CHECK_EQUAL(stats_of_meas("log mixed").count, 7 * SW__LOG_CAP);
    CHECK_NEAR(stats_of_meas("log mixed").total_ns, 21.0 * SW__LOG_CAP, 0);
    CHECK_EQUAL(stats_of_meas("log mixed added").count, SW__LOG_CAP);
    CHECK_NEAR(stats_of_meas("log mixed added").total_ns, 2.0 * SW__LOG_CAP, 0);
    session_close();
}

// From an even and from an odd place on, so that some would begin at the last place of the log.
static void test_wide_entries_alone_do_not_run_over_the_end_of_the_log(void)
{
    for (int normal = 0; normal < 2; normal++) {
        session_open(0);
        for (int i = 0; i <= normal; i++)
            make_interval("log beside wide", 3);
        for (int i = 0; i < 2 * SW__LOG_CAP; i++) {
            CHECK_EQUAL(sw_add_meas("log wide", 2), SW_OK);
            CU_ASSERT_TRUE(spans_in_log() + 2 <= SW__LOG_CAP);
        }
        CHECK_EQUAL(stats_of_meas("log wide").count, 2 * SW__LOG_CAP);
        CHECK_NEAR(stats_of_meas("log wide").total_ns, 4.0 * SW__LOG_CAP, 0);
        make_interval("log beside wide", 3);
        CHECK_EQUAL(stats_of_meas("log beside wide").count, normal + 2);
        session_close();
    }
}

static void test_a_session_begins_with_an_empty_log(void)
{
    session_open(0);
    make_interval("log earlier", 5);
    session_close();
    session_open(0);
    make_interval("log later", 5);
    CHECK_EQUAL(stats_of_meas("log earlier").count, 0);
    CHECK_EQUAL(stats_of_meas("log later").count, 1);
    session_close();
}

// A clock that is set back, or read on two processors that do not quite agree, must not make a length of centuries.
static void test_an_end_before_its_start_is_no_length_of_centuries(void)
{
    session_open(0);
    sw__clock_set(2000);
    sw_start_meas("log backwards");
    sw__clock_set(1990);
    CHECK_EQUAL(sw_end_meas("log backwards"), SW_OK);
    const sw_meas_stats stats = stats_of_meas("log backwards");
    CHECK_EQUAL(stats.count, 1);
    CHECK_NEAR(stats.total_ns, 0, 0);
    session_close();
}

CU_TestInfo span_log_tests[] = {
    {"an end appends one entry", test_an_end_appends_one_entry},
    {"a start alone appends nothing", test_a_start_alone_appends_nothing},
    {"an entry takes 16 bytes", test_an_entry_takes_16_bytes},
    {"a full log is drained and counts go on", test_a_full_log_is_drained_and_counts_go_on},
    {"many spans in one iteration are exact", test_many_spans_in_one_iteration_are_exact},
    {"lengths of more than 40 bits are exact", test_lengths_of_more_than_40_bits_are_exact},
    {"wide and normal entries mix at any place of the log", test_wide_and_normal_entries_mix_at_any_place_of_the_log},
    {"wide entries alone do not run over the end of the log",
     test_wide_entries_alone_do_not_run_over_the_end_of_the_log},
    {"a session begins with an empty log", test_a_session_begins_with_an_empty_log},
    {"an end before its start is no length of centuries", test_an_end_before_its_start_is_no_length_of_centuries},
    CU_TEST_INFO_NULL,
};
