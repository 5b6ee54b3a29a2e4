// SPDX-License-Identifier: Apache-2.0
// Copyright the stepwatch authors
//
// The summary: a header that says what the numbers mean, and the modules' tables.

#ifndef SW_SESSION_SUMMARY_H
#define SW_SESSION_SUMMARY_H

#include "base/buffer.h"

/// Writes the summary so far. SW_NOT_RECORDED while no module is on.
sw_status sw__summary_write(sw__buffer *out);

/// The same to stderr, in one write; a failure is left at that.
void sw__summary_to_stderr(void);

#endif
