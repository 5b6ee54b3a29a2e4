// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors

#include "profiler_settings.h"

#include <string.h>

#include "base/message.h"
#include "base/misuse.h"
#include "base/names.h"
#include "config/cuda_sync_choices.h"
#include "config/suggest.h"
#include "profiler/activities.h"

static const sw__choice modes[] = {
    {"null", SW_PROFILER_NULL},     {"custom", SW_PROFILER_CUSTOM}, {"torch", SW_PROFILER_TORCH},
    {"nvidia", SW_PROFILER_NVIDIA}, {"None", SW_PROFILER_NULL},     {NULL, 0},
};

#define FIELD(name) .offset = offsetof(sw__profiler_settings, name)
#define NUMBER(name) .key = #name, .kind = SW__OPTION_UINT, FIELD(name), .max = UINT32_MAX
#define SWITCH(name) .key = #name, .kind = SW__OPTION_BOOL, FIELD(name)
#define TEXT(name) .key = #name, .kind = SW__OPTION_TEXT, FIELD(name)

static const sw__option options[] = {
    {
        .key = "mode",
        .kind = SW__OPTION_CHOICE,
        FIELD(mode),
        .choices = modes,
        .help = "null, custom, torch: with traces, or nvidia: with ranges for Nsight Systems",
    },
    {NUMBER(skip_first), .help = "iterations at the start that are in no cycle"},
    {NUMBER(wait), .help = "of each cycle: iterations that are left alone"},
    {SWITCH(skip_first_wait), .help = "the first cycle has no wait"},
    {NUMBER(warmup), .help = "then: iterations that come before the recorded ones"},
    {NUMBER(active), .help = "then: recorded iterations; 0: all that are left"},
    {NUMBER(repeat), .help = "cycles; 0: without end"},
    {SWITCH(per_step), .help = "of mode torch: false looks at a cycle as a whole, for a trace"},
    {SWITCH(save_file), .help = "write a CSV row for each recorded iteration"},
    {TEXT(run_name), .nullable = true, .help = "%run% in file names; null: the program's name"},
    {TEXT(csv), .help = "the file; %run%, %rank%, %cycle%, %step% and %pid% are filled in"},
    {TEXT(trace_dir), .nullable = true, .help = "of mode torch with per_step: false: where the traces go"},
    {TEXT(trace_file), .help = "the name of a trace in it; as in csv; with .gz at its end it is compressed"},
    {NUMBER(trace_max_events), .min = 1, .help = "spans and values in a trace; what is more is counted"},
    {
        .key = "do_cuda_sync",
        .kind = SW__OPTION_CHOICE,
        FIELD(do_cuda_sync),
        .choices = sw__cuda_sync_choices,
        .help = "wait for the GPU at the edges of sections: true, the device; stream, the thread's stream",
    },
    {
        .key = "activities",
        .kind = SW__OPTION_SET,
        FIELD(activities),
        .nullable = true,
        .choices = sw__activity_choices,
        .help = "of mode torch: whose ops are recorded; null: all that are available",
    },
    {SWITCH(record_shapes), .help = "of mode torch: tell ops apart by the shapes that they work on"},
    {SWITCH(with_flops), .help = "of mode torch: keep the FLOPs and bytes that ops declare"},
    {SWITCH(with_stack), .help = "of mode torch: tell ops apart by their file and line"},
    {SWITCH(profile_memory), .help = "count what sw_mem_alloc and sw_mem_free are told"},
};

const sw__option_group sw__profiler_option_group = {
    .name = "profiler",
    .options = options,
    .count = sizeof options / sizeof *options,
    .size = sizeof(sw__profiler_settings),
    .notes_given = true,
    .given = offsetof(sw__profiler_settings, given),
};

const sw__profiler_settings sw__profiler_defaults = {
    .mode = SW_PROFILER_CUSTOM,
    .repeat = 1,
    .per_step = true,
    .csv = "outputs/%run%_gpu_metrics.csv",
    .trace_file = "rank_%rank%.pt.trace.json",
    .trace_max_events = 1000000,
};

// The program's text need not outlive the call; a name does. "" is no text.
static const char *lasting(const char *text, const char *otherwise)
{
    return text && *text ? sw__name_text(sw__intern(text, strlen(text))) : otherwise;
}

sw__profiler_settings sw__profiler_settings_of(const sw_profiler_options *from)
{
    return (sw__profiler_settings){
        .given = true,
        .mode = (int)from->mode,
        .skip_first = from->skip_first,
        .skip_first_wait = from->skip_first_wait,
        .wait = from->wait,
        .warmup = from->warmup,
        .active = from->active,
        .repeat = from->repeat == SW_REPEAT_FOREVER ? 0
                  : from->repeat                    ? from->repeat
                                                    : 1,
        .per_step = !from->aggregate,
        .save_file = from->save_file,
        .run_name = lasting(from->run_name, NULL),
        .csv = lasting(from->csv, sw__profiler_defaults.csv),
        .trace_dir = lasting(from->trace_dir, NULL),
        .trace_file = lasting(from->trace_file, sw__profiler_defaults.trace_file),
        .trace_max_events = from->trace_max_events ? from->trace_max_events : sw__profiler_defaults.trace_max_events,
        .do_cuda_sync = (int)from->do_cuda_sync,
        .activities = from->activities,
        .record_shapes = from->record_shapes,
        .with_flops = from->with_flops,
        .with_stack = from->with_stack,
        .profile_memory = from->profile_memory,
    };
}

static void say_torch_only(const sw__profiler_settings *settings)
{
    const struct {
        const char *key;
        bool given;
    } options_of_torch[] = {
        {"trace_dir", settings->trace_dir},         {"activities", settings->activities},
        {"record_shapes", settings->record_shapes}, {"with_flops", settings->with_flops},
        {"with_stack", settings->with_stack},
    };
    const size_t all = sizeof options_of_torch / sizeof *options_of_torch;
    size_t count = 0, n = 0;
    for (size_t i = 0; i < all; i++)
        count += options_of_torch[i].given;
    sw__buffer keys = {0};
    for (size_t i = 0; i < all; i++)
        if (options_of_torch[i].given)
            sw__list_add(&keys, n++, count, "and", options_of_torch[i].key);
    if (keys.text)
        sw__say(SW_OK, "profiler: %s %s an effect in mode torch only", keys.text, count == 1 ? "has" : "have");
    sw__buffer_free(&keys);
}

static void leave_torch_out(sw__profiler_settings *settings)
{
    settings->trace_dir = NULL;
    settings->activities = 0;
    settings->record_shapes = false;
    settings->with_flops = false;
    settings->with_stack = false;
}

const char *sw__profiler_settings_settle(sw__profiler_settings *settings)
{
    if (!settings->given)
        settings->mode = SW_PROFILER_NULL;
    settings->enable = settings->mode != SW_PROFILER_NULL;
    if (settings->trace_dir && strcmp(settings->trace_dir, "None") == 0)
        settings->trace_dir = NULL;
    const bool is_torch = settings->mode == SW_PROFILER_TORCH;
    if (is_torch && settings->per_step && settings->trace_dir)
        return "trace_dir needs per_step: false (in code: aggregate); else each iteration is a profile of its own";
    if (is_torch && settings->per_step && settings->repeat != 1) {
        sw__say(SW_OK, "profiler: repeat has no effect with per_step: true; there is one cycle");
        settings->repeat = 1;
    }
    if (settings->enable && settings->active == 0 && settings->repeat != 1)
        return "repeat needs active, as with active: 0 the first cycle never ends";
    if (settings->enable && !is_torch) {
        say_torch_only(settings);
        leave_torch_out(settings);
    }
    return is_torch ? sw__activities_settle(&settings->activities) : NULL;
}

sw_status sw_profiler_mode_of(const char *name, sw_profiler_mode *mode)
{
    for (const sw__choice *choice = modes; name && mode && choice->name; choice++)
        if (strcmp(choice->name, name) == 0) {
            *mode = (sw_profiler_mode)choice->value;
            return SW_OK;
        }
    if (name)
        sw__say(SW_ERR_ARGUMENT, "sw_profiler_mode_of: \"%s\" is no mode; there are null, custom, torch and nvidia",
                name);
    return sw__fail(SW_ERR_ARGUMENT);
}
