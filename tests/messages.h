// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The messages of stepwatch, kept instead of written to stderr. From any thread.

#ifndef TESTS_MESSAGES_H
#define TESTS_MESSAGES_H

#include <stepwatch/base.h>

/// Takes the messages from now on, and forgets the earlier ones.
void messages_catch(void);

/// Lets them go to stderr again. What was caught can still be looked at.
void messages_release(void);

unsigned messages_count(void);

/// All of them, one a line, as far as they fit.
const char *messages_all(void);

/// The text and the status of the last one; "" and SW_OK if there was none.
const char *messages_last(void);
sw_status messages_last_status(void);

#endif
