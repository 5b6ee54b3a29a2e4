// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The one session of the process: opening, switching modules on, closing.

#ifndef SW_SESSION_SESSION_H
#define SW_SESSION_SESSION_H

#include <stepwatch/session.h>

#include "config/config.h"
#include "session/modules.h"

/// What the summary says of the session. The texts are valid while its lock is held.
typedef struct sw__session_facts {
    const char *profile; ///< NULL: none
    const char *path;    ///< NULL: no file
    bool clock_refused;  ///< the counter was asked for and is not invariant
} sw__session_facts;

sw__session_facts sw__session_facts_now(void);

/// Switches a module on from code: `set` copies the options into its settings. Opens a session if there is none.
sw_status sw__session_enable(sw__module_id id, void (*set)(const void *options), const void *options);

/// Guards the settings, the configuration, and that the session stays open. Recursive.
void sw__session_lock(void);
void sw__session_unlock(void);

/// In the child of a fork(): no session, and a lock that nobody holds.
void sw__session_after_fork(void);

#endif
