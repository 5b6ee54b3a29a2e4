// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The session of a program that has none of its own.

#ifndef PRELOAD_OWN_SESSION_H
#define PRELOAD_OWN_SESSION_H

/// Opens a session by the environment (see sw_init()), unless that says nothing, or an object of the process uses stepwatch
/// itself: then it is for that one to open the session. The run from here to the program's exit is its one iteration.
void sw__own_session_open(void);

#endif
