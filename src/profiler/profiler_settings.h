// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the profiler can be configured with, and what of that goes together.

#ifndef SW_PROFILER_PROFILER_SETTINGS_H
#define SW_PROFILER_PROFILER_SETTINGS_H

#include <stepwatch/profiler.h>

#include "config/options.h"

typedef struct sw__profiler_settings {
    bool given;  ///< the run profile has the group, or a call switched the profiler on
    bool enable; ///< and its mode is not null; set by sw__profiler_settings_settle()
    int mode;    ///< of sw_profiler_mode
    uint32_t skip_first;
    bool skip_first_wait;
    uint32_t wait;
    uint32_t warmup;
    uint32_t active;
    uint32_t repeat; ///< 0: without end
    bool per_step;
    bool save_file;
    const char *run_name;
    const char *csv;
    const char *trace_dir;
    const char *trace_file;
    uint32_t trace_max_events;
    int do_cuda_sync;    ///< of sw_cuda_sync
    uint32_t activities; ///< bits 1u << sw_activity; settled: those that are recorded, which is none outside of torch
    bool record_shapes;
    bool with_flops;
    bool with_stack;
    bool profile_memory;
} sw__profiler_settings;

extern const sw__option_group sw__profiler_option_group;
extern const sw__profiler_settings sw__profiler_defaults;

/// The settings that options stand for. Texts are interned.
sw__profiler_settings sw__profiler_settings_of(const sw_profiler_options *options);

/// Checks what the values say together, and brings them to the form in which they are used. Returns why they do not go
/// together, NULL if they do.
const char *sw__profiler_settings_settle(sw__profiler_settings *settings);

#endif
