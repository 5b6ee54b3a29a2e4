// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the range wrapper counts and shows.

#include "nvtx_support.h"

#include <pthread.h>
#include <string.h>

#include "nvtx/range_colour.h"
#include "nvtx_wrapper/wrapper.h"

static void *push_twice(void *unused)
{
    sw_range_push("on threads");
    sw_range_push("on threads");
    sw_range_pop("on threads");
    sw_range_pop("on threads");
    sw_mark("on threads");
    return unused;
}

static void test_counts_add_up_over_threads(void)
{
    ranges_open(true);
    run_on_thread(push_twice, NULL);
    run_on_thread(push_twice, NULL);
    push_twice(NULL);
    CHECK_EQUAL(stats_of_range("on threads").pushed, 6);
    CHECK_EQUAL(stats_of_range("on threads").marked, 3);
    CHECK_EQUAL(stats_of_range("on threads").deepest, 2);
    CHECK_EQUAL(stats_of_range("on threads").leaked, 0);
    ranges_close();
}

static void test_counts_start_anew_with_a_session(void)
{
    ranges_open(false);
    sw_mark("of one session");
    CHECK_EQUAL(stats_of_range("of one session").marked, 1);
    ranges_close();
    ranges_open(false);
    CHECK_EQUAL(stats_of_range("of one session").marked, 0);
    ranges_close();
}

static void test_counts_of_what_was_not_seen(void)
{
    sw_range_stats stats = {.pushed = 7};
    ranges_open(false);
    CHECK_EQUAL(sw_get_range_stats("nothing of that name", &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(stats.pushed, 0);
    CHECK_EQUAL(sw_get_range_stats(NULL, &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(sw_get_range_stats("nothing of that name", NULL), SW_ERR_ARGUMENT);
    ranges_close();
}

static void test_programs_with_a_shorter_struct_get_what_fits(void)
{
    sw_range_stats stats = {.started = 7};
    ranges_open(false);
    sw_range_push("short");
    CHECK_EQUAL(sw__get_range_stats("short", &stats, sizeof stats.pushed), SW_OK);
    CHECK_EQUAL(stats.pushed, 1);
    CHECK_EQUAL(stats.started, 7);
    sw_range_pop("short");
    ranges_close();
}

static void test_table_has_a_row_for_each_name(void)
{
    sw__table table;
    sw__buffer text = {0};
    ranges_open(true);
    CU_ASSERT_FALSE(sw__nvtx_range_table(&table));
    sw__table_free(&table);
    sw_range_push("row one");
    sw_range_pop("row one");
    sw_mark("row two");
    CU_ASSERT_TRUE(sw__nvtx_range_table(&table));
    CHECK_EQUAL(table.row_count, 2);
    sw__table_write_text(&text, &table);
    CHECK_HAS(text.text, "range    pushed  started  marks  leaked  deepest");
    CHECK_HAS(text.text, "row one       1        0      0       0        1");
    CHECK_HAS(text.text, "row two       0        0      1       0       --");
    sw__buffer_free(&text);
    sw__table_free(&table);
    ranges_close();
}

static void test_mode_says_what_is_done(void)
{
    ranges_open(true);
    CHECK_HAS(sw__nvtx_mode(), ", order checked");
    ranges_close();
    ranges_open(false);
    CHECK_HAS(sw__nvtx_mode(), ", order not checked");
    CU_ASSERT_TRUE(strstr(sw__nvtx_mode(), "domain stepwatch") || strstr(sw__nvtx_mode(), "built without NVTX"));
    ranges_close();
}

static void test_a_name_has_one_opaque_colour(void)
{
    CHECK_EQUAL(sw__range_colour("forward"), sw__range_colour("forward"));
    CU_ASSERT_NOT_EQUAL(sw__range_colour("forward"), sw__range_colour("backward"));
    CHECK_EQUAL(sw__range_colour("forward") >> 24, 0xff);
}

enum { HAMMER_ROUNDS = 20000, READS = 50 };

static void *hammer(void *unused)
{
    for (int i = 0; i < HAMMER_ROUNDS; i++) {
        sw_range_push("hammered");
        sw_range_push("hammered inside");
        sw_range_pop("hammered inside");
        sw_range_pop("hammered");
    }
    return unused;
}

static void test_counts_can_be_read_while_threads_push(void)
{
    pthread_t threads[2];
    ranges_open(true);
    for (int i = 0; i < 2; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&threads[i], NULL, hammer, NULL), 0);
    uint64_t last = 0;
    for (int i = 0; i < READS; i++) {
        const sw_range_stats stats = stats_of_range("hammered");
        CU_ASSERT_TRUE(stats.pushed >= last && stats.pushed <= 2 * HAMMER_ROUNDS);
        last = stats.pushed;
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    CHECK_EQUAL(stats_of_range("hammered").pushed, 2 * HAMMER_ROUNDS);
    CHECK_EQUAL(stats_of_range("hammered inside").deepest, 2);
    ranges_close();
}

CU_TestInfo nvtx_counts_tests[] = {
    {"counts add up over threads", test_counts_add_up_over_threads},
    {"counts start anew with a session", test_counts_start_anew_with_a_session},
    {"counts of what was not seen", test_counts_of_what_was_not_seen},
    {"programs with a shorter struct get what fits", test_programs_with_a_shorter_struct_get_what_fits},
    {"the table has a row for each name", test_table_has_a_row_for_each_name},
    {"the mode says what is done", test_mode_says_what_is_done},
    {"a name has one opaque colour", test_a_name_has_one_opaque_colour},
    {"counts can be read while threads push", test_counts_can_be_read_while_threads_push},
    CU_TEST_INFO_NULL,
};
