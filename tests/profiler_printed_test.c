// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The profiler in the configuration in effect, which reads back equal.

#include "support_profiler.h"

#include <stdio.h>
#include <stdlib.h>

static char *printed(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CU_ASSERT_PTR_NOT_NULL_FATAL(file);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    return text;
}

// Prints the configuration in effect, and again in a session that read it. Returns the text.
static char *check_reads_back(bool enabled)
{
    char *first = printed();
    sw_finalize();
    char *path = file_of(first);
    session_prepare();
    CHECK_EQUAL(sw_init(path, NULL), SW_OK);
    CHECK_EQUAL(messages_count(), 0);
    CHECK_EQUAL(sw_profiler_is_enabled(), enabled);
    char *again = printed();
    CHECK_TEXT(again, first);
    session_close();
    file_remove(path);
    free(again);
    return first;
}

static void test_the_printed_configuration_reads_back_equal(void)
{
    CHECK_EQUAL(
        profile_from(
            "    profiler: {mode: torch, skip_first: 1, wait: 2, warmup: 3, active: 4, per_step: false,\n"
            "               repeat: 0, trace_dir: " BUILD_DIR "/out, run_name: \"a: b\", save_file: false,\n"
            "               activities: [blas], record_shapes: true, with_stack: true, profile_memory: true}\n"),
        SW_OK);
    char *text = check_reads_back(true);
    CHECK_HAS(text, "      mode: torch ");
    CHECK_HAS(text, "      repeat: 0 ");
    CHECK_HAS(text, "      run_name: \"a: b\"");
    CHECK_HAS(text, "      activities: [blas] ");
    CHECK_HAS(text, "      record_shapes: true ");
    CHECK_HAS(text, "      with_flops: false ");
    CHECK_HAS(text, "      with_stack: true ");
    CHECK_HAS(text, "      profile_memory: true ");
    free(text);
}

static void test_the_printed_configuration_of_what_is_off_leaves_it_off(void)
{
    CHECK_EQUAL(profile_from("    stopwatch: {enable: true}\n"), SW_OK);
    char *text = check_reads_back(false);
    CHECK_HAS(text, "      mode: null ");
    free(text);
}

// Before the first session and after the last one, as a program that asks for the defaults has it.
static void print_without_a_session(void)
{
    for (int i = 0; i < 2; i++)
        free(check_reads_back(false));
}

static void test_the_printed_defaults_leave_it_off(void)
{
    check_in_child(print_without_a_session);
}

CU_TestInfo profiler_printed_tests[] = {
    {"the printed configuration reads back equal", test_the_printed_configuration_reads_back_equal},
    {"the printed configuration of what is off leaves it off",
     test_the_printed_configuration_of_what_is_off_leaves_it_off},
    {"the printed defaults leave it off", test_the_printed_defaults_leave_it_off},
    CU_TEST_INFO_NULL,
};
