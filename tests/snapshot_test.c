// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Readers: statistics that are read while threads measure are whole, and stop nobody.

#include "support_recording.h"
#include "test.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/snapshot.h"
#include "base/names.h"
#include "record/span_log.h"
#include "stopwatch/used_records.h"

enum { THREADS = 4, READS = UNDER_TSAN ? 12 : UNDER_ASAN ? 50 : 200, SHORT = 1000, LONG = 1001 };

static bool hammering;

static bool go_on(void)
{
    return __atomic_load_n(&hammering, __ATOMIC_RELAXED);
}

static uint32_t record_of(sw__kind kind, const char *name)
{
    return sw__used_record(kind, sw__intern(name, strlen(name)));
}

// Logs a span of a length that is given, by the way that ends take.
static void log_span(uint32_t record, uint64_t length)
{
    sw__lane *lane = sw__lane_enter(sw__state());
    sw__span_append(lane, 1, length, record);
    sw__lane_leave(lane);
}

// Each thread measures, adds lengths of two sizes in turn, and records a value that is always the same. Counts how often.
static void *hammer(void *argument)
{
    uint64_t *made = argument;
    uint64_t rounds = 0;
    const uint32_t record = record_of(SW__KIND_ADDED, "snap logged");
    do {
        sw_start_meas("snap outer");
        sw_start_meas("snap inner");
        sw_end_meas("snap inner");
        sw_end_meas("snap outer");
        log_span(record, SHORT);
        log_span(record, LONG);
        sw_add_meas("snap added", rounds % 2 ? LONG : SHORT);
        sw_value("snap value", 0.25);
        // Release: who reads that a round was made must find its spans.
        __atomic_store_n(made, ++rounds, __ATOMIC_RELEASE);
    } while (go_on());
    return NULL;
}

typedef struct hammers {
    pthread_t threads[THREADS];
    uint64_t rounds[THREADS];
} hammers;

static void start_hammers(hammers *h)
{
    __atomic_store_n(&hammering, true, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&h->threads[i], NULL, hammer, &h->rounds[i]), 0);
}

// How many rounds they have made together.
static uint64_t rounds_of(hammers *h)
{
    uint64_t rounds = 0;
    for (int i = 0; i < THREADS; i++)
        rounds += __atomic_load_n(&h->rounds[i], __ATOMIC_ACQUIRE);
    return rounds;
}

static uint64_t stop_hammers(hammers *h)
{
    __atomic_store_n(&hammering, false, __ATOMIC_RELAXED);
    for (int i = 0; i < THREADS; i++)
        pthread_join(h->threads[i], NULL);
    return rounds_of(h);
}

// Statistics of lengths that are all between two bounds, whole or not.
static void check_whole(const sw_meas_stats *stats, double least, double most)
{
    const double count = (double)stats->count;
    if (stats->count == 0)
        return;
    const bool whole = stats->total_ns >= count * least && stats->total_ns <= count * most && stats->min_ns >= least &&
                       stats->max_ns <= most && stats->p50_ns >= stats->min_ns && stats->p99_ns <= stats->max_ns &&
                       stats->stddev_ns <= most - least && stats->threads <= THREADS;
    if (!whole)
        FAIL("torn: count %.0f total %.0f min %g max %g p50 %g p99 %g deviation %g threads %g", count, stats->total_ns,
             stats->min_ns, stats->max_ns, stats->p50_ns, stats->p99_ns, stats->stddev_ns, (double)stats->threads);
}

static sw_meas_stats read_further(const char *name, uint64_t *count)
{
    const sw_meas_stats stats = stats_of_meas(name);
    CU_ASSERT_TRUE(stats.count >= *count);
    *count = stats.count;
    return stats;
}

static void test_statistics_read_meanwhile_are_whole(void)
{
    hammers h = {0};
    uint64_t logged = 0, added = 0, outer = 0;
    session_open_real(NULL);
    start_hammers(&h);
    for (int i = 0; i < READS; i++) {
        const uint64_t before = rounds_of(&h);
        sw_meas_stats stats = read_further("snap logged", &logged);
        // Nothing is missing, and nothing is counted twice; each thread may be in the middle of a round.
        CU_ASSERT_TRUE(logged >= 2 * before);
        CU_ASSERT_TRUE(logged <= 2 * (rounds_of(&h) + THREADS));
        check_whole(&stats, SHORT, LONG);
        stats = read_further("snap added", &added);
        check_whole(&stats, SHORT, LONG);
        stats = read_further("snap outer", &outer);
        check_whole(&stats, stats.min_ns, stats.max_ns);
    }
    const uint64_t rounds = stop_hammers(&h);
    CHECK_EQUAL(stats_of_meas("snap logged").count, 2 * rounds);
    CHECK_NEAR(stats_of_meas("snap logged").total_ns, (double)(SHORT + LONG) * (double)rounds, 0);
    CHECK_EQUAL(stats_of_meas("snap added").count, rounds);
    CHECK_EQUAL(stats_of_meas("snap inner").count, rounds);
    CHECK_EQUAL(stats_of_meas("snap outer").count, rounds);
    CHECK_EQUAL(stats_of_meas("snap outer").threads, THREADS);
    session_close();
}

static sw__values values_now(void)
{
    sw__snapshot snapshot;
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    const sw__values values = snapshot.merged->records[record_of(SW__KIND_VALUE, "snap value")].values;
    sw__snapshot_free(&snapshot);
    return values;
}

static void test_values_read_meanwhile_are_whole(void)
{
    hammers h = {0};
    uint64_t count = 0;
    session_open_real(NULL);
    record_of(SW__KIND_VALUE, "snap value");
    start_hammers(&h);
    for (int i = 0; i < READS; i++) {
        const sw__values values = values_now();
        CU_ASSERT_TRUE(values.count >= count);
        count = values.count;
        const bool whole = count == 0 || (values.mean == 0.25 && values.squares == 0 && values.min == 0.25 &&
                                          values.max == 0.25 && values.last == 0.25);
        CU_ASSERT_TRUE(whole);
    }
    const uint64_t rounds = stop_hammers(&h);
    CHECK_EQUAL(values_now().count, rounds);
    session_close();
}

static void test_the_summary_can_be_printed_meanwhile(void)
{
    hammers h = {0};
    FILE *nowhere = fopen("/dev/null", "w");
    session_open_real(NULL);
    start_hammers(&h);
    for (int i = 0; i < READS; i++)
        CHECK_EQUAL(sw_print_eval_times(nowhere), SW_OK);
    stop_hammers(&h);
    fclose(nowhere);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void *hammer_once(void *argument)
{
    uint64_t *rounds = argument;
    const uint32_t record = record_of(SW__KIND_ADDED, "snap short lives");
    log_span(record, *rounds % 2 ? LONG : SHORT);
    return NULL;
}

static void *begin_and_end_threads(void *argument)
{
    uint64_t *rounds = argument;
    while (go_on()) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, hammer_once, rounds) != 0)
            break;
        pthread_join(thread, NULL);
        ++*rounds;
    }
    return NULL;
}

static void test_threads_may_end_while_they_are_read(void)
{
    uint64_t rounds = 0, count = 0;
    pthread_t maker;
    session_open_real(NULL);
    __atomic_store_n(&hammering, true, __ATOMIC_RELAXED);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&maker, NULL, begin_and_end_threads, &rounds), 0);
    for (int i = 0; i < READS; i++) {
        const sw_meas_stats stats = read_further("snap short lives", &count);
        const double least = SHORT, most = LONG;
        CU_ASSERT_TRUE(stats.total_ns >= (double)count * least && stats.total_ns <= (double)count * most);
        CHECK_EQUAL(stats.threads, stats.count);
    }
    __atomic_store_n(&hammering, false, __ATOMIC_RELAXED);
    pthread_join(maker, NULL);
    CHECK_EQUAL(stats_of_meas("snap short lives").count, rounds);
    session_close();
}

static void *read_often(void *argument)
{
    (void)argument;
    uint64_t count = 0;
    for (int i = 0; i < READS / 2; i++) {
        const sw_meas_stats stats = stats_of_meas("snap logged");
        CU_ASSERT_TRUE(stats.count >= count);
        count = stats.count;
    }
    return NULL;
}

static void test_several_threads_may_read_at_once(void)
{
    hammers h = {0};
    pthread_t reader;
    session_open_real(NULL);
    start_hammers(&h);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&reader, NULL, read_often, NULL), 0);
    for (int i = 0; i < READS / 2; i++)
        stats_of_meas("snap outer");
    pthread_join(reader, NULL);
    const uint64_t rounds = stop_hammers(&h);
    CHECK_EQUAL(stats_of_meas("snap logged").count, 2 * rounds);
    session_close();
}

static void test_reading_changes_nothing(void)
{
    session_open(0);
    make_interval("snap unchanged", 100);
    make_interval("snap unchanged", 300);
    const sw_meas_stats first = stats_of_meas("snap unchanged");
    for (int i = 0; i < 10; i++)
        free(summary_now());
    const sw_meas_stats last = stats_of_meas("snap unchanged");
    CHECK_EQUAL(memcmp(&first, &last, sizeof first), 0);
    session_close();
}

static void test_a_reader_inside_a_call_is_refused(void)
{
    sw__snapshot snapshot;
    session_open(0);
    sw__lane *lane = sw__lane_enter(sw__state());
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_ERR_INTERRUPTED);
    sw__lane_leave(lane);
    CHECK_EQUAL(sw__snapshot_take(&snapshot), SW_OK);
    sw__snapshot_free(&snapshot);
    session_close();
}

CU_TestInfo snapshot_tests[] = {
    {"statistics read meanwhile are whole", test_statistics_read_meanwhile_are_whole},
    {"values read meanwhile are whole", test_values_read_meanwhile_are_whole},
    {"the summary can be printed meanwhile", test_the_summary_can_be_printed_meanwhile},
    {"threads may end while they are read", test_threads_may_end_while_they_are_read},
    {"several threads may read at once", test_several_threads_may_read_at_once},
    {"reading changes nothing", test_reading_changes_nothing},
    {"a reader inside a call is refused", test_a_reader_inside_a_call_is_refused},
    CU_TEST_INFO_NULL,
};
