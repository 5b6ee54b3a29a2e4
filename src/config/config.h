// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Reads a run profile into the settings of the modules, from a YAML file and from single values, and writes it back.

#ifndef SW_CONFIG_CONFIG_H
#define SW_CONFIG_CONFIG_H

#include "base/buffer.h"
#include "config/options.h"

/// What to read; each may be NULL or "", which is the same.
typedef struct sw__config_source {
    const char *path;    ///< the file
    const char *profile; ///< the run profile in it; NULL: the file's `default`, or else nothing is on
    const char *set;     ///< single values, "stopwatch.num_warmup_iters=3;on_error=abort"; they win
} sw__config_source;

/// A loaded configuration. Owns the texts that settings point to.
typedef struct sw__config {
    char *path;                  ///< NULL: no file
    char *profile;               ///< NULL: none
    struct sw__kept_text *texts; ///< what SW__OPTION_TEXT settings point to
} sw__config;

/// Reads `source` against `groups` and, if all of it is right, stores it: settings[i] points to the settings of
/// groups[i], which hold their defaults before. All profiles of the file are checked, the chosen one is stored.
///
/// On a mistake every mistake found is sent as a message, `file:line:col: what; what was meant`, settings and config
/// are left as they were, and SW_ERR_CONFIG is returned (SW_ERR_NO_MEMORY if that was it). Free what an earlier load
/// put into `config` first: it is overwritten.
///
/// A file that has profiles, none of which is chosen, is no mistake: one message says how to choose.
sw_status sw__config_load(sw__config *config, const sw__config_source *source, const sw__option_group *groups,
                          void *const *settings, size_t group_count);

/// Writes the settings as a config file with one profile, help texts as comments. sw__config_load() reads it back
/// equal. The profile is called from_code where the configuration has none, or where `config` is NULL.
void sw__config_write(sw__buffer *out, const sw__config *config, const sw__option_group *groups,
                      const void *const *settings, size_t group_count);

/// Frees what the configuration owns; settings that pointed to its texts must not be used any more.
void sw__config_free(sw__config *config);

#endif
