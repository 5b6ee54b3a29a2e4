// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Single values in one line, as STEPWATCH_SET has them.

#include "config_support.h"

static void single_values_win_over_the_file(void)
{
    config_load load = config_load_text("profiles:\n  a: {on_error: abort, stopwatch: {enable: true}}\n", "a",
                                        "stopwatch.num_warmup_iters=4;on_error=report");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_EQUAL(load.settings.stopwatch.num_warmup_iters, 4);
    CHECK_EQUAL(load.settings.own.on_error, 0);
    CHECK_EQUAL(load.settings.stopwatch.enable, true);
    config_load_free(&load);
}

static void single_values_need_no_file(void)
{
    config_load load = config_load_path(NULL, NULL, "stopwatch.enable=true");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.messages, "");
    CHECK_EQUAL(load.settings.stopwatch.enable, true);
    config_load_free(&load);
}

static void spaces_and_empty_items_do_not_count(void)
{
    config_load load = config_load_path(NULL, NULL, " ;; stopwatch . enable = true ;\ton_error\t=\tabort ; ");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.messages, "");
    CHECK_EQUAL(load.settings.own.on_error, 1);
    config_load_free(&load);
}

static void the_later_single_value_wins(void)
{
    config_load load = config_load_path(NULL, NULL, "probe.label=a b; probe.label=c = d");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.settings.probe.label, "c = d");
    config_load_free(&load);
}

static void null_is_zero_where_it_is_allowed(void)
{
    static const char *const words[] = {"null", "~", "", "NULL"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char set[160];
        snprintf(set, sizeof set, "probe.limit=5; probe.label=x; probe.limit=%s; probe.label=%s", words[i], words[i]);
        config_load load = config_load_path(NULL, NULL, set);
        CHECK_EQUAL(load.status, SW_OK);
        CHECK_EQUAL(load.settings.probe.limit, 0);
        CU_ASSERT_PTR_NULL(load.settings.probe.label);
        config_load_free(&load);
    }
}

static void a_choice_may_be_called_null(void)
{
    config_load load = config_load_path(NULL, NULL, "probe.mode=custom; probe.mode=null");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_EQUAL(load.settings.probe.mode, 7);
    config_load_free(&load);
}

static void mistakes_in_single_values_have_their_column(void)
{
    config_set_refused("stopwatch.enable=true; on_error = abrt",
                       "STEPWATCH_SET:35: on_error: 'abrt' is not report or abort; did you mean abort?");
    config_set_refused("probe.label=größe;probe.rate=x", "STEPWATCH_SET:30: probe.rate: 'x' is not a whole number "
                                                         "from 1 to 100; write it in plain digits");
}

static void single_values_need_a_key_and_a_value(void)
{
    config_set_refused("on_error", "STEPWATCH_SET:1: 'on_error' is not key=value; items look like "
                                   "stopwatch.enable=true, with ; between them");
    config_set_refused("on_error=", "STEPWATCH_SET:10: on_error: there is no value; write report or abort");
    config_set_refused("=1", "STEPWATCH_SET:1: unknown key ''; the keys here are on_error, stopwatch, "
                             "nvtx_range_wrapper and probe");
}

static void an_unknown_key_of_a_single_value_brings_the_nearest(void)
{
    config_set_refused("warmpu=3;stopwatch.warmpu=3;stpwatch.enable=true;on_error.x=1",
                       "STEPWATCH_SET:1: unknown key 'warmpu'; did you mean stopwatch.num_warmup_iters?\n"
                       "STEPWATCH_SET:20: unknown key 'warmpu' in stopwatch; did you mean num_warmup_iters?\n"
                       "STEPWATCH_SET:29: unknown key 'stpwatch'; did you mean stopwatch?\n"
                       "STEPWATCH_SET:50: unknown key 'on_error.x'; did you mean on_error?");
}

static void mistakes_of_file_and_single_values_come_together(void)
{
    config_load load = config_load_text("profiles:\n  a: {stopwatch: {clock: x}}\n", "a", "on_error=x");
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_TEXT(load.messages, ":2:26: stopwatch.clock: 'x' is not auto, tsc or monotonic\n"
                              "STEPWATCH_SET:10: on_error: 'x' is not report or abort");
    config_load_free(&load);
}

static void what_is_no_whole_number_is_refused(void)
{
    static const char *const words[] = {"10abc", "3x", "0x10", "1_000", "1e3", "10.0", "+3", "010", "ten", "--1", "-"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char set[160];
        char expected[160];
        snprintf(set, sizeof set, "probe.rate=%s", words[i]);
        snprintf(expected, sizeof expected,
                 "STEPWATCH_SET:12: probe.rate: '%s' is not a whole number from 1 to 100; write it in plain digits",
                 words[i]);
        config_set_refused(set, expected);
    }
}

CU_TestInfo config_single_values_tests[] = {
    {"single values win over the file", single_values_win_over_the_file},
    {"single values need no file", single_values_need_no_file},
    {"spaces and empty items do not count", spaces_and_empty_items_do_not_count},
    {"the later single value wins", the_later_single_value_wins},
    {"null is zero where it is allowed", null_is_zero_where_it_is_allowed},
    {"a choice may be called null", a_choice_may_be_called_null},
    {"mistakes in single values have their column", mistakes_in_single_values_have_their_column},
    {"single values need a key and a value", single_values_need_a_key_and_a_value},
    {"an unknown key of a single value brings the nearest", an_unknown_key_of_a_single_value_brings_the_nearest},
    {"mistakes of file and single values come together", mistakes_of_file_and_single_values_come_together},
    {"what is no whole number is refused", what_is_no_whole_number_is_refused},
    CU_TEST_INFO_NULL,
};
