// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The clock: how often it is read, how it is calibrated, and the kinds there are.

#include "support_recording.h"
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"

enum { MS = 1000000 };

static void wait_ms(uint64_t ms)
{
    const uint64_t end = monotonic_now() + ms * MS;
    while (monotonic_now() < end)
        ;
}

static void test_the_manual_clock_gives_exact_lengths(void)
{
    session_open(0);
    sw__clock_set(5);
    sw_start_meas("clock exact");
    sw__clock_set(5 + 1234567890);
    sw_end_meas("clock exact");
    CHECK_TEXT(sw__clock_name(), "manual");
    CHECK_EQUAL(stats_of_meas("clock exact").count, 1);
    CHECK_EQUAL(stats_of_meas("clock exact").total_ns, 1234567890);
    session_close();
}

// The first pair of a thread and of a name may look at the time more often; what repeats may not.
static uint64_t reads_of_a_pair(void (*pairs)(const char *name, uint64_t count))
{
    pairs("clock reads", 3);
    const uint64_t before = sw__clock_reads();
    pairs("clock reads", 1);
    return sw__clock_reads() - before;
}

static void test_a_pair_by_name_reads_the_clock_twice(void)
{
    session_open(0);
    CHECK_EQUAL(reads_of_a_pair(make_pairs), 2);
    session_close();
}

static void test_a_pair_by_handle_reads_the_clock_twice(void)
{
    session_open(0);
    CHECK_EQUAL(reads_of_a_pair(make_pairs_by_handle), 2);
    session_close();
}

static void make_scopes(const char *name, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        SW_SCOPE(name);
    }
}

static void test_a_scope_reads_the_clock_twice(void)
{
    session_open(0);
    CHECK_EQUAL(reads_of_a_pair(make_scopes), 2);
    session_close();
}

static void test_the_first_pair_of_an_iteration_reads_the_clock_twice(void)
{
    session_open(0);
    make_pairs("clock reads", 1);
    sw_finish_iter();
    const uint64_t before = sw__clock_reads();
    make_pairs("clock reads", 1);
    CHECK_EQUAL(sw__clock_reads() - before, 2);
    session_close();
}

static void test_nothing_reads_the_clock_while_paused(void)
{
    session_open(0);
    make_pairs("clock reads", 1);
    sw_pause();
    CHECK_EQUAL(reads_of_a_pair(make_pairs), 0);
    CHECK_EQUAL(reads_of_a_pair(make_pairs_by_handle), 0);
    CHECK_EQUAL(reads_of_a_pair(make_scopes), 0);
    session_close();
}

static void test_what_is_open_at_a_pause_is_still_timed(void)
{
    session_open(0);
    sw_start_meas("clock open at a pause");
    sw_pause();
    sw__clock_set(700);
    CHECK_EQUAL(sw_end_meas("clock open at a pause"), SW_OK);
    CHECK_EQUAL(stats_of_meas("clock open at a pause").total_ns, 700);
    session_close();
}

// The manual clock stays the one in use, and counts, until another session begins.
static void test_nothing_reads_the_clock_while_off(void)
{
    session_open(0);
    session_close();
    CHECK_EQUAL(reads_of_a_pair(make_pairs), 0);
    CHECK_EQUAL(reads_of_a_pair(make_pairs_by_handle), 0);
    CHECK_EQUAL(reads_of_a_pair(make_scopes), 0);
}

typedef struct moment {
    uint64_t ticks;
    uint64_t ns;
} moment;

// Both clocks at one moment: again, if this thread was kept from its processor in between.
static moment moment_now(void)
{
    enum { TRIES = 1000, CLOSE_NS = 5000 };
    moment now = {0, 0};
    for (int i = 0; i < TRIES; i++) {
        const uint64_t before = monotonic_now();
        now = (moment){sw__clock_now(), before};
        if (monotonic_now() - before < CLOSE_NS)
            break;
    }
    return now;
}

// The clock of a session measures 50 ms as CLOCK_MONOTONIC does.
static void check_rate(sw_clock kind)
{
    CU_ASSERT_TRUE(sw__clock_start(kind));
    const moment begin = moment_now();
    wait_ms(50);
    const moment end = moment_now();
    const double ns = (double)(end.ns - begin.ns);
    const double measured = (double)(end.ticks - begin.ticks) * sw__clock_calibrate().ns_per_tick;
    if (fabs(measured - ns) > 1e-3 * ns)
        FAIL("the clock \"%s\" says %.0f ns, not %.0f", sw__clock_name(), measured, ns);
}

static void test_the_chosen_clock_runs_as_fast_as_the_monotonic_clock(void)
{
    check_rate(SW_CLOCK_AUTO);
}

static void test_the_calibration_knows_its_small_error(void)
{
    sw__clock_start(SW_CLOCK_AUTO);
    wait_ms(50);
    const sw__calibration calibration = sw__clock_calibrate();
    CU_ASSERT_TRUE(calibration.error < 1e-3);
    CU_ASSERT_TRUE(calibration.error > 0 || !sw__clock_counts_cycles);
}

static void test_the_error_shrinks_with_the_time_between_the_anchors(void)
{
    sw__clock_start(SW_CLOCK_AUTO);
    wait_ms(1);
    const double soon = sw__clock_calibrate().error;
    wait_ms(60);
    const double later = sw__clock_calibrate().error;
    CU_ASSERT_TRUE(later < soon || !sw__clock_counts_cycles);
}

static void test_the_counter_is_taken_where_it_is_of_one_rate(void)
{
    const bool given = sw__clock_start(SW_CLOCK_TSC);
    CHECK_EQUAL(given, sw__cycle_counter_is_invariant());
    CHECK_TEXT(sw__clock_name(), given ? SW__CYCLE_COUNTER_NAME : "monotonic");
    CHECK_EQUAL(sw__clock_counts_cycles, given);
}

static void test_the_monotonic_clock_counts_nanoseconds(void)
{
    check_rate(SW_CLOCK_MONOTONIC);
    CHECK_TEXT(sw__clock_name(), "monotonic");
    CU_ASSERT_EQUAL(sw__clock_calibrate().ns_per_tick, 1.0);
    CU_ASSERT_EQUAL(sw__clock_calibrate().error, 0.0);
}

static void test_the_cost_of_a_read_is_known(void)
{
    static const sw_clock kinds[] = {SW_CLOCK_AUTO, SW_CLOCK_MONOTONIC};
    for (int i = 0; i < 2; i++) {
        sw__clock_start(kinds[i]);
        wait_ms(5);
        const double cost_ns = sw__clock_cost_ticks() * sw__clock_calibrate().ns_per_tick;
        if (cost_ns < 0.5 || cost_ns > 100000)
            FAIL("a read of the clock \"%s\" is said to take %g ns", sw__clock_name(), cost_ns);
    }
}

static void test_the_manual_clock_costs_nothing(void)
{
    sw__clock_use_manual(true);
    sw__clock_start(SW_CLOCK_AUTO);
    CU_ASSERT_EQUAL(sw__clock_cost_ticks(), 0.0);
    sw__clock_use_manual(false);
}

static void check_session(sw_clock kind)
{
    session_open_real(&(sw_stopwatch_options){.clock = kind});
    const uint64_t outside = monotonic_now();
    sw_start_meas("clock session");
    const uint64_t inside = monotonic_now();
    wait_ms(20);
    const double least = (double)(monotonic_now() - inside);
    sw_end_meas("clock session");
    const double most = (double)(monotonic_now() - outside);
    const double total = stats_of_meas("clock session").total_ns;
    // The clocks may differ by as much as the calibration may be wrong.
    if (total < least * 0.999 || total > most * 1.001)
        FAIL("\"%s\": %.0f ns is not between %.0f and %.0f", sw__clock_name(), total, least, most);
    session_close();
}

static void test_measurements_agree_with_the_monotonic_clock(void)
{
    check_session(SW_CLOCK_AUTO);
    check_session(SW_CLOCK_MONOTONIC);
}

static void test_long_runs_do_not_overflow_the_counts(void)
{
    const uint64_t year = UINT64_C(365) * 24 * 3600 * 1000000000;
    session_open(0);
    make_interval("clock year", year);
    CHECK_EQUAL(stats_of_meas("clock year").total_ns, year);
    CHECK_EQUAL(stats_of_meas("clock year").max_ns, year);
    session_close();
}

// The best of some: what else runs on the machine makes it longer.
static void test_a_session_opens_within_50_ms(void)
{
    uint64_t opening = UINT64_MAX;
    uint64_t first_start = UINT64_MAX;
    for (int i = 0; i < 5; i++) {
        const uint64_t before = monotonic_now();
        session_open_real(NULL);
        const uint64_t opened = monotonic_now();
        sw_start_meas("clock first start");
        const uint64_t started = monotonic_now();
        sw_end_meas("clock first start");
        session_close();
        opening = opened - before < opening ? opened - before : opening;
        first_start = started - opened < first_start ? started - opened : first_start;
    }
    CU_ASSERT_TRUE(SANITIZED || opening < 50 * MS);
    CU_ASSERT_TRUE(SANITIZED || first_start < 1 * MS);
}

CU_TestInfo clock_tests[] = {
    {"the manual clock gives exact lengths", test_the_manual_clock_gives_exact_lengths},
    {"a pair by name reads the clock twice", test_a_pair_by_name_reads_the_clock_twice},
    {"a pair by handle reads the clock twice", test_a_pair_by_handle_reads_the_clock_twice},
    {"a scope reads the clock twice", test_a_scope_reads_the_clock_twice},
    {"the first pair of an iteration reads the clock twice", test_the_first_pair_of_an_iteration_reads_the_clock_twice},
    {"nothing reads the clock while paused", test_nothing_reads_the_clock_while_paused},
    {"what is open at a pause is still timed", test_what_is_open_at_a_pause_is_still_timed},
    {"nothing reads the clock while off", test_nothing_reads_the_clock_while_off},
    {"the chosen clock runs as fast as the monotonic clock", test_the_chosen_clock_runs_as_fast_as_the_monotonic_clock},
    {"the calibration knows its small error", test_the_calibration_knows_its_small_error},
    {"the error shrinks with the time between the anchors", test_the_error_shrinks_with_the_time_between_the_anchors},
    {"the counter is taken where it is of one rate", test_the_counter_is_taken_where_it_is_of_one_rate},
    {"the monotonic clock counts nanoseconds", test_the_monotonic_clock_counts_nanoseconds},
    {"the cost of a read is known", test_the_cost_of_a_read_is_known},
    {"the manual clock costs nothing", test_the_manual_clock_costs_nothing},
    {"measurements agree with the monotonic clock", test_measurements_agree_with_the_monotonic_clock},
    {"long runs do not overflow the counts", test_long_runs_do_not_overflow_the_counts},
    {"a session opens within 50 ms", test_a_session_opens_within_50_ms},
    CU_TEST_INFO_NULL,
};
