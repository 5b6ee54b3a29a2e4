// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The effective configuration as a config file: what is written reads back equal.

#include <stdlib.h>
#include <string.h>

#include "config_support.h"

static sw__buffer write_settings(const char *profile, const config_settings *s)
{
    const void *const settings[CONFIG_GROUPS] = {&s->stopwatch, &s->own, &s->nvtx, &s->probe};
    const sw__config config = {.profile = (char *)profile};
    sw__buffer out = {0};
    sw__config_write(&out, &config, config_groups, settings, CONFIG_GROUPS);
    CHECK_EQUAL(out.failed, false);
    return out;
}

static void check_equal_settings(const config_settings *a, const config_settings *b)
{
    CHECK_EQUAL(a->own.on_error, b->own.on_error);
    CHECK_EQUAL(a->stopwatch.enable, b->stopwatch.enable);
    CHECK_EQUAL(a->stopwatch.num_warmup_iters, b->stopwatch.num_warmup_iters);
    CHECK_EQUAL(a->stopwatch.print_every_n_iters, b->stopwatch.print_every_n_iters);
    CHECK_EQUAL(a->stopwatch.clock, b->stopwatch.clock);
    CHECK_TEXT(a->stopwatch.cpu_usage_meas, b->stopwatch.cpu_usage_meas);
    CHECK_EQUAL(a->nvtx.enable, b->nvtx.enable);
    CHECK_EQUAL(a->nvtx.keep_track_of_range_order, b->nvtx.keep_track_of_range_order);
    CHECK_TEXT(a->nvtx.domain, b->nvtx.domain);
    CHECK_EQUAL(a->probe.rate, b->probe.rate);
    CHECK_EQUAL(a->probe.limit, b->probe.limit);
    CHECK_TEXT(a->probe.label, b->probe.label);
    CHECK_EQUAL(a->probe.mode, b->probe.mode);
}

static void check_reads_back(const char *profile, const config_settings *settings)
{
    sw__buffer out = write_settings(profile, settings);
    config_load load = config_load_right(out.text, NULL);
    CHECK_TEXT(load.config.profile, profile ? profile : "from_code");
    check_equal_settings(&load.settings, settings);
    config_load_free(&load);
    sw__buffer_free(&out);
}

static void defaults_read_back_equal(void)
{
    const config_settings settings = config_defaults();
    check_reads_back("training", &settings);
}

static void every_kind_of_setting_reads_back_equal(void)
{
    const config_settings settings = {
        .own = {.on_error = 1},
        .stopwatch = {true, UINT32_MAX, UINT32_MAX, 2, "train: step"},
        .nvtx = {true, true, "my domain"},
        .probe = {100, 100, "a label", 8},
    };
    check_reads_back("debugging", &settings);
}

static const char *const strange_texts[] = {
    "null", "~",       "true", "no",  "10",    "a: b",        "a #b", "# a", "'",   "\"",  "\\",
    "\\n",  "a\"b\\c", " a ",  "- a", "? a",   "[a",          "{a}",  "&a",  "*a",  "!a",  "%a",
    "@a",   "`a",      "|",    ">",   "größe", "測定 🙂", "<<",   "a,b", "---", "x\\", ":",
};

static void strange_texts_read_back_equal(void)
{
    for (size_t i = 0; i < sizeof strange_texts / sizeof *strange_texts; i++) {
        const config_settings settings = {.nvtx.domain = strange_texts[i], .probe = {1, 0, strange_texts[i], 7}};
        check_reads_back("a", &settings);
    }
}

static void strange_names_of_profiles_read_back_equal(void)
{
    const config_settings settings = config_defaults();
    for (size_t i = 0; i < sizeof strange_texts / sizeof *strange_texts; i++)
        check_reads_back(strange_texts[i], &settings);
}

static void what_was_loaded_reads_back_equal(void)
{
    config_load load = config_load_text("profiles:\n  my profile:\n    nvtx_range_wrapper: {domain: \"a: #1\"}\n",
                                        "my profile", "stopwatch.num_warmup_iters=3; probe.label=\"x\"");
    CHECK_EQUAL(load.status, SW_OK);
    check_reads_back(load.config.profile, &load.settings);
    config_load_free(&load);
}

static void without_a_profile_the_settings_read_back_equal(void)
{
    const config_settings settings = {.stopwatch.enable = true, .probe = {1, 0, NULL, 7}};
    check_reads_back(NULL, &settings);
}

static void the_file_is_made_to_be_read(void)
{
    const config_settings settings = {.stopwatch = {true, 10, 0, 0, NULL}, .probe = {5, 0, "#1", 7}};
    sw__buffer out = write_settings("evaluation", &settings);
    CHECK_TEXT(out.text, "# The settings in effect. This is a config file: it can be used as it stands.\n"
                         "default: evaluation\n"
                         "profiles:\n"
                         "  evaluation:\n"
                         "    on_error: report                    # what misuse does\n"
                         "    stopwatch:\n"
                         "      enable: true                      # take measurements\n"
                         "      num_warmup_iters: 10              # iterations that are not counted\n"
                         "      print_every_n_iters: null         # null: at the end only\n"
                         "      clock: auto                       # source of times\n"
                         "      # cpu_usage_meas:                 # whose CPU usage is taken\n"
                         "    nvtx_range_wrapper:\n"
                         "      enable: false                     # forward ranges\n"
                         "      keep_track_of_range_order: false  # check pops\n"
                         "      # domain:                         # group in the tools\n"
                         "    probe:\n"
                         "      rate: 5\n"
                         "      limit: null\n"
                         "      label: \"#1\"\n"
                         "      mode: null\n");
    sw__buffer_free(&out);
}

static void a_long_text_does_not_push_the_comments_away(void)
{
    const config_settings settings = {.nvtx.domain = "a very long name that goes on and on, to the end of the line"};
    sw__buffer out = write_settings("evaluation", &settings);
    CHECK_HAS(out.text, "\n      enable: false                     # take");
    CHECK_HAS(out.text, "end of the line\"  # group in the tools\n");
    sw__buffer_free(&out);
}

static void a_text_that_no_file_can_set_leaves_the_rest_readable(void)
{
    const config_settings settings = {.nvtx.domain = "a\x01\n\xff\xc0\xa2"};
    sw__buffer out = write_settings("a", &settings);
    CHECK_HAS(out.text, "domain: \"a\\u0001\\u000a\\ufffd\\ufffd\\ufffd\"");
    config_load load = config_load_text(out.text, NULL, NULL);
    CHECK_HAS(load.messages, "nvtx_range_wrapper.domain: there is a control character in the text");
    config_load_free(&load);
    sw__buffer_free(&out);
}

CU_TestInfo config_write_tests[] = {
    {"defaults read back equal", defaults_read_back_equal},
    {"every kind of setting reads back equal", every_kind_of_setting_reads_back_equal},
    {"strange texts read back equal", strange_texts_read_back_equal},
    {"strange names of profiles read back equal", strange_names_of_profiles_read_back_equal},
    {"what was loaded reads back equal", what_was_loaded_reads_back_equal},
    {"without a profile the settings read back equal", without_a_profile_the_settings_read_back_equal},
    {"the file is made to be read", the_file_is_made_to_be_read},
    {"a long text does not push the comments away", a_long_text_does_not_push_the_comments_away},
    {"a text that no file can set leaves the rest readable", a_text_that_no_file_can_set_leaves_the_rest_readable},
    CU_TEST_INFO_NULL,
};
