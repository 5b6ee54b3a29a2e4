// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiler_options.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <stepwatch/stepwatch.h>

#include "../common/command_line.h"

enum kind { MODE, NUMBER, SWITCH, TEXT };

struct profiler_option {
    const char *name;
    const char *key; ///< in the group `profiler` of a run profile
    enum kind kind;
    const char *help;
};

static const struct profiler_option ALL[PROFILER_OPTIONS] = {
    {"--profiler-mode", "mode", MODE, "null, custom, torch or nvidia"},
    {"--profiler-warmup", "warmup", NUMBER, "iterations before those that are recorded"},
    {"--profiler-active", "active", NUMBER, "recorded iterations; 0: all that are left"},
    {"--profiler-save-file", "save_file", SWITCH, "write a CSV row for each of them, in outputs/"},
    {"--profiler-per-step", "per_step", SWITCH, "mode torch: =false looks at a cycle as a whole"},
    {"--profiler-repeat", "repeat", NUMBER, "... and so many cycles; 0: without end"},
    {"--profiler-trace-dir", "trace_dir", TEXT, "... and where traces go"},
    {"--run-name", "run_name", TEXT, "names the run's files (pnp_solver)"},
};

void profiler_options_add(struct option options[PROFILER_OPTIONS], int first_value)
{
    for (int i = 0; i < PROFILER_OPTIONS; i++)
        options[i] =
            (struct option){ALL[i].name + strlen("--"), ALL[i].kind == SWITCH ? optional_argument : required_argument,
                            NULL, first_value + i};
}

static void check_value(const struct profiler_option *option, const char *value)
{
    sw_profiler_mode mode;
    switch (option->kind) {
    case MODE:
        if (sw_profiler_mode_of(value, &mode) != SW_OK)
            command_line_fail_option(); // the message has listed the modes
        break;
    case NUMBER:
        (void)command_line_number(option->name, value, 0, UINT32_MAX);
        break;
    case SWITCH:
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
            command_line_fail("%s=%s; it is true or false", option->name, value);
        break;
    case TEXT:
        if (*value == '\0' || strchr(value, ';') != NULL)
            command_line_fail("%s: '%s'; it takes a text, without ;", option->name, value);
    }
}

void profiler_options_take(int index, const char *value)
{
    const struct profiler_option *option = &ALL[index];
    const char *given = value != NULL ? value : "true", *so_far = getenv("STEPWATCH_SET");
    char *all = NULL;
    check_value(option, given);
    if (asprintf(&all, "%s;profiler.%s=%s", so_far != NULL ? so_far : "", option->key, given) < 0 ||
        setenv("STEPWATCH_SET", all, true) != 0)
        command_line_fail("%s: '%s'; there is no memory for it", option->name, given);
    free(all);
}

void profiler_options_help(void)
{
    static const char *const VALUES[] = {[MODE] = " MODE", [NUMBER] = " N", [SWITCH] = "", [TEXT] = " TEXT"};
    for (int i = 0; i < PROFILER_OPTIONS; i++) {
        char option[32];
        snprintf(option, sizeof option, "%s%s", ALL[i].name, VALUES[ALL[i].kind]);
        printf("  %-25s %s\n", option, ALL[i].help);
    }
}
