// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Mistakes in what a config file or single values say: each is found, with its place and with what was meant.

#include <string.h>

#include "config_support.h"

// A file whose line 4 is in a group.
#define IN_STOPWATCH(line) "profiles:\n  a:\n    stopwatch:\n      " line "\n"
#define IN_PROBE(line) "profiles:\n  a:\n    probe:\n      " line "\n"
#define IN_PROFILE(line) "profiles:\n  a:\n    " line "\n"

#define STOPWATCH_KEYS "enable, num_warmup_iters, print_every_n_iters, clock and cpu_usage_meas"

static void all_mistakes_come_at_once_in_order(void)
{
    config_refused("default: c\n"
                   "profiles:\n"
                   "  a:\n"
                   "    on_error: abrt\n"
                   "    stopwatch:\n"
                   "      enable: maybe\n"
                   "      warmpu: 3\n"
                   "  b:\n"
                   "    stopwatch:\n"
                   "      num_warmup_iters: -1\n"
                   "extra: 1\n",
                   ":1:10: there is no profile 'c'; the file has a and b\n"
                   ":4:15: on_error: 'abrt' is not report or abort; did you mean abort?\n"
                   ":6:15: stopwatch.enable: 'maybe' is not true or false\n"
                   ":7:7: unknown key 'warmpu' in stopwatch; did you mean num_warmup_iters?\n"
                   ":10:25: stopwatch.num_warmup_iters: -1 is out of range; 0 to 4294967295\n"
                   ":11:1: unknown key 'extra'; at the top level there are only default and profiles");
}

static void a_mistake_in_another_profile_counts(void)
{
    config_refused_asking("profiles:\n  a: {on_error: abort}\n  b: {on_error: 1}\n", "a",
                          ":3:17: on_error: '1' is not report or abort");
}

static void of_very_many_mistakes_fifty_are_shown(void)
{
    enum { KEYS = 60 };
    sw__buffer text = {0};
    sw__buffer expected = {0};
    sw__buffer_text(&text, "default: b\nprofiles:\n  a:\n    stopwatch:\n");
    // Found last, and shown first.
    sw__buffer_text(&expected, ":1:10: there is no profile 'b'; the file has a\n");
    for (int i = 0; i < KEYS; i++) {
        sw__buffer_printf(&text, "      x%d:\n", i);
        if (i < 49)
            sw__buffer_printf(
                &expected, ":%d:7: unknown key 'x%d' in stopwatch; the keys here are " STOPWATCH_KEYS "\n", i + 5, i);
    }
    sw__buffer_text(&expected, ": and 11 more mistakes");
    config_refused(text.text, expected.text);
    sw__buffer_free(&text);
    sw__buffer_free(&expected);
}

static void an_unknown_key_brings_the_nearest(void)
{
    static const char *const words[][2] = {
        {"warmpu", "num_warmup_iters"},
        {"num_warmup_iter", "num_warmup_iters"},
        {"print_every", "print_every_n_iters"},
        {"printevery", "print_every_n_iters"},
        {"enabled", "enable"},
        {"Enable", "enable"},
        {"num-warmup-iters", "num_warmup_iters"},
        {"clcok", "clock"},
        {"every_iters", "print_every_n_iters"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[160];
        char expected[160];
        snprintf(text, sizeof text, IN_STOPWATCH("%s: 1"), words[i][0]);
        snprintf(expected, sizeof expected, ":4:7: unknown key '%s' in stopwatch; did you mean %s?", words[i][0],
                 words[i][1]);
        config_refused(text, expected);
    }
}

static void swapped_letters_are_one_slip(void)
{
    config_refused(IN_PROBE("raet: 1"), ":4:7: unknown key 'raet' in probe; did you mean rate?");
}

static void an_unknown_key_like_none_brings_them_all(void)
{
    static const char *const words[] = {"foo", "bar", "x", "gpu_memory"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[160];
        char expected[200];
        snprintf(text, sizeof text, IN_STOPWATCH("%s: 1"), words[i]);
        snprintf(expected, sizeof expected, ":4:7: unknown key '%s' in stopwatch; the keys here are " STOPWATCH_KEYS,
                 words[i]);
        config_refused(text, expected);
    }
}

static void a_key_of_another_group_is_found_there(void)
{
    config_refused(IN_STOPWATCH("domain: x"),
                   ":4:7: unknown key 'domain' in stopwatch; did you mean nvtx_range_wrapper.domain?");
    config_refused(IN_PROFILE("warmup: 1"), ":3:5: unknown key 'warmup'; did you mean stopwatch.num_warmup_iters?");
}

static void an_unknown_key_of_a_profile_is_a_mistake(void)
{
    config_refused(IN_PROFILE("stopwtach: {}"), ":3:5: unknown key 'stopwtach'; did you mean stopwatch?");
    config_refused(IN_PROFILE("nvtx_wrapper: {}"),
                   ":3:5: unknown key 'nvtx_wrapper'; did you mean nvtx_range_wrapper?");
    config_refused(IN_PROFILE("xyz: {}"),
                   ":3:5: unknown key 'xyz'; the keys here are on_error, stopwatch, nvtx_range_wrapper and probe");
}

static void an_unknown_key_at_the_top_hides_nothing_else(void)
{
    config_refused_asking("profile:\n  a:\n", "a", ":1:1: unknown key 'profile'; did you mean profiles?");
    config_refused("stopwatch:\n  enable: true\n",
                   ":1:1: unknown key 'stopwatch'; at the top level there are only default and profiles");
}

static void other_words_for_booleans_are_refused_with_a_hint(void)
{
    static const char *const words[][2] = {{"yes", "true"}, {"on", "true"},   {"True", "true"}, {"1", "true"},
                                           {"no", "false"}, {"OFF", "false"}, {"n", "false"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[160];
        char expected[160];
        snprintf(text, sizeof text, IN_STOPWATCH("enable: %s"), words[i][0]);
        snprintf(
            expected, sizeof expected,
            ":4:15: stopwatch.enable: '%s' is not true or false; only true and false are booleans here, so write %s",
            words[i][0], words[i][1]);
        config_refused(text, expected);
    }
}

static void a_quoted_boolean_or_number_is_text(void)
{
    config_refused(
        IN_STOPWATCH("enable: \"true\""),
        ":4:15: stopwatch.enable: 'true' is text, because of its quotes; write true or false without quotes");
    config_refused(IN_PROBE("rate: '3'"), ":4:13: probe.rate: '3' is text, because of its quotes; write a whole number "
                                          "from 1 to 100 without quotes");
}

static void a_number_out_of_range_is_refused(void)
{
    static const char *const words[] = {"0", "101", "-1", "99999999999", "18446744073709551617"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char text[160];
        char expected[160];
        snprintf(text, sizeof text, IN_PROBE("rate: %s"), words[i]);
        snprintf(expected, sizeof expected, ":4:13: probe.rate: %s is out of range; 1 to 100", words[i]);
        config_refused(text, expected);
    }
    config_refused(IN_STOPWATCH("num_warmup_iters: 4294967296"),
                   ":4:25: stopwatch.num_warmup_iters: 4294967296 is out of range; 0 to 4294967295");
}

static void an_unknown_choice_brings_the_nearest_or_all(void)
{
    config_refused(IN_STOPWATCH("clock: mono"),
                   ":4:14: stopwatch.clock: 'mono' is not auto, tsc or monotonic; did you mean monotonic?");
    config_refused(IN_STOPWATCH("clock: hpet"), ":4:14: stopwatch.clock: 'hpet' is not auto, tsc or monotonic");
}

static void null_is_refused_where_it_means_nothing(void)
{
    config_refused(IN_STOPWATCH("enable: null"), ":4:15: stopwatch.enable: 'null' is not true or false");
    config_refused(IN_PROBE("rate: ~"), ":4:13: probe.rate: '~' is not a whole number from 1 to 100");
    config_refused(IN_STOPWATCH("clock: null"), ":4:14: stopwatch.clock: 'null' is not auto, tsc or monotonic");
}

static void a_missing_value_is_a_mistake(void)
{
    config_refused(IN_STOPWATCH("enable:"), ":4:14: stopwatch.enable: there is no value; write true or false");
    config_refused(IN_PROFILE("on_error: # nothing"), ":3:14: on_error: there is no value; write report or abort");
    config_refused("default:\nprofiles: {a: }\n",
                   ":1:9: default: there is no value; name a profile, or leave the line out");
}

static void a_list_or_a_map_is_no_value(void)
{
    config_refused(IN_STOPWATCH("enable: [true]"), ":4:15: stopwatch.enable: a list is not true or false");
    config_refused(IN_PROBE("limit: {a: 1}"), ":4:14: probe.limit: a map is not a whole number from 1 to 100, or null");
    config_refused(IN_PROBE("label: []"), ":4:14: probe.label: a list is not a text, or null");
    config_refused("default: [a]\nprofiles: {a: }\n", ":1:10: default: a list or a map is not a name; name a profile");
}

static void a_scalar_or_a_list_is_no_group(void)
{
#define MEANT " is not a group of options; indented lines of key: value are expected below it"
    config_refused(IN_PROFILE("stopwatch: true"), ":3:16: stopwatch: 'true'" MEANT);
    config_refused(IN_PROFILE("stopwatch: [enable]"), ":3:16: stopwatch: a list" MEANT);
    config_refused("profiles:\n  a: on\n", ":2:6: a: 'on'" MEANT);
    config_refused("profiles:\n  - a\n", ":2:3: profiles: a list" MEANT);
#undef MEANT
}

static void a_file_without_a_map_is_refused(void)
{
#define MEANT ":1:1: the file is a text or a list; lines with default: and profiles: are expected"
    config_refused("hello\n", MEANT);
    config_refused_asking("- profiles\n", "a", MEANT);
#undef MEANT
}

static void an_unprintable_or_empty_text_is_refused(void)
{
#define MEANT "; one line of printable text is expected"
    config_refused(IN_PROBE("label: \"a\\nb\""), ":4:14: probe.label: there is a control character in the text" MEANT);
    config_refused(IN_PROBE("label: \"a\\0b\""), ":4:14: probe.label: there is a control character in the text" MEANT);
    config_refused(IN_PROBE("label: ''"), ":4:14: probe.label: the text is empty" MEANT);
    config_set_refused("probe.label=a\xff", "STEPWATCH_SET:13: probe.label: the text is not UTF-8" MEANT);
#undef MEANT
}

static void a_key_given_twice_is_a_mistake(void)
{
    config_refused("profiles:\n"
                   "  a:\n"
                   "    on_error: abort\n"
                   "    stopwatch: {enable: true}\n"
                   "    on_error: abort\n"
                   "    stopwatch: {clock: tsc, clock: tsc}\n"
                   "  b: {}\n"
                   "  a: {}\n"
                   "profiles: {}\n",
                   ":5:5: 'on_error' is given twice; the first one is in line 3\n"
                   ":6:5: 'stopwatch' is given twice; the first one is in line 4\n"
                   ":6:29: 'clock' is given twice; the first one is in line 6\n"
                   ":8:3: 'a' is given twice; the first one is in line 2\n"
                   ":9:1: 'profiles' is given twice; the first one is in line 1");
}

static void an_asked_profile_must_be_there(void)
{
    config_refused_asking("# none\nprofiles: {training: , evaluation: , profiling: }\n", "evalution",
                          ":2:1: there is no profile 'evalution'; the file has evaluation, training and profiling");
    // A wrong letter tells more than missing ones.
    config_refused_asking("profiles: {a: , trail: , training: }\n", "train",
                          ":1:1: there is no profile 'train'; the file has training, a and trail");
    config_refused_asking("", "a", ":1:1: there is no profile 'a'; the file has none");
}

static void a_profile_without_a_file_is_a_mistake(void)
{
    config_load load = config_load_path(NULL, "evaluation", NULL);
    CHECK_EQUAL(load.status, SW_ERR_CONFIG);
    CHECK_TEXT(load.messages, "the run profile 'evaluation' is asked for, but no config file is named; name one in "
                              "sw_init() or STEPWATCH_CONFIG");
    config_load_free(&load);
}

static void a_profile_needs_a_name(void)
{
#define MEANT "; 1 to 100 printable characters are expected"
    config_refused("profiles:\n  ~: {}\n", ":2:3: this cannot name a profile: it is null" MEANT);
    config_refused("default: \"a\\0b\"\nprofiles: {a: }\n",
                   ":1:10: this cannot name a profile: there is a control character in the text" MEANT);
    config_refused("profiles:\n  '': {}\n", ":2:3: this cannot name a profile: the text is empty" MEANT);
    config_refused("profiles:\n  \"a\\tb\": {}\n",
                   ":2:3: this cannot name a profile: there is a control character in the text" MEANT);
    char text[200] = "profiles:\n  ";
    memset(text + 12, 'x', 101);
    strcpy(text + 113, ": {}\n");
    config_refused(text, ":2:3: this cannot name a profile: the text is too long" MEANT);
#undef MEANT
}

static void a_list_is_no_key(void)
{
    config_refused(IN_STOPWATCH("? [a]\n      : 1"), ":4:9: a key cannot be a list or a map; a word is expected");
}

static void strange_text_in_a_message_is_escaped_and_cut(void)
{
    config_refused("profiles:\n  a:\n    on_error: \"\\e[31m\\u2028äö\"\n",
                   ":3:15: on_error: '\\x1b[31m\\xe2\\x80\\xa8äö' is not report or abort");
    config_refused(IN_PROFILE("on_error: aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeee"),
                   ":3:15: on_error: 'aaaaaaaaaabbbbbbbbbb…dddddddddeeeeeeeeee' is not report or abort");
}

CU_TestInfo config_mistakes_tests[] = {
    {"all mistakes come at once, in order", all_mistakes_come_at_once_in_order},
    {"a mistake in another profile counts", a_mistake_in_another_profile_counts},
    {"of very many mistakes fifty are shown", of_very_many_mistakes_fifty_are_shown},
    {"an unknown key brings the nearest", an_unknown_key_brings_the_nearest},
    {"swapped letters are one slip", swapped_letters_are_one_slip},
    {"an unknown key like none brings them all", an_unknown_key_like_none_brings_them_all},
    {"a key of another group is found there", a_key_of_another_group_is_found_there},
    {"an unknown key of a profile is a mistake", an_unknown_key_of_a_profile_is_a_mistake},
    {"an unknown key at the top hides nothing else", an_unknown_key_at_the_top_hides_nothing_else},
    {"other words for booleans are refused with a hint", other_words_for_booleans_are_refused_with_a_hint},
    {"a quoted boolean or number is text", a_quoted_boolean_or_number_is_text},
    {"a number out of range is refused", a_number_out_of_range_is_refused},
    {"an unknown choice brings the nearest, or all", an_unknown_choice_brings_the_nearest_or_all},
    {"null is refused where it means nothing", null_is_refused_where_it_means_nothing},
    {"a missing value is a mistake", a_missing_value_is_a_mistake},
    {"a list or a map is no value", a_list_or_a_map_is_no_value},
    {"a scalar or a list is no group", a_scalar_or_a_list_is_no_group},
    {"a file without a map is refused", a_file_without_a_map_is_refused},
    {"an unprintable or empty text is refused", an_unprintable_or_empty_text_is_refused},
    {"a key given twice is a mistake", a_key_given_twice_is_a_mistake},
    {"an asked profile must be there", an_asked_profile_must_be_there},
    {"a profile without a file is a mistake", a_profile_without_a_file_is_a_mistake},
    {"a profile needs a name", a_profile_needs_a_name},
    {"a list is no key", a_list_is_no_key},
    {"strange text in a message is escaped and cut", strange_text_in_a_message_is_escaped_and_cut},
    CU_TEST_INFO_NULL,
};
