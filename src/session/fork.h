// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// fork(): the child is off, holds no lock, and writes nothing, unless it opens a session of its own.

#ifndef SW_SESSION_FORK_H
#define SW_SESSION_FORK_H

/// Registers the handlers, for the life of the process; `close` closes the session in the child.
void sw__fork_handlers_register(void (*close)(void));

#endif
