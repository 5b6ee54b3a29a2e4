// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The end of the number of names. The table of them lasts as long as the process, so that each test fills that of a child.

#include "support_recording.h"
#include "test.h"

#include <string.h>

#include "base/misuse.h"
#include "base/names.h"

enum { MANY = 1000000, MIB = 1 << 20 };

static void measure_a_million_names(void)
{
    char name[32];
    unsigned refused = 0;
    session_open_real(NULL);
    make_pairs("names: one before the cap", 1);
    const uint64_t before = resident_bytes();
    for (int i = 0; i < MANY; i++) {
        snprintf(name, sizeof name, "step %d", i);
        refused += sw_start_meas(name) == SW_ERR_TOO_MANY_NAMES;
        sw_end_meas(name);
    }
    CU_ASSERT_TRUE(SANITIZED || resident_bytes() - before < 64 * MIB);
    CU_ASSERT_TRUE(refused >= MANY - SW__NAME_CAP);
    CU_ASSERT_TRUE(refused < MANY);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_ERR_TOO_MANY_NAMES);
    CU_ASSERT_TRUE(sw__misuse_count(SW_ERR_TOO_MANY_NAMES) >= refused);
    CHECK_EQUAL(stats_of_meas("step 0").count, 1);
    CHECK_EQUAL(stats_of_meas("step 999999").count, 0);
    CHECK_EQUAL(stats_of_meas("(other)").count, refused);
    make_pairs("names: one before the cap", 1);
    CHECK_EQUAL(stats_of_meas("names: one before the cap").count, 2);
    session_close();
}

static void test_a_million_names_are_counted_together_at_last(void)
{
    check_in_child(measure_a_million_names);
}

static void fill_the_table(void)
{
    char name[32];
    for (int i = 0; i <= SW__NAME_CAP; i++) {
        snprintf(name, sizeof name, "filler %d", i);
        sw__intern(name, strlen(name));
    }
}

static void nest_names_beyond_the_cap(void)
{
    session_open(0);
    fill_the_table();
    CHECK_EQUAL(sw_start_meas("beyond: outer"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_start_meas("beyond: inner"), SW_ERR_TOO_MANY_NAMES);
    sw_end_meas("beyond: inner");
    CHECK_EQUAL(sw_end_meas("beyond: outer"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(stats_of_meas("(other)").running, 0);
    CU_ASSERT_TRUE(stats_of_meas("(other)").count >= 1);
    session_close();
}

static void test_names_beyond_the_cap_may_nest(void)
{
    check_in_child(nest_names_beyond_the_cap);
}

static void register_beyond_the_cap(void)
{
    session_open(0);
    fill_the_table();
    const sw_name beyond = sw_register("beyond: registered");
    CHECK_TEXT(sw_name_text(beyond), "(other)");
    CHECK_EQUAL(sw_start_meas_handle(beyond), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_value("beyond: value", 1), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(sw_add_meas("beyond: added", 1), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(messages_count(), 1);
    session_close();
}

static void test_names_beyond_the_cap_are_registered_as_other(void)
{
    check_in_child(register_beyond_the_cap);
}

static sw_status from_handler;

static void call_back(sw_status status, const char *text, void *user)
{
    (void)status;
    (void)text;
    (void)user;
    from_handler = sw_start_meas("beyond: known before");
}

// The message comes from the middle of a call, and its handler may call stepwatch.
static void call_from_the_message(void)
{
    session_open(0);
    make_pairs("beyond: known before", 1);
    sw_set_message_handler(call_back, NULL);
    from_handler = SW_ERR_INTERRUPTED;
    fill_the_table();
    CHECK_EQUAL(sw_start_meas("beyond: told"), SW_ERR_TOO_MANY_NAMES);
    CHECK_EQUAL(from_handler, SW_OK);
    CHECK_EQUAL(sw_end_meas("beyond: known before"), SW_OK);
    CHECK_EQUAL(stats_of_meas("beyond: known before").count, 2);
    session_close();
}

static void test_the_handler_of_the_message_may_call_stepwatch(void)
{
    check_in_child(call_from_the_message);
}

CU_TestInfo name_cap_tests[] = {
    {"a million names are counted together at last", test_a_million_names_are_counted_together_at_last},
    {"names beyond the cap may nest", test_names_beyond_the_cap_may_nest},
    {"names beyond the cap are registered as other", test_names_beyond_the_cap_are_registered_as_other},
    {"the handler of the message may call stepwatch", test_the_handler_of_the_message_may_call_stepwatch},
    CU_TEST_INFO_NULL,
};
