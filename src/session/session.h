// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The one session of the process: opening, switching modules on, closing.

#ifndef SW_SESSION_SESSION_H
#define SW_SESSION_SESSION_H

#include <stepwatch/session.h>

#include "session/modules.h"

/// Switches a module on from code: `set` copies the options into its settings. Opens a session if there is none.
sw_status sw__session_enable(sw__module_id id, void (*set)(const void *options), const void *options);

#endif
