// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Names that a run profile leaves out: neither timed, nor forwarded, nor shown.

#include "session_support.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

static void open_with(const char *only)
{
    char set[256];
    snprintf(set, sizeof set, "only=%s", only);
    setenv("STEPWATCH_SET", set, 1);
    session_open(0);
    unsetenv("STEPWATCH_SET");
}

static bool is_measured(const char *name)
{
    sw_meas_stats stats;
    CHECK_EQUAL(sw_start_meas(name), SW_OK);
    CHECK_EQUAL(sw_end_meas(name), SW_OK);
    return sw_get_meas_stats(name, &stats) == SW_OK && stats.count > 0;
}

static void test_patterns_choose(void)
{
    open_with("[layer.*, !layer.0]");
    CU_ASSERT_TRUE(is_measured("layer.1"));
    CU_ASSERT_TRUE(is_measured("layer.00"));
    CU_ASSERT_FALSE(is_measured("layer.0"));
    CU_ASSERT_FALSE(is_measured("optimizer"));
    session_close();
}

static void test_later_pattern_wins(void)
{
    open_with("a*,!a.b*,a.b.c");
    CU_ASSERT_TRUE(is_measured("a"));
    CU_ASSERT_FALSE(is_measured("a.b"));
    CU_ASSERT_FALSE(is_measured("a.b.d"));
    CU_ASSERT_TRUE(is_measured("a.b.c"));
    CU_ASSERT_FALSE(is_measured("b"));
    session_close();
}

static void test_first_pattern_that_leaves_out_keeps_the_others(void)
{
    open_with("!noise*");
    CU_ASSERT_TRUE(is_measured("signal"));
    CU_ASSERT_FALSE(is_measured("noise.1"));
    session_close();
}

// In a locale that knows characters of several bytes, and in one that does not.
static void check_pattern(const char *pattern, const char *name, bool chosen)
{
    static const char *const locales[] = {"C", "C.UTF-8"};
    for (size_t i = 0; i < sizeof locales / sizeof *locales; i++) {
        const locale_t locale = newlocale(LC_ALL_MASK, locales[i], (locale_t)0);
        const locale_t before = uselocale(locale);
        open_with(pattern);
        if (is_measured(name) != chosen)
            FAIL("in locale %s, \"%s\" is %s by %s", locales[i], name, chosen ? "left out" : "chosen", pattern);
        session_close();
        uselocale(before);
        if (locale)
            freelocale(locale);
    }
}

static void test_wildcards_mean_the_same_in_every_locale(void)
{
    static const struct {
        const char *pattern;
        const char *chosen;
        const char *left_out;
    } cases[] = {
        {"a*", "a", "ba"},
        {"*a", "bababa", "ab"},
        {"a*b*c", "abbc", "ab"},
        {"*ab*ab", "abxab", "abxa"},
        {"t*t*t", "tattat", "tt"},
        {"**", "*", NULL},
        {"?", "\xc3\xb6", "ab"},
        {"?", "\xff", "\xff\xff"},
        {"??", "\xc3\xb6\xff", "\xc3\xb6"},
        {"*?", "\xe6\xbc\xa2", NULL},
        {"*??", "x\xc3\xb6", "\xc3\xb6"},
        {"caf?.*", "caf\xc3\xa9.1", "cafe1"},
        {"layer[0]", "layer[0]", "layer0"},
        {"layer[*]", "layer[12]", "layer1"},
        {"a\\*", "a\\b", "a*"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_pattern(cases[i].pattern, cases[i].chosen, true);
        if (cases[i].left_out)
            check_pattern(cases[i].pattern, cases[i].left_out, false);
    }
}

static void test_next_session_has_its_own_choice(void)
{
    open_with("first");
    CU_ASSERT_TRUE(is_measured("first"));
    CU_ASSERT_FALSE(is_measured("second"));
    session_close();
    session_open(0);
    CU_ASSERT_TRUE(is_measured("second"));
    session_close();
    open_with("second");
    CU_ASSERT_FALSE(is_measured("first"));
    CU_ASSERT_TRUE(is_measured("second"));
    session_close();
}

static void test_handles_are_left_out_whenever_they_were_registered(void)
{
    const sw_name early = sw_register("early"), kept = sw_register("kept.early");
    open_with("kept.*");
    const sw_name late = sw_register("late");
    CHECK_EQUAL(sw_start_meas_handle(early), SW_OK);
    CHECK_EQUAL(sw_start_meas_handle(late), SW_OK);
    CHECK_EQUAL(sw_start_meas_handle(kept), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(kept), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(late), SW_OK);
    CHECK_EQUAL(sw_end_meas_handle(early), SW_OK);
    CHECK_EQUAL(stats_of_meas("kept.early").count, 1);
    CHECK_EQUAL(stats_of_meas("early").count, 0);
    CHECK_EQUAL(stats_of_meas("late").count, 0);
    session_close();
}

static void test_clock_is_not_read_for_them(void)
{
    char changing[16] = "left out too";
    const sw_name handle = sw_register("left out");
    open_with("kept");
    CU_ASSERT_FALSE(is_measured("left out") || is_measured(changing));
    const uint64_t reads = sw__clock_reads();
    for (int i = 0; i < 3; i++) {
        sw_start_meas("left out");
        sw_start_meas(changing);
        sw_start_meas_handle(handle);
        SW_SCOPE("left out");
        sw_end_meas_handle(handle);
        sw_end_meas(changing);
        sw_end_meas("left out");
    }
    CHECK_EQUAL(sw__clock_reads() - reads, 0);
    session_close();
}

static void test_address_with_another_text_is_another_name(void)
{
    char name[16] = "left out";
    open_with("kept*");
    CU_ASSERT_FALSE(is_measured(name));
    strcpy(name, "kept");
    CU_ASSERT_TRUE(is_measured(name));
    strcpy(name, "left out");
    CU_ASSERT_FALSE(is_measured(name));
    session_close();
}

static void test_open_one_is_no_mistake(void)
{
    open_with("kept");
    CHECK_EQUAL(sw_start_meas("left out"), SW_OK);
    CHECK_EQUAL(sw_start_meas("left out"), SW_OK);
    finish_at(1);
    CHECK_EQUAL(sw_end_meas("left out"), SW_OK);
    CHECK_EQUAL(sw_end_meas("left out"), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_summary_does_not_show_them(void)
{
    open_with("kept*");
    measure("kept", 0, 1);
    measure("skipped", 1, 2);
    sw_add_meas("skipped by hand", 5);
    sw_start_one_time_measurement("skipped once");
    CHECK_EQUAL(sw_end_one_time_measurement("skipped once"), SW_OK);
    sw_start_one_time_measurement("kept once");
    CHECK_EQUAL(sw_end_one_time_measurement("kept once"), SW_OK);
    sw_value("loss", 1);
    {
        SW_SCOPE("skipped scope");
        SW_SCOPE("kept scope");
    }
    finish_at(3);
    char *summary = summary_now();
    CU_ASSERT_PTR_NULL(strstr(summary, "skipped"));
    CHECK_HAS(summary, "\nkept ");
    CHECK_HAS(summary, "\nkept once ");
    CHECK_HAS(summary, "\nkept scope ");
    CHECK_HAS(summary, "\niteration ");
    CHECK_HAS(summary, "\nloss "); // no region
    free(summary);
    session_close();
}

static void test_ranges_are_not_forwarded_and_their_pops_match(void)
{
    sw_range_stats stats;
    setenv("STEPWATCH_SET", "only=kept", 1);
    messages_catch();
    CHECK_EQUAL(sw_nvtx_enable(&(sw_nvtx_options){.keep_track_of_range_order = true}), SW_OK);
    unsetenv("STEPWATCH_SET");
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(sw_range_push("kept"), SW_OK);
        CHECK_EQUAL(sw_range_push("left out"), SW_OK);
        CHECK_EQUAL(sw_range_push_handle(sw_register("left out")), SW_OK);
        CHECK_EQUAL(sw_mark("left out"), SW_OK);
        CHECK_EQUAL(sw_range_start("left out").id, 0);
        CHECK_EQUAL(sw_range_pop("left out"), SW_OK);
        CHECK_EQUAL(sw_range_pop_handle(sw_register("left out")), SW_OK);
        CHECK_EQUAL(sw_range_pop("kept"), SW_OK);
    }
    CHECK_EQUAL(sw_get_range_stats("kept", &stats), SW_OK);
    CHECK_EQUAL(stats.pushed, 3);
    CHECK_EQUAL(sw_get_range_stats("left out", &stats), SW_ERR_UNKNOWN_NAME);
    CHECK_EQUAL(messages_count(), 0);
    stderr_keep();
    sw_finalize();
    messages_release();
    free(stderr_kept());
}

static void test_config_print_has_the_patterns(void)
{
    char *text = NULL;
    size_t length = 0;
    open_with("layer.*,!layer.0");
    FILE *file = open_memstream(&text, &length);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    CHECK_HAS(text, "    only: [\"layer.*\", \"!layer.0\"]");
    free(text);
    session_close();
}

static void *measure_on_thread(void *argument)
{
    for (int i = 0; i < 1000; i++) {
        sw_start_meas(argument);
        sw_end_meas(argument);
    }
    return NULL;
}

static void test_threads_leave_out_the_same(void)
{
    open_with("kept");
    run_on_thread(measure_on_thread, (char[]){"kept"});
    run_on_thread(measure_on_thread, (char[]){"left out"});
    CHECK_EQUAL(stats_of_meas("kept").count, 1000);
    CHECK_EQUAL(stats_of_meas("left out").count, 0);
    session_close();
}

CU_TestInfo only_tests[] = {
    {"patterns choose the names", test_patterns_choose},
    {"wildcards mean the same in every locale", test_wildcards_mean_the_same_in_every_locale},
    {"the later pattern wins", test_later_pattern_wins},
    {"a first pattern that leaves out keeps the others", test_first_pattern_that_leaves_out_keeps_the_others},
    {"the next session has its own choice", test_next_session_has_its_own_choice},
    {"handles are left out whenever they were registered", test_handles_are_left_out_whenever_they_were_registered},
    {"the clock is not read for what is left out", test_clock_is_not_read_for_them},
    {"an address with another text is another name", test_address_with_another_text_is_another_name},
    {"an open one is no mistake", test_open_one_is_no_mistake},
    {"the summary does not show what is left out", test_summary_does_not_show_them},
    {"ranges are not forwarded, and their pops match", test_ranges_are_not_forwarded_and_their_pops_match},
    {"the configuration is printed with the patterns", test_config_print_has_the_patterns},
    {"all threads leave out the same", test_threads_leave_out_the_same},
    CU_TEST_INFO_NULL,
};
