// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// A walk over the statistics of all measurements.

#include "session_support.h"

#include <string.h>

enum { MOST_VISITS = 8 };

typedef struct visited {
    unsigned count;
    char names[MOST_VISITS][32];
    sw_meas_stats stats[MOST_VISITS];
} visited;

static void keep(const char *name, const sw_meas_stats *stats, void *user)
{
    visited *v = user;
    CU_ASSERT_FATAL(v->count < MOST_VISITS);
    strncpy(v->names[v->count], name, sizeof v->names[0] - 1);
    v->stats[v->count++] = *stats;
}

static void test_each_measurement_once_the_greatest_first(void)
{
    visited v = {0};
    session_open(0);
    measure("short", 0, 1);
    measure("long", 1, 9);
    sw_add_meas("added", SECONDS(4));
    sw_add_meas("short", SECONDS(1));
    sw_value("no measurement", 1);
    sw_start_one_time_measurement("neither");
    finish_at(10);
    sw_start_meas("open");
    CHECK_EQUAL(sw_for_each_meas(keep, &v), SW_OK);
    CHECK_EQUAL(v.count, 4);
    CHECK_TEXT(v.names[0], "long");
    CHECK_TEXT(v.names[1], "added");
    CHECK_TEXT(v.names[2], "short");
    CHECK_TEXT(v.names[3], "open");
    CHECK_EQUAL(v.stats[2].count, 2);
    CHECK_EQUAL(v.stats[3].count, 0);
    CHECK_EQUAL(v.stats[3].running, 1);
    sw_end_meas("open");
    session_close();
}

static void test_statistics_are_those_of_the_getter(void)
{
    visited v = {0};
    session_open(0);
    measure("a", 0, 1);
    measure("a", 1, 4);
    finish_at(5);
    CHECK_EQUAL(sw_for_each_meas(keep, &v), SW_OK);
    const sw_meas_stats stats = stats_of_meas("a");
    CU_ASSERT_EQUAL(memcmp(&v.stats[0], &stats, sizeof stats), 0);
    session_close();
}

static void use_the_library(const char *name, const sw_meas_stats *stats, void *user)
{
    unsigned *visits = user;
    (void)stats;
    ++*visits;
    CHECK_EQUAL(stats_of_meas(name).count, 1);
    CHECK_EQUAL(sw_start_meas("started inside"), *visits == 1 ? SW_OK : SW_ERR_RUNNING);
    if (*visits == 2)
        session_close();
}

static void test_visitor_may_use_the_library_and_end_the_session(void)
{
    unsigned visits = 0;
    session_open(0);
    measure("a", 0, 1);
    measure("b", 1, 2);
    CHECK_EQUAL(sw_for_each_meas(use_the_library, &visits), SW_OK);
    CHECK_EQUAL(visits, 2);
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
}

static void test_nothing_to_visit_is_no_error(void)
{
    visited v = {0};
    CHECK_EQUAL(sw_for_each_meas(keep, &v), SW_NOT_RECORDED);
    session_open(0);
    CHECK_EQUAL(sw_for_each_meas(keep, &v), SW_OK);
    CHECK_EQUAL(v.count, 0);
    CHECK_EQUAL(sw_for_each_meas(NULL, &v), SW_ERR_ARGUMENT);
    session_close();
}

// A program built against a newer header reads fields that this library does not know.
typedef struct longer_stats {
    sw_meas_stats known;
    uint64_t added[4];
} longer_stats;

static void check_longer(const char *name, const sw_meas_stats *stats, void *user)
{
    const longer_stats *longer = (const longer_stats *)(const void *)stats;
    (void)name;
    ++*(unsigned *)user;
    CHECK_EQUAL(longer->known.count, 1);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(longer->added[i], 0);
}

static void test_fields_of_a_newer_header_are_zero(void)
{
    unsigned visits = 0;
    session_open(0);
    measure("a", 0, 1);
    measure("b", 1, 2);
    CHECK_EQUAL(sw__for_each_meas(check_longer, &visits, sizeof(longer_stats)), SW_OK);
    CHECK_EQUAL(visits, 2);
    session_close();
}

CU_TestInfo meas_visit_tests[] = {
    {"each measurement is visited once, the one with the greatest total first",
     test_each_measurement_once_the_greatest_first},
    {"the statistics are those of the getter", test_statistics_are_those_of_the_getter},
    {"the visitor may use the library, and end the session", test_visitor_may_use_the_library_and_end_the_session},
    {"nothing to visit is no error", test_nothing_to_visit_is_no_error},
    {"fields of a newer header are zero", test_fields_of_a_newer_header_are_zero},
    CU_TEST_INFO_NULL,
};
