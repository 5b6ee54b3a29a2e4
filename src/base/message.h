// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// Messages to the program's handler, or to stderr behind "stepwatch: ". Misuse of a call goes through misuse.h.

#ifndef SW_BASE_MESSAGE_H
#define SW_BASE_MESSAGE_H

#include <stepwatch/base.h>

/// Sends one message, a line; what a terminal should not get is escaped, wherever it comes from. Any thread.
void sw__say(sw_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
