// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Option tables, config files and loads for the tests of the configuration.

#ifndef TESTS_CONFIG_SUPPORT_H
#define TESTS_CONFIG_SUPPORT_H

#include "config/config.h"
#include "test.h"

/// The groups of the shipped config file, and `probe`, which has what those lack.
enum { CONFIG_GROUPS = 4 };

extern const sw__option_group config_groups[CONFIG_GROUPS];

typedef struct own_settings {
    int on_error; // report 0, abort 1
} own_settings;

typedef struct stopwatch_settings {
    bool enable;
    uint32_t num_warmup_iters;
    uint32_t print_every_n_iters;
    int clock; // auto 0, tsc 1, monotonic 2
    const char *cpu_usage_meas;
} stopwatch_settings;

typedef struct nvtx_settings {
    bool enable;
    bool keep_track_of_range_order;
    const char *domain;
} nvtx_settings;

typedef struct probe_settings {
    uint32_t rate;     // 1 to 100
    uint32_t limit;    // 1 to 100, or null
    const char *label; // or null
    int mode;          // null 7, custom 8
} probe_settings;

typedef struct config_settings {
    own_settings own;
    stopwatch_settings stopwatch;
    nvtx_settings nvtx;
    probe_settings probe;
} config_settings;

/// A load with what came of it.
typedef struct config_load {
    sw_status status;
    sw__config config;
    config_settings settings;
    char *messages;  ///< one a line, each without the file's name; "" if there were none
    sw_status worst; ///< the lowest status of a message
} config_load;

/// The settings before anything is loaded.
config_settings config_defaults(void);

/// Loads a file of this text. `profile` and `set` may be NULL.
config_load config_load_text(const char *text, const char *profile, const char *set);
config_load config_load_bytes(const char *bytes, size_t length, const char *profile);

/// Loads what the path names; NULL: no file.
config_load config_load_path(const char *path, const char *profile, const char *set);

void config_load_free(config_load *load);

/// Loads the text, asking for `profile`, and checks that it was right and no message was sent. Free the result.
config_load config_load_right(const char *text, const char *profile);

/// Loads the text and checks that it was refused with exactly these messages, each `:line:col: what` without the file's
/// name, one a line, and that nothing was stored.
void config_refused(const char *text, const char *messages);
void config_refused_asking(const char *text, const char *profile, const char *messages);

/// The same for single values, without a file.
void config_set_refused(const char *set, const char *messages);

/// A folder of its own for files that are no texts. The path of `name` in it; free it.
char *config_folder_make(void);
char *config_folder_path(const char *folder, const char *name);
void config_folder_remove(char *folder, char *path);

#endif
