// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Config files and single values that are right: which profile is chosen, and what is stored.

#include <string.h>

#include "config_support.h"

static const char two_profiles[] = "default: b\n"
                                   "profiles:\n"
                                   "  a:\n"
                                   "    on_error: abort\n"
                                   "    stopwatch:\n"
                                   "      enable: true\n"
                                   "      num_warmup_iters: 10\n"
                                   "      print_every_n_iters: 4294967295\n"
                                   "      clock: monotonic\n"
                                   "    nvtx_range_wrapper:\n"
                                   "      enable: true\n"
                                   "      keep_track_of_range_order: true\n"
                                   "      domain: my domain\n"
                                   "    probe: {rate: 100, limit: 7, label: \"x: #1\", mode: custom}\n"
                                   "  b:\n"
                                   "    stopwatch:\n"
                                   "      num_warmup_iters: 3\n";

static void the_asked_profile_is_stored(void)
{
    config_load load = config_load_right(two_profiles, "a");
    const config_settings *s = &load.settings;
    CHECK_TEXT(load.config.profile, "a");
    CHECK_EQUAL(s->own.on_error, 1);
    CHECK_EQUAL(s->stopwatch.enable, true);
    CHECK_EQUAL(s->stopwatch.num_warmup_iters, 10);
    CHECK_EQUAL(s->stopwatch.print_every_n_iters, 4294967295);
    CHECK_EQUAL(s->stopwatch.clock, 2);
    CHECK_EQUAL(s->nvtx.enable, true);
    CHECK_EQUAL(s->nvtx.keep_track_of_range_order, true);
    CHECK_TEXT(s->nvtx.domain, "my domain");
    CHECK_EQUAL(s->probe.rate, 100);
    CHECK_EQUAL(s->probe.limit, 7);
    CHECK_TEXT(s->probe.label, "x: #1");
    CHECK_EQUAL(s->probe.mode, 8);
    config_load_free(&load);
}

static void the_default_is_chosen_when_nobody_asks(void)
{
    config_load load = config_load_right(two_profiles, NULL);
    CHECK_TEXT(load.config.profile, "b");
    CHECK_EQUAL(load.settings.stopwatch.num_warmup_iters, 3);
    CHECK_EQUAL(load.settings.stopwatch.enable, false);
    CHECK_EQUAL(load.settings.own.on_error, 0);
    config_load_free(&load);
}

static void the_default_may_stand_below_the_profiles(void)
{
    config_load load = config_load_right("profiles:\n  a: {on_error: abort}\ndefault: a\n", NULL);
    CHECK_TEXT(load.config.profile, "a");
    CHECK_EQUAL(load.settings.own.on_error, 1);
    config_load_free(&load);
}

static void what_a_profile_leaves_out_stays_at_its_default(void)
{
    config_load load = config_load_right("profiles:\n  a:\n    probe:\n      limit: 5\n", "a");
    CHECK_EQUAL(load.settings.probe.limit, 5);
    CHECK_EQUAL(load.settings.probe.rate, 1);
    CHECK_EQUAL(load.settings.probe.mode, 7);
    config_load_free(&load);
}

static void with_no_profile_chosen_one_message_says_how_to(void)
{
    config_load load = config_load_text("profiles:\n  a: {on_error: abort}\n  b: {}\n  c:\n", NULL, NULL);
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_EQUAL(load.worst, SW_OK);
    CHECK_TEXT(load.messages, ": no run profile is chosen, so its settings are not used; it has a, b and c: choose one "
                              "with STEPWATCH_PROFILE, or with a line default: in the file");
    CU_ASSERT_PTR_NULL(load.config.profile);
    CHECK_EQUAL(load.settings.own.on_error, 0);
    config_load_free(&load);
}

static void nothing_to_read_is_silent(void)
{
    config_load load = config_load_path(NULL, NULL, NULL);
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.messages, "");
    CU_ASSERT_PTR_NULL(load.config.path);
    CU_ASSERT_PTR_NULL(load.config.profile);
    config_load_free(&load);
}

static void empty_source_texts_count_as_absent(void)
{
    config_load load = config_load_path("", "", "");
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.messages, "");
    CU_ASSERT_PTR_NULL(load.config.path);
    config_load_free(&load);
}

static void a_file_with_nothing_in_it_leaves_all_off(void)
{
    static const char *const files[] = {"",    "\n",   "# only a comment\n", "---\n", "---\n...\n",
                                        "~\n", "{}\n", "profiles:\n"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        config_load load = config_load_right(files[i], NULL);
        CU_ASSERT_PTR_NULL(load.config.profile);
        config_load_free(&load);
    }
}

static void profiles_and_groups_may_be_empty(void)
{
    config_load load = config_load_right("profiles:\n  a:\n    stopwatch:\n    probe: {}\n  b:\n", "b");
    CHECK_TEXT(load.config.profile, "b");
    config_load_free(&load);
}

static void texts_and_choices_may_be_quoted(void)
{
    config_load load = config_load_right("profiles:\n  a:\n    on_error: \"abort\"\n    probe: {label: 'null'}\n", "a");
    CHECK_EQUAL(load.settings.own.on_error, 1);
    CHECK_TEXT(load.settings.probe.label, "null");
    config_load_free(&load);
}

static void numbers_and_words_are_texts_too(void)
{
    config_load load = config_load_right("profiles:\n  a:\n    probe: {label: 10}\n", "a");
    CHECK_TEXT(load.settings.probe.label, "10");
    config_load_free(&load);
}

static void line_ends_of_windows_are_accepted(void)
{
    config_load load = config_load_right("profiles:\r\n  a:\r\n    on_error: abort\r\n", "a");
    CHECK_EQUAL(load.settings.own.on_error, 1);
    config_load_free(&load);
}

static void a_byte_order_mark_is_accepted(void)
{
    config_load load = config_load_right("\xef\xbb\xbf"
                                         "default: a\nprofiles:\n  a:\n    on_error: abort\n",
                                         NULL);
    CHECK_EQUAL(load.settings.own.on_error, 1);
    config_load_free(&load);
}

static void text_of_any_language_is_accepted(void)
{
    config_load load = config_load_right("profiles:\n  größe: {probe: {label: \"測定 ✓ 🙂\"}}\n", "größe");
    CHECK_TEXT(load.config.profile, "größe");
    CHECK_TEXT(load.settings.probe.label, "測定 ✓ 🙂");
    config_load_free(&load);
}

static void a_file_of_one_mebibyte_is_read(void)
{
    enum { SIZE = 1 << 20 };
    static char bytes[SIZE];
    memset(bytes, '#', SIZE);
    memcpy(bytes, "default: a\nprofiles:\n  a:\n", 26);
    config_load load = config_load_bytes(bytes, SIZE, NULL);
    CHECK_EQUAL(load.status, SW_OK);
    CHECK_TEXT(load.config.profile, "a");
    config_load_free(&load);
}

CU_TestInfo config_tests[] = {
    {"the asked profile is stored", the_asked_profile_is_stored},
    {"the default is chosen when nobody asks", the_default_is_chosen_when_nobody_asks},
    {"the default may stand below the profiles", the_default_may_stand_below_the_profiles},
    {"what a profile leaves out stays at its default", what_a_profile_leaves_out_stays_at_its_default},
    {"with no profile chosen one message says how to", with_no_profile_chosen_one_message_says_how_to},
    {"nothing to read is silent", nothing_to_read_is_silent},
    {"empty source texts count as absent", empty_source_texts_count_as_absent},
    {"a file with nothing in it leaves all off", a_file_with_nothing_in_it_leaves_all_off},
    {"profiles and groups may be empty", profiles_and_groups_may_be_empty},
    {"texts and choices may be quoted", texts_and_choices_may_be_quoted},
    {"numbers and words are texts too", numbers_and_words_are_texts_too},
    {"line ends of Windows are accepted", line_ends_of_windows_are_accepted},
    {"a byte order mark is accepted", a_byte_order_mark_is_accepted},
    {"text of any language is accepted", text_of_any_language_is_accepted},
    {"a file of one mebibyte is read", a_file_of_one_mebibyte_is_read},
    CU_TEST_INFO_NULL,
};
