// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The group `profiler` of a run profile: its names and defaults, and what of it does not go together.

#include "support_profiler.h"

#include <stdlib.h>

#include "profiler/profiler_settings.h"
#include "session/modules.h"

static const sw__profiler_settings *settings(void)
{
    return sw__modules[SW__PROFILER].settings;
}

static void open_with(const char *set)
{
    setenv("STEPWATCH_SET", set, 1);
    session_prepare();
    CHECK_EQUAL(sw_init(NULL, NULL), SW_OK);
    unsetenv("STEPWATCH_SET");
}

static void check_mode_of(const char *lines, sw_profiler_mode mode)
{
    CHECK_EQUAL(profile_from(lines), SW_OK);
    CHECK_EQUAL(settings()->mode, mode);
    CHECK_EQUAL(sw_profiler_is_enabled(), mode != SW_PROFILER_NULL);
    CHECK_EQUAL(sw_profiler_is_recording(), mode != SW_PROFILER_NULL);
    if (mode != SW_PROFILER_NVIDIA) // which says so where there is no CUDA
        CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_without_the_group_it_is_off(void)
{
    check_mode_of("", SW_PROFILER_NULL);
    check_mode_of("    stopwatch:\n      enable: true\n", SW_PROFILER_NULL);
}

static void test_an_empty_group_is_custom(void)
{
    check_mode_of("    profiler: {}\n", SW_PROFILER_CUSTOM);
    check_mode_of("    profiler:\n      warmup: 0\n", SW_PROFILER_CUSTOM);
}

static void test_each_mode_has_its_name(void)
{
    check_mode_of("    profiler: {mode: custom}\n", SW_PROFILER_CUSTOM);
    check_mode_of("    profiler: {mode: torch}\n", SW_PROFILER_TORCH);
    check_mode_of("    profiler: {mode: nvidia}\n", SW_PROFILER_NVIDIA);
}

static void test_null_can_be_written_in_each_way(void)
{
    check_mode_of("    profiler: {mode: null}\n", SW_PROFILER_NULL);
    check_mode_of("    profiler: {mode: ~}\n", SW_PROFILER_NULL);
    check_mode_of("    profiler: {mode: \"null\"}\n", SW_PROFILER_NULL);
    check_mode_of("    profiler: {mode: None}\n", SW_PROFILER_NULL);
    check_mode_of("    profiler: {mode: NULL}\n", SW_PROFILER_NULL);
}

static void test_the_defaults_are_documented_ones(void)
{
    CHECK_EQUAL(profile_from("    profiler: {}\n"), SW_OK);
    const sw__profiler_settings *s = settings();
    CHECK_EQUAL(s->skip_first + s->wait + s->warmup + s->active, 0);
    CHECK_EQUAL(s->repeat, 1);
    CHECK_EQUAL(s->skip_first_wait, false);
    CHECK_EQUAL(s->per_step, true);
    CHECK_EQUAL(s->save_file, false);
    CHECK_TEXT(s->run_name, NULL);
    CHECK_TEXT(s->trace_dir, NULL);
    CHECK_TEXT(s->csv, "outputs/%run%_gpu_metrics.csv");
    CHECK_EQUAL(s->do_cuda_sync, SW_CUDA_SYNC_NONE);
    session_close();
}

static void test_all_options_have_their_names(void)
{
    CHECK_EQUAL(profile_from("    profiler:\n"
                             "      mode: torch\n"
                             "      skip_first: 1\n"
                             "      wait: 2\n"
                             "      skip_first_wait: true\n"
                             "      warmup: 3\n"
                             "      active: 4\n"
                             "      repeat: 5\n"
                             "      per_step: false\n"
                             "      run_name: my run\n"
                             "      csv: out/%run%.csv\n"
                             "      trace_dir: " BUILD_DIR "/out\n"),
                SW_OK);
    const sw__profiler_settings *s = settings();
    CHECK_EQUAL(s->skip_first, 1);
    CHECK_EQUAL(s->wait, 2);
    CHECK_EQUAL(s->skip_first_wait, true);
    CHECK_EQUAL(s->warmup, 3);
    CHECK_EQUAL(s->active, 4);
    CHECK_EQUAL(s->repeat, 5);
    CHECK_EQUAL(s->per_step, false);
    CHECK_TEXT(s->run_name, "my run");
    CHECK_TEXT(s->csv, "out/%run%.csv");
    CHECK_TEXT(s->trace_dir, BUILD_DIR "/out");
    for (int i = 0; i < 20; i++) {
        CHECK_EQUAL(sw_profiler_is_recording(), (i >= 1 + 3 && i < 8) || (i >= 8 + 2 + 3 && i < 17));
        finish_at(i);
    }
    session_close();
}

static void check_refused(const char *lines, const char *why)
{
    CHECK_EQUAL(profile_from(lines), SW_ERR_CONFIG);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_EQUAL(messages_last_status(), SW_ERR_CONFIG);
    CHECK_HAS(messages_last(), why);
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    CU_ASSERT_FALSE(sw_stopwatch_is_enabled());
    CHECK_EQUAL(sw_section_end("never begun"), SW_OK);
    session_close();
}

static void test_an_unknown_mode_is_refused_with_a_list(void)
{
    check_refused("    profiler: {mode: pytorch}\n", "null, custom, torch");
    check_refused("    profiler: {mode: pytorch}\n", "nvidia");
    check_refused("    profiler: {mode: 1}\n", "custom");
}

static void test_a_mode_without_a_value_is_refused(void)
{
    check_refused("    profiler:\n      mode:\n", "there is no value");
}

static void test_a_trace_of_each_step_is_refused(void)
{
    check_refused("    stopwatch: {enable: true}\n"
                  "    profiler: {mode: torch, trace_dir: out}\n",
                  "trace_dir needs per_step: false");
}

static void test_cycles_after_one_without_end_are_refused(void)
{
    check_refused("    stopwatch: {enable: true}\n"
                  "    profiler: {repeat: 2}\n",
                  "repeat needs active");
    check_refused("    profiler: {repeat: 0, warmup: 3}\n", "repeat needs active");
    check_refused("    profiler: {mode: torch, per_step: false, repeat: 0}\n", "repeat needs active");
}

static void test_numbers_out_of_range_are_refused(void)
{
    check_refused("    profiler: {warmup: -1}\n", "warmup");
    check_refused("    profiler: {repeat: 99999999999}\n", "repeat");
    check_refused("    profiler: {active: 3x}\n", "active");
}

static void check_accepted_with(const char *lines, const char *message)
{
    CHECK_EQUAL(profile_from(lines), SW_OK);
    CHECK_EQUAL(messages_count(), 1);
    CHECK_HAS(messages_last(), message);
    CU_ASSERT_TRUE(sw_profiler_is_enabled());
    session_close();
}

static void test_repeat_of_steps_has_no_effect_and_is_warned_of_once(void)
{
    check_accepted_with("    profiler: {mode: torch, active: 2, repeat: 3}\n", "repeat has no effect");
    CHECK_EQUAL(profile_from("    profiler: {mode: torch, active: 2, repeat: 3}\n"), SW_OK);
    CHECK_EQUAL(settings()->repeat, 1);
    session_close();
}

static void test_a_trace_in_another_mode_is_warned_of(void)
{
    check_accepted_with("    profiler: {trace_dir: out}\n", "trace_dir");
}

static void check_accepted(const char *lines)
{
    CHECK_EQUAL(profile_from(lines), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void test_what_goes_together_is_accepted(void)
{
    check_accepted("    profiler: {mode: torch, per_step: false, trace_dir: " BUILD_DIR
                   "/out, active: 2, repeat: 0}\n");
    check_accepted("    profiler: {mode: torch, trace_dir: None}\n");
    check_accepted("    profiler: {mode: torch, trace_dir: null}\n");
    check_accepted("    profiler: {active: 2, repeat: 0}\n");
    check_accepted("    profiler: {mode: null, repeat: 5, trace_dir: out}\n");
}

static void test_a_single_value_switches_it_on(void)
{
    open_with("profiler.mode=nvidia");
    CHECK_EQUAL(settings()->mode, SW_PROFILER_NVIDIA);
    CU_ASSERT_TRUE(sw_profiler_is_enabled());
    session_close();
    open_with("profiler.active=1");
    CHECK_EQUAL(settings()->mode, SW_PROFILER_CUSTOM);
    finish_at(1);
    CU_ASSERT_FALSE(sw_profiler_is_recording());
    session_close();
}

static void test_a_single_value_switches_it_off(void)
{
    setenv("STEPWATCH_SET", "profiler.mode=null", 1);
    CHECK_EQUAL(profile_from("    profiler: {warmup: 1}\n"), SW_OK);
    unsetenv("STEPWATCH_SET");
    CU_ASSERT_FALSE(sw_profiler_is_enabled());
    session_close();
}

CU_TestInfo profiler_settings_tests[] = {
    {"without the group it is off", test_without_the_group_it_is_off},
    {"an empty group is custom", test_an_empty_group_is_custom},
    {"each mode has its name", test_each_mode_has_its_name},
    {"null can be written in each way", test_null_can_be_written_in_each_way},
    {"the defaults are the documented ones", test_the_defaults_are_documented_ones},
    {"all options have their names", test_all_options_have_their_names},
    {"an unknown mode is refused with a list", test_an_unknown_mode_is_refused_with_a_list},
    {"a mode without a value is refused", test_a_mode_without_a_value_is_refused},
    {"a trace of each step is refused", test_a_trace_of_each_step_is_refused},
    {"cycles after one without end are refused", test_cycles_after_one_without_end_are_refused},
    {"numbers out of range are refused", test_numbers_out_of_range_are_refused},
    {"repeat of steps has no effect and is warned of once", test_repeat_of_steps_has_no_effect_and_is_warned_of_once},
    {"a trace in another mode is warned of", test_a_trace_in_another_mode_is_warned_of},
    {"what goes together is accepted", test_what_goes_together_is_accepted},
    {"a single value switches it on", test_a_single_value_switches_it_on},
    {"a single value switches it off", test_a_single_value_switches_it_off},
    CU_TEST_INFO_NULL,
};
