// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Each kind of misuse: its code, one message for each place, its count in the summary, and that all else is intact.

#include "session_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct kind {
    const char *call; ///< as the message has it
    sw_status status;
    sw_status (*make)(void); ///< all of it at one place
    const char *hint;        ///< also in the message
} kind;

static sw_status end_unknown(void)
{
    return sw_end_meas("misspelt");
}

static sw_status end_unknown_handle(void)
{
    return sw_end_meas_handle(sw_register("registered, never started"));
}

static sw_status end_twice(void)
{
    sw_start_meas("ended twice");
    sw_end_meas("ended twice");
    return sw_end_meas("ended twice");
}

static sw_status start_twice(void)
{
    sw_start_meas("started twice");
    const sw_status status = sw_start_meas("started twice");
    sw_end_meas("started twice");
    return status;
}

static void *end_of_other_thread(void *status)
{
    *(sw_status *)status = sw_end_meas("of the main thread");
    CHECK_EQUAL(sw_last_error(), SW_ERR_OTHER_THREAD);
    return NULL;
}

static sw_status end_on_another_thread(void)
{
    sw_status status = SW_OK;
    sw_start_meas("of the main thread");
    run_on_thread(end_of_other_thread, &status);
    if (sw_end_meas("of the main thread") != SW_OK)
        FAIL("the thread that started it cannot end it");
    return status;
}

static sw_status finish_with_one_open(void)
{
    sw_start_meas("left open");
    const sw_status status = sw_finish_iter();
    sw_end_meas("left open");
    return status;
}

static sw_status begin_twice(void)
{
    sw_begin_iter();
    const sw_status status = sw_begin_iter();
    sw_finish_iter();
    return status;
}

static sw_status pause_twice(void)
{
    sw_pause();
    const sw_status status = sw_pause();
    sw_resume();
    return status;
}

static sw_status resume_alone(void)
{
    return sw_resume();
}

static sw_status pop_nothing(void)
{
    return sw_range_pop("nothing");
}

static sw_status pop_the_wrong_one(void)
{
    sw_range_push("right");
    const sw_status status = sw_range_pop("wrong");
    sw_range_pop("right");
    return status;
}

static sw_status one_time_twice(void)
{
    sw_start_one_time_measurement("twice");
    sw_end_one_time_measurement("twice");
    return sw_start_one_time_measurement("twice");
}

static sw_status one_time_unknown(void)
{
    return sw_end_one_time_measurement("misspelt once");
}

static sw_status value_that_is_none(void)
{
    return sw_value("loss", NAN);
}

static sw_status enable_twice(void)
{
    return sw_stopwatch_enable(NULL);
}

static sw_status init_twice(void)
{
    return sw_init(NULL, NULL);
}

static const kind kinds[] = {
    {"sw_end_meas(\"misspelt\")", SW_ERR_UNKNOWN_NAME, end_unknown, ""},
    {"sw_end_meas_handle(\"registered, never started\")", SW_ERR_UNKNOWN_NAME, end_unknown_handle, ""},
    {"sw_end_meas(\"ended twice\")", SW_ERR_NOT_RUNNING, end_twice, ""},
    {"sw_start_meas(\"started twice\")", SW_ERR_RUNNING, start_twice, "the first start stands"},
    {"sw_end_meas(\"of the main thread\")", SW_ERR_OTHER_THREAD, end_on_another_thread, "it goes on"},
    {"sw_finish_iter()", SW_ERR_OPEN_AT_ITER_END, finish_with_one_open, "\"left open\""},
    {"sw_begin_iter()", SW_ERR_ITER_BEGUN, begin_twice, ""},
    {"sw_pause()", SW_ERR_ALREADY, pause_twice, ""},
    {"sw_resume()", SW_ERR_NOT_PAUSED, resume_alone, ""},
    {"sw_range_pop(\"nothing\")", SW_ERR_RANGE_EMPTY, pop_nothing, ""},
    {"sw_range_pop(\"wrong\")", SW_ERR_RANGE_NOT_OPEN, pop_the_wrong_one, "\"right\""},
    {"sw_start_one_time_measurement(\"twice\")", SW_ERR_ONCE, one_time_twice, ""},
    {"sw_end_one_time_measurement(\"misspelt once\")", SW_ERR_UNKNOWN_NAME, one_time_unknown, ""},
    {"sw_value(\"loss\")", SW_ERR_ARGUMENT, value_that_is_none, "not finite"},
    {"sw_stopwatch_enable()", SW_ERR_ALREADY, enable_twice, ""},
    {"sw_init()", SW_ERR_ALREADY, init_twice, "sw_finalize()"},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

static void open_both(void)
{
    session_open(0);
    CHECK_EQUAL(sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true}), SW_OK);
}

static void test_each_kind_has_its_code(void)
{
    for (int i = 0; i < KINDS; i++) {
        open_both();
        const sw_status status = kinds[i].make();
        if (status != kinds[i].status)
            FAIL("%s: %s, not %s", kinds[i].call, sw_status_text(status), sw_status_text(kinds[i].status));
        if (status != SW_ERR_OTHER_THREAD) // the last error of that thread
            CHECK_EQUAL(sw_last_error(), kinds[i].status);
        session_close();
    }
}

static void test_each_kind_has_its_message(void)
{
    for (int i = 0; i < KINDS; i++) {
        open_both();
        kinds[i].make();
        CHECK_HAS(messages_last(), kinds[i].call);
        CHECK_HAS(messages_last(), sw_status_text(kinds[i].status));
        CHECK_HAS(messages_last(), kinds[i].hint);
        CHECK_EQUAL(messages_last_status(), kinds[i].status);
        session_close();
    }
}

// All calls that come without a file and line come from here: not inlined, unrolled or left by a jump.
static __attribute__((noinline)) void make_at_one_place(const kind *k)
{
    k->make();
    __asm__ volatile("");
}

static void test_each_kind_is_told_once_at_its_place_and_counted(void)
{
    char counted[256];
    for (int i = 0; i < KINDS; i++) {
        open_both();
        for (int times = 0; times < 5; times++)
            make_at_one_place(&kinds[i]);
        const unsigned messages = messages_count();
        char *summary = session_close_printing();
        // Those that need a first call which is right make that one a misuse too when they are repeated.
        const bool once = kinds[i].status == SW_ERR_ONCE;
        CHECK_EQUAL(messages, once ? 3 : 1);
        snprintf(counted, sizeof counted, "misuse: %d x %s\n", once ? 9 : 5, sw_status_text(kinds[i].status));
        CHECK_HAS(summary, counted);
        free(summary);
    }
}

static void test_all_else_is_intact(void)
{
    open_both();
    sw_begin_iter();
    sw_start_meas("intact");
    sw_range_push("intact");
    for (int i = 0; i < KINDS; i++)
        if (kinds[i].status != SW_ERR_ITER_BEGUN && kinds[i].status != SW_ERR_OPEN_AT_ITER_END &&
            kinds[i].status != SW_ERR_RANGE_EMPTY)
            CHECK_EQUAL(kinds[i].make(), kinds[i].status);
    at(2);
    CHECK_EQUAL(sw_range_pop("intact"), SW_OK);
    CHECK_EQUAL(sw_end_meas("intact"), SW_OK);
    finish_at(4);
    CHECK_EQUAL(stats_of_meas("intact").total_ns, SECONDS(2));
    CHECK_NEAR(stats_of_meas("intact").share, 0.5, 1e-9);
    CHECK_EQUAL(sw_get_num_nonwarmup_iters_measured(), 1);
    session_close();
}

// Four calls refuse a name in the same way, each with its own place.
static void test_null_and_empty_names(void)
{
    open_both();
    for (int times = 0; times < 2; times++) {
        const char *name = times ? "" : NULL;
        CHECK_EQUAL(sw_start_meas(name), SW_ERR_NAME);
        CHECK_EQUAL(sw_end_meas(name), SW_ERR_NAME);
        CHECK_EQUAL(sw_start_one_time_measurement(name), SW_ERR_NAME);
        CHECK_EQUAL(sw_end_one_time_measurement(name), SW_ERR_NAME);
        CHECK_EQUAL(sw_add_meas(name, 1), SW_ERR_NAME);
        CHECK_EQUAL(sw_value(name, 1), SW_ERR_NAME);
        CHECK_EQUAL(sw_range_push(name), SW_ERR_NAME);
        CHECK_EQUAL(sw_register(name).id, 0);
        CHECK_EQUAL(sw_last_error(), SW_ERR_NAME);
    }
    CHECK_EQUAL(messages_count(), 8);
    char *summary = session_close_printing();
    CHECK_HAS(summary, "misuse: 16 x the name is NULL or empty\n");
    free(summary);
}

static void test_message_has_file_and_line(void)
{
    char expected[256];
    session_open(0);
    const int line = __LINE__ + 1;
    sw_end_meas("misspelt");
    snprintf(expected, sizeof expected, "%s:%d: sw_end_meas(\"misspelt\"): nothing of this name was ever started",
             __FILE__, line);
    CHECK_TEXT(messages_last(), expected);
    sw_end_meas("misspelt");
    CHECK_EQUAL(messages_count(), 2); // two places
    session_close();
}

CU_TestInfo misuse_tests[] = {
    {"each kind has its code", test_each_kind_has_its_code},
    {"each kind has its message", test_each_kind_has_its_message},
    {"each kind is told once at its place, and counted in the summary",
     test_each_kind_is_told_once_at_its_place_and_counted},
    {"all else is intact", test_all_else_is_intact},
    {"NULL and empty names are refused by each call", test_null_and_empty_names},
    {"a message has the file and the line of the call", test_message_has_file_and_line},
    CU_TEST_INFO_NULL,
};
