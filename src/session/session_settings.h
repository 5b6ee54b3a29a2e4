// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// What the session was configured with: read at its begin, and written back on request.

#ifndef SW_SESSION_SESSION_SETTINGS_H
#define SW_SESSION_SESSION_SETTINGS_H

#include <stdbool.h>

#include <stepwatch/base.h>

#include "session/report_files.h"

/// Guards the settings, those of the modules included, and that the session stays open. Recursive: a message handler may
/// ask for the configuration.
void sw__session_lock(void);
void sw__session_unlock(void);

/// In the child of a fork(): a lock that nobody holds.
void sw__session_lock_after_fork(void);

// The lock is held for what follows.

/// Sets the defaults, and over them what path, profile and environment say. On a mistake the defaults stay.
sw_status sw__settings_load(const char *path, const char *profile);

/// Back to the defaults; texts that settings pointed to go.
void sw__settings_forget(void);

/// `on_error: abort`.
bool sw__settings_abort_on_misuse(void);

/// Whether this process of a parallel run prints the summary by itself: `print_ranks`.
bool sw__settings_print_here(void);

/// The patterns of `only`, or NULL.
const char *sw__settings_only(void);

const sw__report_settings *sw__settings_report(void);

/// Where the settings come from. The texts live until they are forgotten.
typedef struct sw__settings_origin {
    const char *profile; ///< NULL: none
    const char *path;    ///< NULL: no file
    bool set;            ///< and from STEPWATCH_SET
} sw__settings_origin;

sw__settings_origin sw__settings_origin_now(void);

#endif
