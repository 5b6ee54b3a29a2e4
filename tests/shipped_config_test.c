// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The shipped config file against the options that the library has.

#include "session_support.h"

#include <stdlib.h>
#include <string.h>

#define SHIPPED "config/run_profiles.yaml"

// What sw_config_print() says, without the comments and the spaces in front of them.
static char *printed_config(void)
{
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    CHECK_EQUAL(sw_config_print(file), SW_OK);
    fclose(file);
    char *to = text;
    bool comment = false;
    for (const char *from = text; *from; from++) {
        comment = *from != '\n' && (comment || (*from == '#' && from > text && from[-1] == ' '));
        while (*from == '\n' && to > text && to[-1] == ' ')
            to--;
        if (!comment)
            *to++ = *from;
    }
    *to = '\0';
    return text;
}

static void check_profile(const char *profile, bool stopwatch, bool nvtx, const char *const *lines)
{
    session_prepare();
    unsetenv("STEPWATCH_SET");
    CHECK_EQUAL(sw_init(SHIPPED, profile), SW_OK);
    CHECK_EQUAL(sw_stopwatch_is_enabled(), stopwatch);
    CHECK_EQUAL(sw_nvtx_is_enabled(), nvtx);
    char *text = printed_config();
    for (; *lines; lines++)
        CHECK_HAS(text, *lines);
    free(text);
    CHECK_EQUAL(messages_count(), 0);
    session_close();
}

static void training_has_all_off(void)
{
    check_profile(NULL, false, false, (const char *const[]){"default: training\n", "on_error: report\n", NULL});
    check_profile("training", false, false, (const char *const[]){"default: training\n", NULL});
}

static void evaluation_has_the_stopwatch(void)
{
    check_profile("evaluation", true, false,
                  (const char *const[]){"num_warmup_iters: 10\n", "print_every_n_iters: null\n",
                                        "cpu_usage_meas: \"train_step\"\n", "json: null\n", NULL});
}

static void profiling_has_both_without_checks(void)
{
    check_profile("profiling", true, true,
                  (const char *const[]){"num_warmup_iters: 10\n", "keep_track_of_range_order: false\n",
                                        "domain: \"stepwatch\"\n", "only: null\n", NULL});
}

static void operators_tells_them_apart_and_keeps_traces(void)
{
    check_profile("operators", false, false,
                  (const char *const[]){"mode: torch\n", "per_step: false\n", "record_shapes: true\n",
                                        "with_stack: true\n", "with_flops: true\n",
                                        "trace_dir: \"outputs/operators\"\n", NULL});
}

static void debugging_has_the_checks(void)
{
    check_profile("debugging", true, true,
                  (const char *const[]){"on_error: abort\n", "keep_track_of_range_order: true\n", NULL});
}

static void debugging_keeps_all_of_ops(void)
{
    check_profile("debugging", true, true,
                  (const char *const[]){"mode: torch\n", "activities: [cpu, blas]\n", "record_shapes: true\n",
                                        "with_flops: true\n", "with_stack: true\n", "profile_memory: true\n", NULL});
}

// Each key of the library stands somewhere in the file, so that it can be copied from there.
static void every_option_is_shown(void)
{
    static char file[64 * 1024];
    FILE *shipped = fopen(SHIPPED, "r");
    CU_ASSERT_PTR_NOT_NULL_FATAL(shipped);
    file[fread(file, 1, sizeof file - 1, shipped)] = '\0';
    fclose(shipped);
    char *text = printed_config();
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, "    ", 4) != 0)
            continue;
        colon[1] = '\0';
        CHECK_HAS(file, line + strspn(line, " "));
    }
    free(text);
}

CU_TestInfo shipped_config_tests[] = {
    {"training has all off", training_has_all_off},
    {"evaluation has the stopwatch", evaluation_has_the_stopwatch},
    {"profiling has both, without checks", profiling_has_both_without_checks},
    {"operators tells them apart, and keeps traces", operators_tells_them_apart_and_keeps_traces},
    {"debugging has the checks", debugging_has_the_checks},
    {"debugging keeps all of ops", debugging_keeps_all_of_ops},
    {"every option is shown in the file", every_option_is_shown},
    CU_TEST_INFO_NULL,
};
